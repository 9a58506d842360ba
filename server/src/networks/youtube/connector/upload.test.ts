import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import type { CallRequest } from "../../../ground/net/net.ts";
import type { Call, Checkpoint } from "../../connectors/connector.ts";
import { memoryObjects } from "../../sandbox/memory.ts";
import { aLargeVideo, aPost } from "./testing/posts.ts";
import { BYTES, deliver, OPENING, openStage, published, rangesSent, requestsTo, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const MEBIBYTE = 1024 * 1024;

async function onlyVideo(id: string): Promise<void> {
  assert.deepEqual(
    (await stage.seen()).map((video) => video.id),
    [id],
  );
}

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

test("a part of a part that YouTube kept is not sent again", async () => {
  await stage.settings({ break_at_byte: 10 * MEBIBYTE + 5 });
  const { outcome } = await published(stage, aPost({ media: [aLargeVideo(20 * MEBIBYTE)] }));
  await onlyVideo(outcome.remoteId);
  const starts = rangesSent(stage).map((range) => Number(range.split("-")[0]));
  assert.deepEqual(starts, [0, 8 * MEBIBYTE, 10 * MEBIBYTE, 18 * MEBIBYTE]);
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
