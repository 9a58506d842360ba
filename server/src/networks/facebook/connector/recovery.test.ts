import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { FindOutcome, OutgoingComment, OutgoingPost, PublishOutcome } from "../../connectors/connector.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import type { Fault } from "../../connectors/testing/faults.ts";
import { anImage, aPost, aTallVideo, aVideo } from "../../connectors/testing/posts.ts";
import { facebook } from "./index.ts";
import { delivery, OUTAGE, openStage, refusal, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await stage.settings({ refuses_repeats: false, video_part_bytes: 4000 });
});
afterEach(() => stage[Symbol.asyncDispose]());

interface Way {
  readonly name: string;
  readonly post: () => Promise<OutgoingPost>;
  /** The call after which readers see it. */
  readonly visible: RegExp;
  /** Every call before it. */
  readonly staging: readonly RegExp[];
}

const WAYS: readonly Way[] = [
  { name: "a text", post: async () => aPost({ text: "Once" }), visible: /\/feed/, staging: [] },
  {
    name: "a post with two images",
    post: async () => aPost({ type: "SLIDES", text: "Once", media: [await anImage(), await anImage()] }),
    visible: /\/feed/,
    staging: [/\/photos/],
  },
  {
    name: "an image without a text",
    post: async () => aPost({ type: "IMAGE", text: "", media: [await anImage()] }),
    visible: /\/feed/,
    staging: [/\/photos/],
  },
  {
    name: "a reel",
    post: async () => aPost({ type: "VIDEO", text: "Once", media: [aTallVideo()] }),
    visible: /\/video_reels(?!.*start)/,
    staging: [/\/upload\/video-upload/, /\/\d+\?fields=status/],
  },
  {
    name: "a video",
    post: async () => aPost({ type: "VIDEO", text: "Once", media: [aVideo()] }),
    visible: /\/videos(?!.*start)/,
    staging: [],
  },
  {
    name: "a story of an image",
    post: async () => aPost({ type: "STORY", asStory: true, text: "", media: [await anImage()] }),
    visible: /\/photo_stories/,
    staging: [/\/photos/],
  },
  {
    name: "a story of a video",
    post: async () => aPost({ type: "STORY", asStory: true, text: "", media: [aVideo()] }),
    visible: /\/video_stories(?!.*start)/,
    staging: [/\/upload\/video-upload/],
  },
];

/** Uploads begin on the same address as they are published; the fault has to let the first calls through. */
function onVisible(way: Way, act: Fault["act"]): Fault {
  return { method: "POST", path: way.visible, act, after: FIRST_CALLS[way.name] ?? 0 };
}

/** How many calls to the address of the visible call come before it. */
const FIRST_CALLS: Readonly<Record<string, number>> = { "a reel": 1, "a video": 4, "a story of a video": 1 };

async function seenTimes(): Promise<number> {
  stage.pass(60);
  return (await stage.seen()).length;
}

