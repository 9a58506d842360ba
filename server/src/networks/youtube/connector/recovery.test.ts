import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { CallRequest } from "../../../ground/net/net.ts";
import type { Call, Checkpoint } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import { memoryCheckpoint } from "../../connectors/testing/call.ts";
import type { Kill } from "../../connectors/testing/delivery.ts";
import { anImage } from "../../connectors/testing/posts.ts";
import { memoryObjects } from "../../sandbox/memory.ts";
import { aLargeVideo, aPost, aTallVideo } from "./testing/posts.ts";
import {
  BYTES,
  deliver,
  deliverAhead,
  OPENING,
  openStage,
  playlistNamed,
  published,
  rangesSent,
  requestsTo,
  type Stage,
  videosIn,
} from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const MEBIBYTE = 1024 * 1024;
const OUTAGE = { error: { code: 503, message: "Backend Error", errors: [{ reason: "backendError" }] } };

async function onlyVideo(id: string): Promise<void> {
  assert.deepEqual(
    (await stage.seen()).map((video) => video.id),
    [id],
  );
}

test("killed at any step, a delivery leaves one video, one place in its playlist and its thumbnail", async () => {
  const media = [aTallVideo(), await anImage()];
  let steps = 1;
  for (let at = 1; at <= steps; at += 1) {
    const own = await openStage();
    const talks = await playlistNamed(own, "Talks");
    const options = { playlists: [{ channelId: own.account.channelId, playlistIds: [talks] }] };
    const kill: Kill = { at, steps: 0 };
    const outcome = await deliver(own, aPost({ type: "MULTIMEDIA", media, options }), { kill }).toEnd();
    assert.ok(outcome.kind === "published", `killed at step ${at}: ${JSON.stringify(outcome)}`);
    assert.deepEqual(
      (await own.seen()).map(({ id }) => id),
      [outcome.remoteId],
      `killed at step ${at}`,
    );
    assert.deepEqual(await videosIn(own, talks), [outcome.remoteId], `killed at step ${at}`);
    steps = Math.max(steps, kill.steps);
    await own[Symbol.asyncDispose]();
  }
  assert.ok(steps > 20, `${steps} steps`);
});

test("a video that fails while its upload is being settled has failed, with YouTube's reason", async () => {
  await stage.settings({ rejection_reason: "copyright", processing_seconds: 45 });
  const delivery = deliver(stage, aPost());
  assert.equal((await delivery.publish()).kind, "pending");
  const outcome = await delivery.toEnd("find");
  assert.ok(outcome.kind === "rejected", JSON.stringify(outcome));
  assert.match(outcome.reason, /^YouTube rejected the video \(copyright\)/);
  assert.equal(requestsTo(stage, OPENING).length, 1);
});

// Shows YouTube: look-up after a lost answer
test("the answer to the last byte is lost: the session tells which video it became", async () => {
  stage.fault({ ...BYTES, act: "cut" });
  const { outcome } = await published(stage, aPost());
  await onlyVideo(outcome.remoteId);
  assert.equal(rangesSent(stage).length, 1);
});

test("an opening whose answer is lost is repeated, and nobody sees the session that is left behind", async () => {
  stage.fault({ ...OPENING, act: "cut" });
  const { outcome } = await published(stage, aPost());
  await onlyVideo(outcome.remoteId);
  assert.equal(requestsTo(stage, OPENING).length, 2);
});

test("a session that ends while bytes are missing is replaced", async () => {
  await stage.networkFault("upload-lost", { count: 1 });
  const { outcome } = await published(stage, aPost({ media: [aLargeVideo(20 * MEBIBYTE)] }));
  await onlyVideo(outcome.remoteId);
  assert.equal(requestsTo(stage, OPENING).length, 2);
});

test("a session that ends again and again is given up, and there is no video", async () => {
  stage.fault({ ...BYTES, act: { status: 404, body: "Not Found" }, times: 50 });
  const delivery = deliver(stage, aPost({ media: [aLargeVideo(9 * MEBIBYTE)] }));
  const outcome = await delivery.toEnd();
  assert.ok(outcome.kind === "rejected", JSON.stringify(outcome));
  assert.match(outcome.reason, /^YouTube ended the upload before all of it had arrived/);
  assert.deepEqual([(await stage.seen()).length, requestsTo(stage, OPENING).length], [0, 4]);
  assert.equal((await delivery.tryAgain()).kind, "busy", "tried again by a person, it counts anew");
});

