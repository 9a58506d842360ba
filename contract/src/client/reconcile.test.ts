import assert from "node:assert/strict";
import { test } from "node:test";
import type { Doubt } from "./reconcile/facts.ts";
import { createReconcilingClient } from "./reconcile.ts";
import { type Answer, type Received, startService } from "./testing.ts";

const retry = { times: 2, firstWaitSeconds: 0.005, waitSecondsMax: 1 };
const place = { brandId: 7, collectionId: 12 };
const asked = { ...place, publishMode: "QUEUE", caption: "Fresh croissants" } as const;

/** A post as the list returns it. */
function post(id: number, more: object = {}) {
  const at = `2026-11-21T09:00:00.${String(id).padStart(6, "0")}Z`;
  const read = { title: null, body: "Fresh croissants", media: [], postType: "TEXT", postingType: "QUEUE", status: "PENDING" };
  return { id, collectionId: 12, ...read, postDate: null, createdAt: at, updatedAt: at, ...more };
}

/** The data a service holds and its scripted replies to mutations, in order. */
interface Story {
  readonly posts: ReturnType<typeof post>[];
  readonly answers: readonly ((posts: ReturnType<typeof post>[]) => Answer)[];
  /** From the n-th lookup on, lists fail. */
  readonly blindFrom?: number;
  /** What others do before the n-th lookup. */
  readonly meanwhile?: (posts: ReturnType<typeof post>[], look: number) => void;
}

/** Plays the story and returns what was sent and reported. */
async function play<T>(story: Story, act: (client: ReturnType<typeof createReconcilingClient>) => Promise<T>) {
  const doubts: Doubt[] = [];
  const answers = story.answers.values();
  let looks = 0;
  await using service = await startService((request: Received) => {
    if (request.method !== "GET") return answers.next().value?.(story.posts) ?? "cut";
    looks += 1;
    story.meanwhile?.(story.posts, looks);
    return looks > (story.blindFrom ?? Number.POSITIVE_INFINITY) ? "cut" : listOf(story.posts, request.url);
  });
  const client = createReconcilingClient({
    baseUrl: service.baseUrl,
    apiKey: "k",
    retry,
    // Short, because one test waits for it; long enough for a reply on a busy machine.
    timeoutSeconds: 3,
    reconcile: { sends: 3, settleSeconds: 0.2, fetchSettleSeconds: 0.6, looks: retry },
    onDoubt: (doubt) => doubts.push(doubt),
  });
  const result = await act(client);
  const sent = service.requests.filter(({ method }) => method !== "GET").length;
  return { result, sent, looks, steps: doubts.map(({ step }) => step) };
}

function listOf(posts: readonly ReturnType<typeof post>[], url: string): Answer {
  const query = new URL(url, "http://127.0.0.1").searchParams;
  const perPage = Number(query.get("per_page"));
  const page = Number(query.get("page") ?? 1);
  const by = query.get("sort_by") === "updated_at" ? "updatedAt" : "createdAt";
  const rows = posts.toSorted((a, b) => (a[by] < b[by] ? 1 : -1));
  const lastPage = Math.max(1, Math.ceil(rows.length / perPage));
  const facts = { currentPage: page, perPage, total: rows.length, lastPage, nextPageUrl: null, prevPageUrl: null };
  return { status: 200, body: { status: "success", data: rows.slice((page - 1) * perPage, page * perPage), pagination: facts } };
}

const created = (id: number): Answer => ({ status: 201, body: { status: "success", data: { id, message: "Post created." } } });
const broken: Answer = { status: 500, body: { status: "error", message: "Internal error." } };

/** Makes the service carry out the creation. */
function made(answer: Answer, id: number, more: object = {}) {
  return (posts: ReturnType<typeof post>[]) => {
    posts.push(post(id, more));
    return answer;
  };
}