for (const way of WAYS) {
  // Shows Facebook: look-up after a lost answer
  test(`${way.name} whose answer is lost is found, and not sent again`, async () => {
    const { publish, found } = delivery(stage, await way.post());
    stage.fault(onVisible(way, "cut"));
    assert.equal((await publish()).kind, "unknown");
    assert.equal((await publish()).kind, "unknown");
    stage.pass(10);
    const outcome = await found();
    assert.equal(outcome.kind, "published", JSON.stringify(outcome));
    assert.equal(await seenTimes(), 1);
    assert.deepEqual({ ...(await publish()) }, outcome);
  });

  test(`${way.name} that is answered with an outage although it is live is found`, async () => {
    const { publish, found } = delivery(stage, await way.post());
    stage.fault(onVisible(way, { when: "after", ...OUTAGE }));
    assert.equal((await publish()).kind, "unknown");
    stage.pass(10);
    assert.equal((await found()).kind, "published");
    assert.equal(await seenTimes(), 1);
  });

  test(`${way.name} that never arrived is sent again, once`, async () => {
    if (way.name.startsWith("a story")) await delivery(stage, aPost({ asStory: true, media: [await anImage()] })).published();
    const before = await seenTimes();
    stage.pass(600);
    const { publish, published, found } = delivery(stage, await way.post());
    stage.fault(onVisible(way, { when: "before", ...OUTAGE }));
    assert.equal((await publish()).kind, "unknown");
    const outcome = await found();
    assert.deepEqual(outcome, { kind: "absent" });
    assert.equal((await published()).kind, "published");
    assert.equal(await seenTimes(), before + 1);
  });

  test(`${way.name} is not sent a third time after two calls without an answer`, async () => {
    if (way.name.startsWith("a story")) await delivery(stage, aPost({ asStory: true, media: [await anImage()] })).published();
    stage.pass(600);
    const { publish, found } = delivery(stage, await way.post());
    stage.fault(onVisible(way, { when: "before", ...OUTAGE }));
    await publish();
    assert.deepEqual(await found(), { kind: "absent" });
    stage.fault({ method: "POST", path: way.visible, act: { when: "before", ...OUTAGE } });
    assert.equal((await publish()).kind, "unknown");
    const outcome = await found();
    assert.ok(outcome.kind === "undecidable");
    assert.match(outcome.reason, /Look on Facebook/);
  });

  for (const staging of way.staging) {
    test(`${way.name} goes on after ${staging} failed in any way`, async () => {
      for (const act of ["cut", { when: "after", ...OUTAGE }, { when: "before", ...OUTAGE }] as const) {
        const { publish, published } = delivery(stage, await way.post());
        stage.fault({ path: staging, act });
        const outcome = await publish();
        assert.ok(outcome.kind === "busy" || (outcome.kind === "pending" && outcome.live === "no"), JSON.stringify(outcome));
        assert.equal((await published()).kind, "published");
      }
      assert.equal(await seenTimes(), 3);
    });
  }
}

test("an attempt that ends after any line of progress leaves exactly one post", async () => {
  for (const way of WAYS) {
    for (let writes = 1; writes < 30; writes += 1) {
      const before = await seenTimes();
      const post = await way.post();
      const checkpoint = memoryCheckpoint();
      const killed = { ...stage.call(checkpoint), checkpoint: dyingAfter(checkpoint, writes) };
      const ended = await facebook.publish(post, stage.account, killed).then(
        () => true,
        () => false,
      );
      if (ended) break;
      assert.equal(await settled(post, checkpoint), "published", `${way.name}, killed at write ${writes}`);
      assert.equal(await seenTimes(), before + 1, `${way.name}, killed at write ${writes}`);
    }
  }
});

/** What the engine does after a restart: looks up first, and publishes only what is certainly not there. */
async function settled(post: OutgoingPost, checkpoint: ReturnType<typeof memoryCheckpoint>): Promise<string> {
  let kind = "";
  for (let round = 0; round < 40 && kind !== "published"; round += 1) {
    const found = await facebook.find?.(post, stage.account, stage.call(checkpoint));
    kind = found?.kind ?? "";
    if (kind === "absent") {
      const outcome = await facebook.publish(post, stage.account, stage.call(checkpoint));
      kind = outcome.kind;
      for (let asked = 0; kind === "pending" && asked < 20; asked += 1) {
        stage.pass(20);
        kind = (await facebook.check?.(post, stage.account, stage.call(checkpoint)))?.kind ?? "";
      }
    }
    stage.pass(120);
  }
  return kind;
}

/** The write itself takes place; what would come after it does not. */
function dyingAfter(checkpoint: ReturnType<typeof memoryCheckpoint>, writes: number) {
  let left = writes;
  const dying = (write: typeof checkpoint.set): typeof checkpoint.set => {
    return async (name, value) => {
      await write(name, value);
      left -= 1;
      if (left === 0) throw new Error("killed");
    };
  };
  return { ...checkpoint, set: dying(checkpoint.set), keep: dying(checkpoint.keep), seal: dying(checkpoint.seal) };
}

test("an upload that broke off goes on where it ended", async () => {
  const video = aTallVideo({ fileBytes: 50_000 });
  const { publish, published, checkpoint } = delivery(stage, aPost({ type: "VIDEO", media: [video] }));
  const half = { ...video, file: async () => partOf(await video.file(), 20_000) };
  const first = await facebook.publish(aPost({ type: "VIDEO", media: [half] }), stage.account, stage.call(checkpoint));
  assert.equal(first.kind, "busy");
  assert.equal((await published()).kind, "published");
  const offsets = stage.made(/\/upload\/video-upload/).map(({ headers }) => headers?.offset);
  assert.deepEqual(offsets, ["0", "20000"]);
  assert.equal((await publish()).kind, "published");
});

