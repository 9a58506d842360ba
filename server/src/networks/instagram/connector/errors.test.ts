import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { delivery } from "./testing/deliver.ts";
import { aPost, openStage, refusal, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const CREATE = { method: "POST", path: /\/media$/ } as const;
const PUBLISH = { method: "POST", path: /\/media_publish$/ } as const;
const answering = (status: number, body: unknown) => ({ act: { status, body } }) as const;
const anImagePost = async () => delivery(stage, aPost({ media: [await stage.files.image()] }));

/** What a refusal means where nothing is visible yet, and where a post may become visible. */
const TABLE: readonly [code: number, subcode: number | undefined, created: string, published: string][] = [
  [-2, 2207003, "busy 120", "unknown"],
  [-2, 2207020, "busy 5", "unknown"],
  [-1, 2207001, "busy 60", "unknown"],
  [-1, 2207032, "busy 30", "unknown"],
  [-1, 2207053, "busy 30", "unknown"],
  [1, 2207057, "rejected", "rejected"],
  [4, 2207051, "held channel 3600", "unknown"],
  [9, 2207042, "held channel 3600", "held channel 3600"],
  [24, 2207006, "busy 900", "busy 30"],
  [24, 2207008, "busy 900", "busy 30"],
  [100, 33, "busy 900", "busy 30"],
  [25, 2207050, "unauthorized", "unauthorized"],
  [100, 2207023, "rejected", "rejected"],
  [100, 2207028, "rejected", "rejected"],
  [100, 2207040, "rejected", "rejected"],
  [100, 2207035, "rejected", "rejected"],
  [352, 2207026, "rejected", "rejected"],
  [9004, 2207052, "busy 5", "unknown"],
  [9007, 2207027, "busy 60", "pending"],
  [36000, 2207004, "rejected", "rejected"],
  [36001, 2207005, "rejected", "rejected"],
  [36003, 2207009, "rejected", "rejected"],
  [36004, 2207010, "rejected", "rejected"],
  [100, 2207081, "rejected", "rejected"],
  [-1, 2207082, "busy 60", "unknown"],
  [190, undefined, "unauthorized grant", "unauthorized grant"],
  [190, 463, "unauthorized grant", "unauthorized grant"],
  [190, 459, "unauthorized", "unauthorized"],
  [102, undefined, "unauthorized grant", "unauthorized grant"],
  [10, undefined, "unauthorized", "unauthorized"],
  [200, undefined, "unauthorized", "unauthorized"],
  [4, undefined, "held application 3600", "unknown"],
  [17, undefined, "held grant 3600", "unknown"],
  [32, undefined, "held channel 3600", "unknown"],
  [613, undefined, "held channel 3600", "unknown"],
  [80002, undefined, "held channel 3600", "unknown"],
  [1, undefined, "busy 60", "unknown"],
  [2, undefined, "busy 60", "unknown"],
  [100, undefined, "rejected", "rejected"],
  [12345, undefined, "rejected", "rejected"],
];

for (const [code, subcode, created, published] of TABLE) {
  test(`${code}/${subcode ?? "-"} is ${created} for a container, and ${published} for publishing it`, async () => {
    stage.fault({ ...CREATE, ...answering(400, refusal(code, subcode)) });
    assert.equal(wordsOf(await (await anImagePost()).publish()), created);
    stage.fault({ ...PUBLISH, ...answering(400, refusal(code, subcode)) });
    assert.equal(wordsOf(await (await anImagePost()).publish()), published);
    assert.deepEqual(await stage.seen(), []);
  });
}

test("answers that are not the network's own are an outage", async () => {
  for (const status of [403, 404, 502]) {
    stage.fault({ ...CREATE, ...answering(status, "<h1>Sorry</h1>") });
    assert.equal(wordsOf(await (await anImagePost()).publish()), "busy 60");
    stage.fault({ ...PUBLISH, ...answering(status, "<h1>Sorry</h1>") });
    assert.equal(wordsOf(await (await anImagePost()).publish()), "unknown");
  }
});

test("a refusal that nobody knows is only believed if the container says that it was not published", async () => {
  stage.fault({ ...PUBLISH, act: { status: 400, body: refusal(12345), when: "after" } });
  const one = await anImagePost();
  assert.equal((await one.publish()).kind, "unknown");
  assert.equal((await one.find()).kind, "published");
});

test("what passes is tried a few times, then it is final", async () => {
  stage.files.close(true);
  const one = await anImagePost();
  const outcomes = [await one.publish(), await one.publish(), await one.publish(), await one.publish()];
  assert.deepEqual(outcomes.map(wordsOf), ["busy 5", "busy 60", "busy 300", "rejected"]);
  const last = outcomes.at(-1);
  assert.match(last !== undefined && "reason" in last ? last.reason : "", /Instagram fetches files from this service's address\.$/);
});

test("of a carousel only the file that could not be fetched is made again", async () => {
  const good = await stage.files.image();
  let isThere = false;
  const late = { ...good, url: () => (isThere ? good.url() : `${stage.origin}/media/none/bread.jpg`) };
  const one = delivery(stage, aPost({ type: "SLIDES", media: [await stage.files.image(), late] }));
  assert.equal(wordsOf(await one.publish()), "busy 5");
  isThere = true;
  assert.equal((await one.publish()).kind, "published");
  const made = stage.requests("POST", /\/media$/).map(({ request }) => /none|children/.exec(String(request.body))?.[0] ?? "child");
  assert.deepEqual(made, ["child", "none", "child", "children"]);
});

test("a dead token is told from an object that cannot be seen for now", async () => {
  const one = await anImagePost();
  stage.fault(
    { ...PUBLISH, ...answering(400, refusal(24, 2207006)) },
    { method: "GET", path: /\/me\?/, act: { status: 400, body: refusal(190, 463, "Session has expired") } },
  );
  assert.deepEqual(await one.publish(), {
    kind: "unauthorized",
    reason: "Instagram: Session has expired (code 190/463). Reconnect the channel.",
    scope: "grant",
  });
});

test("an account that is personal now says what to do", async () => {
  stage.fault({ ...CREATE, ...answering(400, refusal(100, undefined, "The user is not an Instagram Business account")) });
  assert.deepEqual(await (await anImagePost()).publish(), {
    kind: "unauthorized",
    reason:
      "Instagram: The user is not an Instagram Business account (code 100). Make it a professional account again, then reconnect the channel.",
  });
});

test("a container that failed says why, also without a status code", async () => {
  await stage.settings({ errors_without_status_code: true, video_seconds: 0 });
  const one = delivery(stage, aPost({ type: "REEL", media: [stage.files.video({ seconds: 2 })] }));
  assert.deepEqual(await one.publish(), {
    kind: "rejected",
    reason: "Instagram: Error: Media upload has failed with error code 2207026. Check the file's format, length and size.",
  });
});

test("processing that fails late is tried with new containers before it is final", async () => {
  await stage.settings({ video_seconds: 0 });
  stage.files.close(true);
  const one = delivery(stage, aPost({ type: "REEL", media: [stage.files.video()] }));
  assert.equal(wordsOf(await one.publish()), "busy 60");
  stage.files.close(false);
  assert.equal((await one.publish()).kind, "published");
  assert.equal(stage.requests("POST", /\/media$/).length, 2);
});

test("a container that is gone is waited for twice, then made again", async () => {
  const one = await anImagePost();
  const gone = { ...PUBLISH, ...answering(400, refusal(24, 2207008)) };
  stage.fault(gone, gone, gone);
  const outcomes = [await one.publish(), await one.publish(), await one.publish()];
  assert.deepEqual(outcomes.map(wordsOf), ["busy 30", "busy 120", "busy 5"]);
  assert.equal((await one.publish()).kind, "published");
  assert.deepEqual([stage.requests("POST", /\/media$/).length, (await stage.seen()).length], [2, 1]);
});

test("a day's used-up quota holds the channel before anything is made, and no try is used", async () => {
  await stage.settings({ posts_per_day: 1 });
  assert.equal((await (await anImagePost()).publish()).kind, "published");
  const one = await anImagePost();
  assert.deepEqual(await one.publish(), {
    kind: "held",
    reason: "The account has published 1 posts in 24 hours, and Instagram takes 1.",
    retryAfterSeconds: 3600,
    scope: "channel",
  });
  assert.equal(stage.requests("POST", /\/media$/).length, 1);
  stage.pass(86_400);
  assert.equal((await one.publish()).kind, "published");
});

test("a quota that is used up while files are processed holds the delivery", async () => {
  await stage.settings({ video_seconds: 60 });
  const one = delivery(stage, aPost({ type: "REEL", media: [stage.files.video()] }));
  assert.equal((await one.publish()).kind, "pending");
  await stage.networkFault("quota");
  stage.pass(60);
  assert.equal((await one.publish()).kind, "held");
  assert.equal((await one.publish()).kind, "held");
  assert.deepEqual([stage.requests("POST", /\/media$/).length, (await stage.seen()).length], [1, 0]);
});

test("a state that cannot be read is asked for again, later if the network throttles, and a dead token is told at once", async () => {
  const read = { method: "GET", path: /fields=status_code/ } as const;
  const outcomeOf = async (status: number, body: unknown) => {
    stage.fault({ ...read, ...answering(status, body) });
    return wordsOf(await (await anImagePost()).publish());
  };
  assert.equal(await outcomeOf(400, refusal(100, 33)), "pending");
  assert.equal(await outcomeOf(400, refusal(10)), "pending");
  assert.equal(await outcomeOf(503, ""), "pending");
  assert.equal(await outcomeOf(400, refusal(4)), "pending");
  assert.equal(await outcomeOf(400, refusal(190, 463)), "unauthorized grant");
  const one = await anImagePost();
  stage.fault({ ...read, ...answering(400, refusal(4)) });
  assert.deepEqual(await one.publish(), {
    kind: "pending",
    live: "no",
    checkAfterSeconds: 3600,
    reason: "Instagram: Refused (code 4)",
  });
});

test("a quota that cannot be read leaves it to the network to refuse", async () => {
  stage.fault({ method: "GET", path: /content_publishing_limit/, act: { status: 400, body: refusal(10) } });
  assert.equal((await (await anImagePost()).publish()).kind, "published");
});

function wordsOf(outcome: object): string {
  const { kind, scope, retryAfterSeconds } = { kind: "", scope: "", retryAfterSeconds: "", ...outcome };
  return [kind, scope, kind === "unknown" ? "" : retryAfterSeconds].filter((word) => word !== "").join(" ");
}