test("A creation whose reply is lost is found in the list and not sent again", async () => {
  for (const answer of ["cut", "silence", broken, { status: 504, body: "<html>" }, { status: 201, body: "{" }] as const) {
    const { result, sent, steps } = await play({ posts: [post(80)], answers: [made(answer, 81)] }, (client) => client.createPost(asked));
    assert.deepEqual(result, {
      ok: true,
      status: 201,
      data: { id: 81, message: "Already created as 81." },
      pagination: null,
      settled: { sends: 1, found: true },
    });
    assert.deepEqual([sent, steps], [1, ["looking", "found"]]);
  }
});

test("An older identical post is not mistaken for it: the creation is sent again", async () => {
  const { result, sent, steps } = await play({ posts: [post(79), post(80)], answers: [() => "cut", made(created(81), 81)] }, (client) =>
    client.createPost(asked),
  );
  assert.ok(result.ok);
  assert.deepEqual([result.data.id, result.settled, sent, steps], [81, { sends: 2, found: false }, 2, ["looking", "again"]]);
});

test("A newer post with different content is not mistaken for it", async () => {
  const others = [
    { body: "Bread" },
    { title: "Croissants" },
    { postingType: "DRAFT" },
    { media: [{ id: "m_1", name: "a", type: "image/png", size: 1 }] },
  ];
  for (const other of others) {
    const answers = [made("cut", 81, other), made(created(82), 82)];
    const { result, sent } = await play({ posts: [post(80)], answers }, (client) => client.createPost(asked));
    assert.ok(result.ok);
    assert.deepEqual([result.data.id, sent], [82, 2], JSON.stringify(other));
  }
});

test("What the service does not read is not compared: a time without a schedule, and null", async () => {
  const bodies = [
    { publishMode: "QUEUE", scheduledAt: "2030-05-01 09:00:00" },
    { publishMode: "DRAFT", scheduledAt: null },
    { publishMode: "IMMEDIATE", poll: null, title: null, media: null },
  ] as const;
  for (const body of bodies) {
    const reads = { QUEUE: "QUEUE", DRAFT: "DRAFT", IMMEDIATE: "NOW" }[body.publishMode];
    const answers = [made("cut", 81, { postingType: reads, postDate: "2026-11-21T09:00:00.000000Z" })];
    const { result, sent } = await play({ posts: [post(80)], answers }, (client) => client.createPost({ ...asked, ...body } as never));
    assert.ok(result.ok, JSON.stringify(body));
    assert.deepEqual([result.data.id, sent], [81, 1], JSON.stringify(body));
  }
  const media = [{ id: "m_1", name: "a.jpg", type: "image/jpeg", size: 1 }];
  const loaf = await play({ posts: [post(80)], answers: [made("cut", 81, { media })] }, (client) =>
    client.createPost({ ...asked, media: [{ id: null, url: "https://example.com/a.jpg" }] } as never),
  );
  assert.deepEqual([loaf.result.ok, loaf.sent], [true, 1]);
  const poll = { question: "Rye?", options: ["Yes", "No"], period: "1d" };
  const answers = [made("cut", 81, { poll })];
  const { result, sent } = await play({ posts: [post(80)], answers }, (client) =>
    client.createPost({ ...asked, poll: { ...poll, correctOptionIndex: null, explanation: null } } as never),
  );
  assert.deepEqual([result.ok, sent], [true, 1]);
});

test("A post that was published at once and is back in its evergreen queue is found, and never published again", async () => {
  const back = { postingType: "QUEUE", postDate: "2026-11-23T09:00:00.000000Z" };
  const since = { updatedAt: "2026-11-21T09:00:02.000000Z" };
  const now = (client: ReturnType<typeof createReconcilingClient>) => client.createPost({ ...asked, publishMode: "IMMEDIATE" });
  const { result, sent } = await play({ posts: [post(80)], answers: [made("cut", 81, { ...back, ...since })] }, now);
  assert.ok(result.ok);
  assert.deepEqual([result.data.id, sent], [81, 1]);
  // What somebody has only queued meanwhile is another post.
  const queued = await play({ posts: [post(80)], answers: [made("cut", 81, back), made(created(82), 82)] }, now);
  assert.ok(queued.result.ok);
  assert.deepEqual([queued.result.data.id, queued.sent], [82, 2]);
});