test("a session that has all bytes and names no video is asked again, and then the uploads are read", async () => {
  await stage.settings({ finishing_answers: "incomplete", finished_answers: "incomplete", uploads_late_seconds: 400 });
  const { outcome, delivery } = await published(stage, aPost());
  await onlyVideo(outcome.remoteId);
  assert.equal(requestsTo(stage, OPENING).length, 1);
  assert.deepEqual(delivery.path.slice(0, 3), ["unknown", "notAsked", "undecided"]);
});

test("a session that names its video at the third question needs no more", async () => {
  await stage.settings({ finishing_answers: "incomplete", finished_answers: "incomplete" });
  const delivery = deliver(stage, aPost());
  assert.deepEqual([(await delivery.publish()).kind, (await delivery.find()).kind], ["unknown", "notAsked"]);
  await stage.settings({});
  const outcome = await delivery.toEnd("find");
  assert.ok(outcome.kind === "published", JSON.stringify(outcome));
  assert.equal(requestsTo(stage, { method: "GET", path: /\/playlistItems\?/ }).length, 0);
});

test("a session that is gone after its last byte is settled by the list of uploads, though that is late", async () => {
  await stage.settings({ finished_answers: "gone", uploads_late_seconds: 3000 });
  stage.fault({ ...BYTES, act: "cut" });
  const { outcome, delivery } = await published(stage, aPost());
  await onlyVideo(outcome.remoteId);
  assert.equal(requestsTo(stage, OPENING).length, 1);
  assert.equal(delivery.path.filter((kind) => kind === "undecided").length >= 3, true);
});

for (const [what, seconds] of [
  ["ahead", 600],
  ["behind", -600],
] as const) {
  test(`the video of a session that is gone is found also if this service's clock is ten minutes ${what}`, async () => {
    await stage.settings({ finished_answers: "gone" });
    stage.fault({ ...BYTES, act: "cut" });
    const outcome = await deliverAhead(stage, aPost(), seconds).toEnd();
    assert.ok(outcome.kind === "published", JSON.stringify(outcome));
    await onlyVideo(outcome.remoteId);
  });
}

/** How often YouTube is asked about an upload before it counts as missing. */
const LOOKS = 5;

/** The last byte leaves, but nothing arrives, and the session is gone whenever it is asked. */
function loseLastByte(times: number): void {
  for (let time = 0; time < times; time += 1) {
    stage.fault({ ...BYTES, act: "drop" }, { ...BYTES, act: { status: 404, body: "Not Found" }, times: LOOKS });
  }
}

test("what is nowhere after an hour is uploaded once more", async () => {
  loseLastByte(1);
  const { outcome, delivery } = await published(stage, aPost());
  await onlyVideo(outcome.remoteId);
  assert.deepEqual(
    delivery.path.filter((kind) => kind !== "pending"),
    ["unknown", "undecided", "undecided", "undecided", "undecided", "absent", "published"],
  );
  assert.equal(requestsTo(stage, OPENING).length, 2);
});

test("a second upload that ends like that is settled by a person", async () => {
  loseLastByte(2);
  const outcome = await deliver(stage, aPost()).toEnd();
  assert.ok(outcome.kind === "undecidable", JSON.stringify(outcome));
  assert.equal(
    outcome.reason,
    "YouTube gave no clear answer more than once, and does not list it. Look on YouTube, then say that it was published, or send it again.",
  );
  assert.equal(requestsTo(stage, OPENING).length, 2);
});

test("a session that keeps all bytes without a video is never replaced", async () => {
  const size = aPost().media[0]?.sizeBytes ?? 0;
  stage.fault({ ...BYTES, act: { status: 308, body: "", headers: { range: `bytes=0-${size - 1}` } }, times: 50 });
  const outcome = await deliver(stage, aPost()).toEnd();
  assert.ok(outcome.kind === "undecidable", JSON.stringify(outcome));
  assert.equal(requestsTo(stage, OPENING).length, 1);
});