/** Announces the whole file, and ends in the middle. */
function partOf(file: File, bytes: number): File {
  const part = new File([file.slice(0, bytes)], file.name, { type: file.type });
  Object.defineProperty(part, "slice", { value: () => file.slice(0, bytes) });
  Object.defineProperty(part, "size", { value: file.size });
  return part;
}

test("an upload that the network lost is begun anew, twice at most", async () => {
  const { publish } = delivery(stage, aPost({ type: "VIDEO", media: [aTallVideo()] }));
  const empty: Fault = { method: "POST", path: /\/video_reels/, after: 1, act: { when: "before", status: 400, body: refusal(6000) } };
  stage.fault(empty);
  assert.equal((await publish()).kind, "busy");
  stage.fault(empty);
  assert.equal((await publish()).kind, "busy");
  stage.fault(empty);
  const outcome = await publish();
  assert.ok(outcome.kind === "rejected");
  assert.match(outcome.reason, /The video was uploaded 3 times\.$/);
  const other = delivery(stage, aPost({ type: "VIDEO", media: [aTallVideo()] }));
  stage.fault(empty);
  await other.publish();
  assert.equal((await other.published()).kind, "published");
});

test("a video whose end of the upload was lost is not uploaded again when the network says that it is no upload any more", async () => {
  const { publish, found } = delivery(stage, aPost({ type: "VIDEO", media: [aTallVideo()] }));
  const ends = { method: "POST", path: /\/video_reels/ } as const;
  stage.fault({ ...ends, act: "cut", after: 1 });
  assert.equal((await publish()).kind, "unknown");
  // It goes on to say that nothing has been finished, and lists nothing.
  const phases = { uploading_phase: { status: "complete" }, publishing_phase: { status: "not_started" } };
  const silent = { status: { video_status: "ready", ...phases }, published: false };
  stage.fault({ method: "GET", path: /\/\d+\?fields=status/, act: { status: 200, body: silent }, times: 4 });
  stage.fault({ method: "GET", path: /\/video_reels/, act: { status: 200, body: { data: [] } }, times: 2 });
  stage.pass(1000);
  await found();
  // The upload is begun once, so the next call ends it a second time.
  stage.fault({ ...ends, act: { status: 400, body: refusal(6000) } });
  let outcome: PublishOutcome | FindOutcome = await publish();
  for (let round = 0; round < 10 && outcome.kind !== "published"; round += 1) {
    assert.notEqual(outcome.kind, "rejected");
    stage.pass(600);
    outcome = await found();
    if (outcome.kind === "absent") outcome = await publish();
  }
  assert.equal(outcome.kind, "published");
  assert.deepEqual([await seenTimes(), stage.made(/POST .*\/upload\/video-upload/).length], [1, 1]);
});

test("a video that is processed for longer than a post takes to be listed is not finished a second time", async () => {
  await stage.settings({ video_part_bytes: 4_000_000 });
  const { publish, find } = delivery(stage, aPost({ type: "VIDEO", media: [aVideo()] }));
  stage.fault({ method: "POST", path: /\/videos/, act: "cut", after: 2 });
  let outcome: PublishOutcome | FindOutcome = await publish();
  assert.equal(outcome.kind, "unknown", JSON.stringify(outcome));
  const phases = {
    uploading_phase: { status: "complete" },
    processing_phase: { status: "in_progress" },
    publishing_phase: { status: "not_started" },
  };
  const processing = { status: { video_status: "processing", ...phases }, published: false };
  stage.fault({ method: "GET", path: /\/\d+\?fields=status/, act: { status: 200, body: processing }, times: 4 });
  for (let round = 0; round < 4; round += 1) {
    stage.pass(900);
    outcome = await find();
    assert.deepEqual(outcome, { kind: "undecided", reason: "Facebook is still processing the video.", retryAfterSeconds: 300 });
  }
  for (let round = 0; round < 3 && outcome.kind !== "published"; round += 1) {
    stage.pass(600);
    outcome = await find();
  }
  assert.equal(outcome.kind, "published", JSON.stringify(outcome));
  assert.equal(await seenTimes(), 1);
});