test("A request still being processed when its connection drops is given time to finish", async () => {
  const posts = [post(80)];
  const late = () => {
    setTimeout(() => posts.push(post(81)), 100);
    return "cut" as const;
  };
  const { result, sent } = await play({ posts, answers: [late] }, (client) => client.createPost(asked));
  assert.ok(result.ok);
  assert.deepEqual([result.data.id, sent], [81, 1]);
});

test("A request that the service or a gateway has given up may still be carried out, and is given time too", async () => {
  for (const answer of [broken, { status: 504, body: { message: "Endpoint request timed out" } }] as const) {
    const posts = [post(80)];
    const late = () => {
      setTimeout(() => posts.push(post(81)), 100);
      return answer;
    };
    const { result, sent } = await play({ posts, answers: [late] }, (client) => client.createPost(asked));
    assert.ok(result.ok);
    assert.deepEqual([result.data.id, sent], [81, 1]);
  }
});

test("If the service has to download media first, it is given longer", async () => {
  const posts = [post(80)];
  const media = [{ id: "m_1", name: "a.jpg", type: "image/jpeg", size: 1 }];
  const late = () => {
    setTimeout(() => posts.push(post(81, { media })), 400);
    return "cut" as const;
  };
  const { result, sent } = await play({ posts, answers: [late] }, (client) =>
    client.createPost({ ...asked, media: [{ url: "https://shop.example/a.jpg" }] }),
  );
  assert.ok(result.ok);
  assert.deepEqual([result.data.id, sent], [81, 1]);
});

test("A refusal is final: no lookup, no retry", async () => {
  for (const status of [400, 403, 404, 409, 422, 429]) {
    const refused = () => ({ status, body: { status: "error", message: "No.", errors: {} } });
    const { result, sent, looks, steps } = await play({ posts: [], answers: [refused] }, (client) => client.createPost(asked));
    assert.ok(!result.ok);
    assert.deepEqual([result.status, sent, looks, steps], [status, 1, 1, []]);
  }
});

test("If the lists cannot be read beforehand, nothing is sent; if not afterwards, the outcome is unsettled", async () => {
  const before = await play({ posts: [], answers: [made("cut", 81)], blindFrom: 0 }, (client) => client.createPost(asked));
  assert.ok(!before.result.ok);
  assert.deepEqual([before.result.problem.kind, before.sent], ["unreachable", 0]);
  const afterwards = await play({ posts: [], answers: [made("cut", 81)], blindFrom: 1 }, (client) => client.createPost(asked));
  assert.ok(!afterwards.result.ok);
  assert.deepEqual([afterwards.result.problem.kind, afterwards.sent], ["unsettled", 1]);
});

test("A request that keeps failing is given up with its last failure", async () => {
  const { result, sent } = await play({ posts: [], answers: [() => broken, () => broken, () => broken] }, (client) =>
    client.createPost(asked),
  );
  assert.deepEqual(result, { ok: false, status: 500, problem: { kind: "domain", message: "Internal error.", errors: {} } });
  assert.equal(sent, 3);
});

test("A creation of the same kind waits for its turn, others do not", async () => {
  const answers = [made("cut", 81), made("cut", 82), made("cut", 83)];
  const { result } = await play({ posts: [post(80)], answers }, (client) => Promise.all([1, 2, 3].map(() => client.createPost(asked))));
  assert.deepEqual(
    result.map((each) => (each.ok ? each.data.id : null)),
    [81, 82, 83],
  );
});