test("of equal videos, those of other deliveries and those from before the upload are left alone", async () => {
  const first = await published(stage, aPost());
  stage.owned.add(first.outcome.remoteId);
  const second = await published(stage, aPost());
  stage.pass(600);
  await stage.settings({ finished_answers: "gone" });
  stage.fault({ ...BYTES, act: "cut" });
  const { outcome } = await published(stage, aPost());
  assert.ok(![first.outcome.remoteId, second.outcome.remoteId].includes(outcome.remoteId));
  assert.equal((await stage.seen()).length, 3);
});

test("of several equal videos since then, the earliest is it, and nothing is uploaded again", async () => {
  await stage.settings({ finished_answers: "gone" });
  stage.fault({ ...BYTES, act: "cut" });
  const delivery = deliver(stage, aPost());
  assert.equal((await delivery.publish()).kind, "unknown");
  const [own] = await stage.seen();
  stage.pass(10);
  await published(stage, aPost());
  const outcome = await delivery.toEnd("find");
  assert.ok(outcome.kind === "published", JSON.stringify(outcome));
  assert.equal(outcome.remoteId, own?.id);
  assert.deepEqual([requestsTo(stage, OPENING).length, (await stage.seen()).length], [2, 2]);
});

test("a list that cannot be read is no look", async () => {
  await stage.settings({ finished_answers: "gone" });
  const list = { method: "GET", path: /\/playlistItems\?/ } as const;
  stage.fault({ ...BYTES, act: "cut" }, { ...list, act: { status: 503, body: OUTAGE } });
  const { delivery, outcome } = await published(stage, aPost());
  await onlyVideo(outcome.remoteId);
  assert.ok(delivery.path.includes("notAsked"));
});

test("a part of a part that YouTube kept is not sent again", async () => {
  await stage.settings({ break_at_byte: 10 * MEBIBYTE + 5 });
  const { outcome } = await published(stage, aPost({ media: [aLargeVideo(20 * MEBIBYTE)] }));
  await onlyVideo(outcome.remoteId);
  const starts = rangesSent(stage).map((range) => Number(range.split("-")[0]));
  assert.deepEqual(starts, [0, 8 * MEBIBYTE, 10 * MEBIBYTE, 18 * MEBIBYTE]);
});

/** What the version before has stored of an upload whose answer was lost, with what else it knew. */
async function leftBefore(entries: Readonly<Record<string, Json>> = {}) {
  stage.fault({ ...BYTES, act: "cut" });
  const begun = deliver(stage, aPost());
  await begun.publish();
  const checkpoint = memoryCheckpoint();
  const kept = { session: begun.checkpoint.get("session") ?? null, "last byte": true, ...entries };
  for (const [name, value] of Object.entries(kept)) await checkpoint.set(name, value);
  return { delivery: deliver(stage, aPost(), { checkpoint }) };
}

test("an upload that the version before left before its answer is asked about after the upgrade", async () => {
  const { delivery } = await leftBefore();
  assert.equal((await delivery.publish()).kind, "unknown");
  assert.equal((await delivery.toEnd("find")).kind, "published");
  assert.deepEqual([requestsTo(stage, OPENING).length, (await stage.seen()).length], [1, 1]);
});

test("looks of the version before count after the upgrade", async () => {
  await stage.settings({ finished_answers: "gone", uploads_late_seconds: 100_000 });
  const since = addSeconds(stage.now(), -1000);
  const { delivery } = await leftBefore({ doubt: { since, isGone: true, probes: 3, looks: 3 } });
  const { outcomes } = delivery;
  assert.equal((await delivery.find()).kind, "undecided");
  const [first] = outcomes;
  assert.ok(first?.kind === "undecided" && first.retryAfterSeconds === 2600, JSON.stringify(first));
});

test("what the version before gave up is uploaded once more after the upgrade, and no third time", async () => {
  loseLastByte(1);
  const checkpoint = memoryCheckpoint();
  await checkpoint.set("given up", addSeconds(stage.now(), -3600));
  const outcome = await deliver(stage, aPost(), { checkpoint }).toEnd();
  assert.equal(outcome.kind, "undecidable", JSON.stringify(outcome));
  assert.equal(requestsTo(stage, OPENING).length, 1);
});