test("a text is looked up without its attachments, which a Page may not let be read", async () => {
  const { publish, found } = delivery(stage, aPost({ text: "Rolls at seven" }));
  stage.fault({ method: "POST", path: /\/feed/, act: "cut" });
  assert.equal((await publish()).kind, "unknown");
  stage.fault({ method: "GET", path: /published_posts.*attachments/, act: { status: 400, body: refusal(10) }, times: 9 });
  stage.pass(60);
  assert.equal((await found()).kind, "published");
});

test("a video that the network does not know yet is asked for later, not begun anew", async () => {
  await stage.settings({ video_unknown_seconds: 5 });
  const { publish, published } = delivery(stage, aPost({ type: "VIDEO", media: [aVideo()] }));
  const outcome = await publish();
  assert.ok(outcome.kind === "pending");
  assert.equal(outcome.live, "maybe");
  stage.pass(5);
  assert.equal((await published()).kind, "published");
  assert.equal(await seenTimes(), 1);
});

test("a repetition of the last post that was refused is sent when a person has it tried again", async () => {
  const post = aPost({ type: "IMAGE", text: "Rye", media: [await anImage()] });
  const { publish, found, checkpoint } = delivery(stage, post);
  stage.fault({ method: "POST", path: /\/feed/, act: { when: "before", status: 400, body: refusal(506) } });
  assert.equal((await publish()).kind, "unknown");
  assert.deepEqual(await found(), { kind: "absent" });
  assert.equal((await publish()).kind, "rejected");
  // A day later its picture has to be staged anew, which fails at first: the refusal is over all the same.
  stage.pass(25 * 3600);
  stage.fault({ method: "POST", path: /\/photos/, act: { when: "before", status: 503, body: {} } });
  const first = await facebook.publish(post, stage.account, { ...stage.call(checkpoint), startsOver: true });
  assert.equal(first.kind, "busy");
  assert.equal((await publish()).kind, "published");
});

test("photos that were posted are looked up and never staged anew", async () => {
  const { publish, found } = delivery(stage, aPost({ type: "IMAGE", text: "Rye", media: [await anImage()] }));
  stage.fault({ method: "POST", path: /\/feed/, act: { when: "after", status: 400, body: refusal(100, 1366051) } });
  assert.equal((await publish()).kind, "unknown");
  assert.equal((await found()).kind, "published");
  assert.equal(stage.made(/POST .*\/photos/).length, 1);
});

test("a limit that is answered for a live post is found; one that stopped it holds the post", async () => {
  const live = delivery(stage, aPost({ text: "Live" }));
  stage.fault({ method: "POST", path: /\/feed/, act: { when: "after", status: 400, body: refusal(4) } });
  assert.equal((await live.publish()).kind, "unknown");
  assert.equal((await live.found()).kind, "published");
  const stopped = delivery(stage, aPost({ text: "Stopped" }));
  stage.fault({ method: "POST", path: /\/feed/, act: { when: "before", status: 400, body: refusal(32) } });
  assert.equal((await stopped.publish()).kind, "unknown");
  const outcome = await stopped.found();
  assert.ok(outcome.kind === "absent" && outcome.held?.scope === "channel");
  assert.match(outcome.held.reason, /\(code 32\)$/);
  assert.ok(outcome.held.retryAfterSeconds > 60 && outcome.held.retryAfterSeconds <= 3600);
  assert.equal((await stopped.publish()).kind, "held");
  stage.pass(3600);
  assert.equal((await stopped.publish()).kind, "unknown");
  assert.deepEqual(await stopped.found(), { kind: "absent" });
  assert.equal((await stopped.publish()).kind, "published");
});