test("A change is recognised by a post that was updated since and is in the requested state", async () => {
  const change = { brandId: 7, postId: 80, publishMode: "DRAFT" } as const;
  const moved = (posts: ReturnType<typeof post>[]) => {
    posts.splice(0, 1, post(80, { postingType: "DRAFT", updatedAt: "2026-11-21T10:00:00.000000Z" }));
    return "cut" as const;
  };
  const done = await play({ posts: [post(80), post(81)], answers: [moved] }, (client) => client.updatePost(change));
  assert.ok(done.result.ok);
  assert.deepEqual([done.result.data.postingType, done.result.settled, done.sent], ["DRAFT", { sends: 1, found: true }, 1]);
  const reply = { status: 200, body: { status: "success", data: post(80, { postingType: "DRAFT" }) } };
  const lost = await play({ posts: [post(80), post(81)], answers: [() => "cut", () => reply] }, (client) => client.updatePost(change));
  assert.ok(lost.result.ok);
  assert.deepEqual([lost.result.settled, lost.sent], [{ sends: 2, found: false }, 2]);
});

test("A post is gone when no page of the list has it, which a binary search over pages finds out", async () => {
  const posts = Array.from({ length: 3_000 }, (_, index) => post(index * 2 + 1));
  for (const postId of [1, 2_999, 5_999]) {
    const gone = (all: ReturnType<typeof post>[]) => {
      all.splice(
        all.findIndex(({ id }) => id === postId),
        1,
      );
      return "cut" as const;
    };
    const { result, sent, looks } = await play({ posts: [...posts], answers: [gone] }, (client) =>
      client.deletePost({ brandId: 7, postId }),
    );
    assert.ok(result.ok);
    assert.deepEqual([result.data.id, sent], [postId, 1]);
    assert.ok(looks < 20, `${looks} looks`);
  }
});

test("A post that others' deletions move from one page to another while it is looked for is not taken for gone", async () => {
  const without = (posts: ReturnType<typeof post>[], id: number) =>
    posts.splice(
      posts.findIndex((one) => one.id === id),
      1,
    );
  const posts = Array.from({ length: 300 }, (_, index) => post(index + 1));
  const gone = (all: ReturnType<typeof post>[]): Answer => {
    without(all, 100);
    return { status: 200, body: { status: "success", data: { id: 100, message: "Post deleted." } } };
  };
  // The first look is before the deletion; then come the pages 1 to 3, the last of which begins with post 100 until then.
  const meanwhile = (all: ReturnType<typeof post>[], look: number) => {
    if (look === 4) without(all, 250);
  };
  const { sent } = await play({ posts, answers: [() => "cut", gone], meanwhile }, (client) =>
    client.deletePost({ brandId: 7, postId: 100 }),
  );
  assert.deepEqual([sent, posts.some(({ id }) => id === 100)], [2, false]);
});

test("A post that still exists is deleted again, and a retry that gets 404 means that the first attempt worked", async () => {
  const notFound = { status: 404, body: { status: "error", message: "Post not found in this brand.", errors: {} } };
  const posts = Array.from({ length: 300 }, (_, index) => post(index + 1));
  const { result, sent } = await play({ posts, answers: [() => "cut", () => notFound] }, (client) =>
    client.deletePost({ brandId: 7, postId: 150 }),
  );
  assert.ok(result.ok);
  assert.deepEqual([result.data.id, result.settled, sent], [150, { sends: 2, found: true }, 2]);
});

test("Whoever gives up while they wait for their turn waits no longer, and sends nothing", async () => {
  const answers = [made("cut", 81)];
  const { result, sent } = await play({ posts: [post(80)], answers }, async (client) => {
    const over: string[] = [];
    const giving = new AbortController();
    const first = client.createPost(asked).then(() => over.push("first"));
    const second = client.createPost(asked, { signal: giving.signal }).catch((error: Error) => over.push(error.name));
    giving.abort();
    await Promise.all([first, second]);
    return over;
  });
  assert.deepEqual([result, sent], [["AbortError", "first"], 1]);
});

test("What is no list of media is left to the service to refuse", async () => {
  for (const media of ["x", [null], 7]) {
    const refused = () => ({ status: 422, body: { message: "The media field must be an array.", errors: { media: ["No."] } } });
    const { result } = await play({ posts: [], answers: [refused] }, (client) => client.createPost({ ...asked, media } as never));
    assert.ok(!result.ok);
    assert.equal(result.status, 422, JSON.stringify(media));
  }
});