test("a video that the version before had published stays it, with what was noted about it", async () => {
  const { outcome } = await published(stage, aPost());
  const checkpoint = memoryCheckpoint();
  await checkpoint.set("video", { id: outcome.remoteId, at: stage.now(), note: "YouTube made it private." });
  const again = await deliver(stage, aPost(), { checkpoint }).toEnd();
  assert.deepEqual(again, { ...outcome, note: "YouTube made it private." });
  assert.equal(requestsTo(stage, OPENING).length, 1);
});

test("the version before would take the end of an upload for open as long as this one does", async () => {
  stage.fault({ ...BYTES, act: "cut" });
  const delivery = deliver(stage, aPost());
  await delivery.publish();
  assert.equal(delivery.checkpoint.get("last byte"), true);
  stage.fault({ ...BYTES, act: { status: 308, body: "", headers: {} } });
  assert.equal((await delivery.find()).kind, "absent");
  assert.equal(delivery.checkpoint.get("last byte"), false);
});

class Killed extends Error {}

test("a video of 100 MiB is cut off at each tenth, by kills and by the network; no byte that had arrived is sent again, and it is read through little memory", async () => {
  const size = 100 * MEBIBYTE;
  const rooms = new Set<ArrayBuffer>();
  // The sandbox network would keep the whole file: of all pieces, it keeps the first, which says what kind of video it is.
  let kept = 0;
  await stage[Symbol.asyncDispose]();
  stage = await openStage({
    objects: (_slug, now) => {
      const objects = memoryObjects(now);
      return {
        ...objects,
        async putBytes(id, bytes) {
          kept += 1;
          await objects.putBytes(id, kept === 1 ? bytes : new Uint8Array());
        },
      };
    },
  });
  const tenths = Array.from({ length: 9 }, (_, index) => ((index + 1) * size) / 10);
  let cuts = 0;
  const interrupted = (call: Call): Call => ({
    ...call,
    net: {
      ...call.net,
      async call(request: CallRequest) {
        const [from, to] = rangeOf(request);
        const next = tenths[0];
        if (next === undefined || !(from <= next && next < to)) return call.net.call(request);
        tenths.shift();
        cuts += 1;
        const way = cuts % 4;
        if (way === 0) throw new Killed();
        if (way === 1) stage.fault({ ...BYTES, act: "drop" });
        if (way === 2) stage.fault({ ...BYTES, act: "cut" });
        const reply = await call.net.call(request);
        if (way === 3) throw new Killed();
        return reply;
      },
    },
  });
  const delivery = deliver(
    { ...stage, call: (checkpoint?: Checkpoint) => interrupted(stage.call(checkpoint)) },
    aPost({ media: [aLargeVideo(size, rooms)] }),
  );
  let step: "publish" | "check" | "find" = "publish";
  let outcome: Awaited<ReturnType<typeof delivery.toEnd>> | null = null;
  while (outcome === null) {
    try {
      outcome = await delivery.toEnd(step);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      step = "find";
      stage.pass(60);
    }
  }
  assert.ok(outcome.kind === "published", JSON.stringify(outcome));
  assert.deepEqual([cuts, tenths], [9, []]);
  await onlyVideo(outcome.remoteId);
  assert.equal(requestsTo(stage, OPENING).length, 1);
  assert.deepEqual(sentTwice(stage), []);
  const roomBytes = [...rooms].reduce((sum, { byteLength }) => sum + byteLength, 0);
  assert.ok(roomBytes < 4 * MEBIBYTE, `${roomBytes} bytes of memory`);
});

function rangeOf({ method, headers }: CallRequest): [number, number] {
  const [, from = "0", to = "-1"] = /^bytes (\d+)-(\d+)\//.exec(headers?.["content-range"] ?? "") ?? [];
  return method === "PUT" ? [Number(from), Number(to) + 1] : [0, 0];
}

/** Ranges that begin before what the network had acknowledged by then. */
function sentTwice({ exchanges }: Stage): string[] {
  let acknowledged = 0;
  return exchanges.flatMap(({ request, reply }) => {
    const [from, to] = rangeOf(request);
    const wrong = to > 0 && from < acknowledged ? [`${from} of ${acknowledged}`] : [];
    if (reply.kind === "answered" && reply.status === 308) {
      acknowledged = Math.max(acknowledged, Number(/^bytes=0-(\d+)$/.exec(reply.headers.range ?? "")?.[1] ?? -1) + 1);
    }
    return wrong;
  });
}
