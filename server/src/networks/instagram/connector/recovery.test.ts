import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { CallReply, Net } from "../../../ground/net/net.ts";
import type { Call, Checkpoint, OutgoingPost } from "../../connectors/connector.ts";
import type { Fault } from "../../connectors/testing/faults.ts";
import { instagram } from "./index.ts";
import { delivery, drive } from "./testing/deliver.ts";
import { aPost, openStage, refusal, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const MEDIA_PUBLISH = { method: "POST", path: /\/media_publish$/ } as const;
const cut = { ...MEDIA_PUBLISH, act: "cut" } as const;
const anImagePost = async (fields = {}) => aPost({ media: [await stage.files.image()], ...fields });
const publishCalls = () => stage.requests("POST", /\/media_publish$/).length;
const containersMade = () => stage.requests("POST", /\/media$/).length;

const kinds: Readonly<Record<string, (own: Stage) => Promise<OutgoingPost>>> = {
  "an image": async ({ files }) => aPost({ media: [await files.image()] }),
  "a carousel": async ({ files }) => aPost({ type: "SLIDES", media: [await files.image(), files.video()] }),
  "a reel": async ({ files }) => aPost({ type: "REEL", media: [files.video()] }),
  "two stories": async ({ files }) => aPost({ type: "STORY", asStory: true, media: [await files.image(), await files.image()] }),
};

/** A process that dies once: steps are each write of progress and each request, before it and after it. */
function dyingAt(step: number) {
  let steps = 0;
  const pass = () => {
    steps += 1;
    if (steps === step) throw new Error("killed");
  };
  const around = async <T>(work: () => Promise<T>): Promise<T> => {
    pass();
    const result = await work();
    pass();
    return result;
  };
  const wrap = (call: Call): Call => {
    const { checkpoint, net } = call;
    const dying: Checkpoint = {
      ...checkpoint,
      set: (name, value) => around(() => checkpoint.set(name, value)),
      keep: (name, value) => around(() => checkpoint.keep(name, value)),
    };
    const dyingNet: Net = { ...net, call: (request) => around<CallReply>(() => net.call(request)) };
    return { ...call, checkpoint: dying, net: dyingNet };
  };
  return { wrap, hasDied: () => steps >= step };
}

/** A call whose second request to publish meets this fault. */
function faultySecond(call: Call, fault: Fault): Call {
  let calls = 0;
  const net: Net = {
    ...call.net,
    call: async (request) => {
      if (request.url.endsWith("/media_publish")) calls += 1;
      if (request.url.endsWith("/media_publish") && calls === 2) stage.fault(fault);
      return call.net.call(request);
    },
  };
  return { ...call, net };
}

for (const [name, make] of Object.entries(kinds)) {
  test(`${name} is there exactly once, at whatever step the service is killed`, async () => {
    let kills = 0;
    for (let isOver = false; !isOver; kills += 1) {
      await using own = await openStage();
      const post = await make(own);
      const { wrap, hasDied } = dyingAt(kills + 1);
      const outcome = await drive(own, delivery(own, post, wrap));
      const seen = await own.seen();
      const facts = [outcome.kind, seen.length, outcome.kind === "published" && outcome.remoteId];
      assert.deepEqual(facts, ["published", post.asStory ? 2 : 1, seen[0]?.id], `killed at step ${kills + 1}`);
      isOver = !hasDied();
    }
    assert.ok(kills > 12, `${kills} steps are fewer than there are`);
  });
}

// Shows Instagram: look-up after a lost answer
test("an answer that is lost is settled by the container, and the account's list names the post", async () => {
  const one = delivery(stage, await anImagePost());
  stage.fault(cut);
  assert.equal((await one.publish()).kind, "unknown");
  const [post, ...others] = await stage.seen();
  assert.deepEqual(await one.find(), { kind: "published", remoteId: post?.id, url: post?.url });
  assert.deepEqual([others.length, publishCalls()], [0, 1]);
});

test("an attempt after a lost answer sends nothing before it has been looked up", async () => {
  const one = delivery(stage, await anImagePost());
  stage.fault(cut);
  await one.publish();
  const count = stage.exchanges.length;
  assert.equal((await one.publish()).kind, "unknown");
  assert.equal(stage.exchanges.length, count);
});

test("a request that did not arrive is sent again with the same container, once that has said twice that it is not published", async () => {
  const one = delivery(stage, await anImagePost());
  stage.fault({ ...MEDIA_PUBLISH, act: { status: 500, body: "" } });
  assert.equal((await one.publish()).kind, "unknown");
  stage.pass(30);
  assert.equal((await one.find()).kind, "undecided");
  stage.pass(60);
  assert.equal((await one.find()).kind, "undecided");
  stage.pass(60);
  assert.deepEqual(await one.find(), { kind: "absent" });
  assert.equal((await one.publish()).kind, "published");
  assert.deepEqual([containersMade(), (await stage.seen()).length], [1, 1]);
});

test("a status that says late that it was published does not lead to a second post", async () => {
  await stage.settings({ published_shows_after_seconds: 100 });
  const one = delivery(stage, await anImagePost());
  stage.fault(cut);
  const outcome = await drive(stage, one);
  const [post, ...others] = await stage.seen();
  assert.deepEqual([outcome.kind === "published" && outcome.remoteId, others.length, publishCalls()], [post?.id, 0, 1]);
});

test("even a status that is later than that does not: the refusal of the repeat is not believed", async () => {
  await stage.settings({ published_shows_after_seconds: 1000 });
  const one = delivery(stage, await anImagePost());
  stage.fault(cut);
  const outcome = await drive(stage, one);
  const [post, ...others] = await stage.seen();
  assert.deepEqual([outcome.kind === "published" && outcome.remoteId, others.length, containersMade()], [post?.id, 0, 1]);
});

test("a post that is blocked although it is live is found", async () => {
  const one = delivery(stage, await anImagePost());
  stage.fault({ ...MEDIA_PUBLISH, act: { status: 400, body: refusal(4, 2207051), when: "after" } });
  const first = await one.publish();
  assert.equal(first.kind, "unknown");
  const outcome = await one.find();
  const [post, ...others] = await stage.seen();
  assert.deepEqual([outcome.kind === "published" && outcome.remoteId, others.length, publishCalls()], [post?.id, 0, 1]);
});

test("a blocked account is asked again after 1, 4 and 12 hours with the same container, then once with another one", async () => {
  const post = await anImagePost();
  const one = delivery(stage, post);
  const blocked = { ...MEDIA_PUBLISH, act: { status: 400, body: refusal(4, 2207051) } } as const;
  stage.fault(blocked, blocked, blocked, blocked, blocked);
  const begun = Date.parse(stage.now());
  const calledAt: number[] = [];
  const watched = {
    ...one,
    publish: async () => {
      const before = publishCalls();
      const outcome = await one.publish();
      if (publishCalls() > before) calledAt.push(Math.round((Date.parse(stage.now()) - begun) / 3_600_000));
      return outcome;
    },
  };
  const outcome = await drive(stage, watched);
  assert.deepEqual(outcome, {
    kind: "rejected",
    reason: "Instagram blocks what this account publishes. Open Instagram and see what it asks for.",
  });
  assert.deepEqual(calledAt, [0, 1, 5, 17, 24]);
  assert.equal(containersMade(), 2);
  // Tried again by a person: it is asked once more, even if the first step only waits for a container.
  stage.pass(25 * 3600);
  await instagram.publish(post, stage.account, { ...stage.call(one.checkpoint), startsOver: true });
  assert.equal((await drive(stage, one)).kind, "published");
});

test("a throttled request is looked up before the application is held", async () => {
  const one = delivery(stage, await anImagePost());
  const usage = JSON.stringify({ "1": [{ estimated_time_to_regain_access: 30 }] });
  stage.fault({ ...MEDIA_PUBLISH, act: { status: 400, body: refusal(4), headers: { "x-business-use-case-usage": usage } } });
  assert.equal((await one.publish()).kind, "unknown");
  let found = await one.find();
  while (found.kind === "undecided") {
    stage.pass(60);
    found = await one.find();
  }
  const held = { kind: "held", reason: "Instagram: Refused (code 4)", scope: "application", retryAfterSeconds: 1800 - 120 };
  assert.deepEqual(found, { kind: "absent", held });
  assert.deepEqual(await one.publish(), held);
  stage.pass(1680);
  assert.equal((await drive(stage, one)).kind, "published");
  assert.equal((await stage.seen()).length, 1);
});

test("reads that are refused to a valid token decide nothing, and the post is found when they work again", async () => {
  const one = delivery(stage, await anImagePost());
  stage.fault(cut);
  await one.publish();
  for (let reads = 0; reads < 3; reads += 1) {
    stage.fault({ method: "GET", path: /fields=status_code/, act: { status: 400, body: refusal(100, 33, "Object does not exist") } });
    assert.equal((await one.find()).kind, "notAsked");
    stage.pass(3600);
  }
  assert.equal((await one.find()).kind, "published");
  assert.equal((await stage.seen()).length, 1);
});

test("a new container is made only after the old one has ended and the list has twice lacked the post", async () => {
  const one = delivery(stage, await anImagePost());
  stage.fault({ ...MEDIA_PUBLISH, act: { status: 500, body: "" } });
  await one.publish();
  stage.pass(25 * 3600);
  assert.equal((await one.find()).kind, "undecided");
  stage.pass(59);
  assert.equal((await one.find()).kind, "undecided");
  assert.equal(containersMade(), 1);
  stage.pass(1);
  assert.deepEqual(await one.find(), { kind: "absent" });
  assert.equal((await one.publish()).kind, "published");
  assert.deepEqual([containersMade(), (await stage.seen()).length], [2, 1]);
});

test("posts that are not this one are never taken for it: other kinds, older ones, those of other deliveries", async () => {
  const others = [
    delivery(stage, await anImagePost({ text: "Older" })),
    delivery(stage, aPost({ type: "REEL", text: "A reel", media: [stage.files.video()] })),
    delivery(stage, await anImagePost({ text: "Another delivery's" })),
  ];
  await drive(stage, others[0] ?? assert.fail());
  stage.pass(600);
  await drive(stage, others[1] ?? assert.fail());
  const foreign = await drive(stage, others[2] ?? assert.fail());
  stage.owned.add(foreign.kind === "published" ? foreign.remoteId : assert.fail());
  const one = delivery(stage, await anImagePost({ text: "Mine" }));
  stage.fault(cut);
  await one.publish();
  const found = await one.find();
  assert.equal(found.kind === "published" && found.remoteId, (await stage.seen()).find(({ text }) => text === "Mine")?.id);
});

test("a live post that cannot be told from others is published without a link after 15 minutes", async () => {
  const one = delivery(stage, await anImagePost({ text: "Mine" }));
  stage.fault(cut);
  await one.publish();
  await drive(stage, delivery(stage, await anImagePost({ text: "By hand" })));
  const undecided = await one.find();
  assert.deepEqual(undecided, {
    kind: "undecided",
    reason: "Instagram: the post is live, but cannot be told from others yet",
    retryAfterSeconds: 300,
  });
  stage.pass(900);
  const found = await one.find();
  assert.ok(found.kind === "published");
  assert.match(found.remoteId, /^container-\d+$/);
  assert.equal(found.url, null);
  assert.deepEqual(await instagram.counts?.([found.remoteId], stage.account, stage.call()), { kind: "counted", counts: {} });
});

test("captions tell posts apart where the network shows them", async () => {
  await stage.settings({ caption_needs_facebook: false });
  const one = delivery(stage, await anImagePost({ text: "Mine,\n\nas written" }));
  stage.fault(cut);
  await one.publish();
  await drive(stage, delivery(stage, await anImagePost({ text: "By hand" })));
  const found = await one.find();
  assert.equal(found.kind === "published" && found.remoteId, (await stage.seen()).find(({ text }) => text.startsWith("Mine"))?.id);
});

test("a post that shows late in the list is waited for", async () => {
  await stage.networkFault("late-lists", { seconds: 300 });
  const one = delivery(stage, await anImagePost());
  stage.fault(cut);
  const outcome = await drive(stage, one);
  assert.equal(outcome.kind === "published" && outcome.remoteId, (await stage.seen())[0]?.id);
});

test("the second of several stories is looked for without the first", async () => {
  const post = aPost({ type: "STORY", asStory: true, media: [await stage.files.image(), await stage.files.image()] });
  const one = delivery(stage, post);
  assert.equal((await instagram.publish(post, stage.account, faultySecond(stage.call(one.checkpoint), cut))).kind, "unknown");
  assert.equal((await one.find()).kind, "published");
  assert.deepEqual([(await stage.seen()).length, publishCalls()], [2, 2]);
});

test("after a story is refused, the one before it is known", async () => {
  const post = aPost({ type: "STORY", asStory: true, media: [await stage.files.image(), await stage.files.image()] });
  const one = delivery(stage, post);
  const refused = { ...MEDIA_PUBLISH, act: { status: 400, body: refusal(352, 2207026) } };
  const outcome = await instagram.publish(post, stage.account, faultySecond(stage.call(one.checkpoint), refused));
  assert.ok(outcome.kind === "rejected");
  const [story] = await stage.seen();
  const first = instagram.firstPart?.(post, stage.account, stage.call(one.checkpoint));
  assert.equal(first?.remoteId, story?.id);
  assert.match(first?.url ?? "", new RegExp(`/stories/.*/${story?.id}$`));
});

test("containers that have ended before they were published are made anew", async () => {
  await stage.settings({ video_seconds: 3600 });
  const one = delivery(stage, aPost({ type: "SLIDES", media: [await stage.files.image(), stage.files.video()] }));
  assert.equal((await one.publish()).kind, "pending");
  stage.pass(25 * 3600);
  const outcome = await drive(stage, one, "check");
  assert.equal(outcome.kind, "published", JSON.stringify(outcome));
  assert.equal((await stage.seen()).length, 1);
});

test("a container that is not there any more a day after it was made is made anew, instead of being asked for for another day", async () => {
  await stage.settings({ video_seconds: 3600 });
  const one = delivery(stage, aPost({ type: "REEL", media: [stage.files.video()] }));
  assert.equal((await one.publish()).kind, "pending");
  stage.pass(25 * 3600);
  stage.fault({ method: "GET", path: /fields=status_code/, act: { status: 400, body: refusal(24, 2207008) } });
  const outcome = await drive(stage, one, "check");
  assert.equal(outcome.kind, "published", JSON.stringify(outcome));
  assert.deepEqual([containersMade(), (await stage.seen()).length], [2, 1]);
});

test("what the account's owner has posted by hand is not taken for a post whose container has ended", async () => {
  const one = delivery(stage, await anImagePost({ text: "Mine" }));
  stage.fault({ ...MEDIA_PUBLISH, act: { status: 500, body: "" } });
  await one.publish();
  stage.pass(25 * 3600);
  await drive(stage, delivery(stage, await anImagePost({ text: "By hand" })));
  assert.equal((await one.find()).kind, "undecided");
  stage.pass(900);
  const reason = "Instagram: a post in the account's list may be the one that was sent";
  assert.deepEqual(await one.find(), { kind: "undecidable", reason });
  assert.equal((await one.publish()).kind, "unknown");
});

test("a story that is looked for when a day has passed is left to a person: the list has those of a day alone", async () => {
  const one = delivery(stage, aPost({ type: "STORY", asStory: true, media: [await stage.files.image()] }));
  stage.fault({ ...MEDIA_PUBLISH, act: { status: 500, body: "" } });
  await one.publish();
  stage.pass(25 * 3600);
  const found = await one.find();
  assert.ok(found.kind === "undecidable");
  assert.match(found.reason, /look at the account's archive/);
});

test("the files of a carousel that have ended together are made anew together, and not one a try", async () => {
  await stage.settings({ video_seconds: 3600 });
  const images = await Promise.all(Array.from({ length: 8 }, () => stage.files.image()));
  const one = delivery(stage, aPost({ type: "SLIDES", media: [...images, stage.files.video()] }));
  assert.equal((await one.publish()).kind, "pending");
  stage.pass(25 * 3600);
  let tries = 0;
  const counted = (step: typeof one.publish) => async () => {
    const outcome = await step();
    if (outcome.kind === "busy") tries += 1;
    return outcome;
  };
  const outcome = await drive(stage, { ...one, publish: counted(one.publish), check: counted(one.check as typeof one.publish) }, "check");
  assert.equal(outcome.kind, "published", JSON.stringify(outcome));
  assert.ok(tries <= 2, `${tries} tries`);
});

test("a container whose creation got no answer is made again, and only one is published", async () => {
  const one = delivery(stage, await anImagePost());
  stage.fault({ method: "POST", path: /\/media$/, act: "cut" });
  const outcome = await one.publish();
  assert.deepEqual([outcome.kind, "retryAfterSeconds" in outcome && outcome.retryAfterSeconds], ["busy", 60]);
  assert.equal((await one.publish()).kind, "published");
  assert.equal((await stage.seen()).length, 1);
});

test("reads that are refused for a day while publishing works cost a post a minute", async () => {
  const one = delivery(stage, await anImagePost());
  stage.fault({
    method: "GET",
    path: /fields=status_code/,
    act: { status: 400, body: refusal(100, 33, "Object does not exist") },
    times: 1000,
  });
  const first = await one.publish();
  assert.ok(first.kind === "pending");
  assert.match(first.reason ?? "", /Object does not exist/);
  stage.pass(60);
  assert.equal((await one.check()).kind, "published");
  assert.equal((await stage.seen()).length, 1);
});