test("a repetition of the last post is looked up before it is refused", async () => {
  await stage.settings({ refuses_repeats: true });
  await delivery(stage, aPost({ text: "Again" })).published();
  for (const post of await stage.seen()) stage.owned.add(post.id);
  stage.pass(600);
  const { publish, found } = delivery(stage, aPost({ text: "Again" }));
  assert.equal((await publish()).kind, "unknown");
  assert.deepEqual(await found(), { kind: "absent" });
  const outcome = await publish();
  assert.ok(outcome.kind === "rejected");
  assert.match(outcome.reason, /It repeats the Page's last post\.$/);
});

test("a block is waited out for a day, once", async () => {
  const { publish, found } = delivery(stage, aPost());
  const blocked: Fault = { method: "POST", path: /\/feed/, act: { when: "before", status: 400, body: refusal(368) } };
  stage.fault(blocked);
  await publish();
  const outcome = await found();
  assert.ok(outcome.kind === "absent" && (outcome.held?.retryAfterSeconds ?? 0) > 80_000);
  stage.pass(86_400);
  assert.equal((await publish()).kind, "unknown");
  assert.deepEqual(await found(), { kind: "absent" });
  stage.fault(blocked);
  await publish();
  await found();
  assert.equal((await publish()).kind, "rejected");
});

test("another delivery's post with the same text is not claimed; of several unclaimed ones the earliest is it", async () => {
  const mine = delivery(stage, aPost({ text: "Same" }));
  stage.fault({ method: "POST", path: /\/feed/, act: { when: "before", ...OUTAGE } });
  await mine.publish();
  const other = await delivery(stage, aPost({ text: "Same" })).published();
  assert.ok(other.kind === "published");
  stage.owned.add(other.remoteId);
  stage.pass(30);
  assert.equal((await mine.find()).kind, "undecided");
  const earliest = await delivery(stage, aPost({ text: "Same" })).published();
  stage.pass(5);
  await delivery(stage, aPost({ text: "Same" })).published();
  stage.pass(900);
  const outcome = await mine.find();
  assert.ok(outcome.kind === "published" && earliest.kind === "published");
  assert.equal(outcome.remoteId, earliest.remoteId);
});

test("a look-up that cannot read everything decides nothing", async () => {
  const { publish, find, found } = delivery(stage, aPost());
  stage.fault({ method: "POST", path: /\/feed/, act: { when: "before", ...OUTAGE } });
  await publish();
  stage.pass(4000);
  stage.fault({ path: /published_posts/, act: { when: "before", status: 400, body: refusal(100, 33) }, times: 3 });
  for (let look = 0; look < 3; look += 1) assert.equal((await find()).kind, "notAsked");
  assert.deepEqual(await found(), { kind: "absent" });
});

test("a story that is looked for when a day has passed is left to a person: the list has those of a day alone", async () => {
  const story = async () => aPost({ asStory: true, media: [await anImage()] });
  const { publish, find } = delivery(stage, await story());
  stage.fault({ path: /photo_stories/, act: { when: "before", ...OUTAGE } });
  await publish();
  stage.pass(26 * 3600);
  const other = await delivery(stage, await story()).published();
  assert.ok(other.kind === "published");
  stage.owned.add(other.remoteId);
  const outcome = await find();
  assert.ok(outcome.kind === "undecidable", JSON.stringify(outcome));
  assert.match(outcome.reason, /look at the Page's archive/);
});

test("a Page that lists no stories at all leaves a lost one to a person", async () => {
  const { publish, found } = delivery(stage, aPost({ asStory: true, media: [await anImage()] }));
  stage.fault({ path: /photo_stories/, act: { when: "before", ...OUTAGE } });
  await publish();
  const outcome = await found();
  assert.ok(outcome.kind === "undecidable");
  assert.match(outcome.reason, /story archive/);
});

test("a comment whose answer is lost is found, and one that never arrived is sent again", async () => {
  const { comment, findComment } = facebook;
  assert.ok(comment && findComment);
  const post = await delivery(stage, aPost()).published();
  assert.ok(post.kind === "published");
  for (const act of ["cut", { when: "before", ...OUTAGE }] as const) {
    const order: OutgoingComment = {
      key: "c",
      dueAt: stage.world.now(),
      text: `Order by noon, ${crypto.randomUUID()}`,
      remoteId: post.remoteId,
    };
    const call = stage.call(memoryCheckpoint());
    stage.fault({ method: "POST", path: /\/comments/, act });
    assert.equal((await comment(order, stage.account, call)).kind, "unknown");
    let outcome: FindOutcome | PublishOutcome = await findComment(order, stage.account, call);
    for (let look = 0; look < 4 && outcome.kind === "undecided"; look += 1) {
      stage.pass(500);
      outcome = await findComment(order, stage.account, call);
    }
    if (outcome.kind === "absent") outcome = await comment(order, stage.account, call);
    assert.equal(outcome.kind, "published");
  }
  assert.equal((await stage.seen()).filter(({ replyTo }) => replyTo !== null).length, 2);
});
