import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { StreamedFile } from "../../../brands/media/streamed-file.ts";
import { FTYP_MP4, moov } from "../../../testing/boxes.ts";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import { aVideoPost, bodies, deliver, INIT, openStage, type Stage, UPLOAD } from "./testing/stage.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

const MEBI = 1024 * 1024;

/** A video of so many bytes, which exist only while they are sent. */
function aLongVideo(bytes: number): OutgoingMedia {
  const index = moov({ codec: "avc1", width: 720, height: 1280, frameTicks: 20, sizes: Array.from({ length: 900 }, () => 10), offset: 0 });
  const start = Buffer.concat([FTYP_MP4, index]);
  const filler = Buffer.alloc(8);
  filler.writeUInt32BE(bytes - start.length);
  filler.write("free", 4);
  const head = Buffer.concat([start, filler]);
  return {
    ...stage.files.video({ seconds: 30 }),
    sizeBytes: bytes,
    file: async (name = "long.mp4") => new StreamedFile({ name, type: "video/mp4", size: bytes, pieces: (range) => pieces(head, range) }),
  };
}

async function* pieces(head: Buffer, { start, end }: { readonly start: number; readonly end: number }) {
  for (let at = start; at <= end; at += MEBI) {
    const piece = Buffer.alloc(Math.min(MEBI, end + 1 - at));
    if (at < head.length) head.copy(piece, 0, at);
    yield piece;
  }
}

function ranges(): string[] {
  return stage.exchanges.filter(({ request }) => request.method === "PUT").map(({ request }) => request.headers?.["content-range"] ?? "");
}

for (const [what, act, sends] of [
  ["whose parts are all lost once on their way", "drop", 2],
  ["whose parts all arrive without an answer", "cut", 1],
] as const) {
  test(`a video of 100 MiB ${what} is published once, from one order, and nothing that arrived is sent again`, async () => {
    stage.exchanges.length = 0;
    const before = (await stage.seen()).length;
    // The first request, then every second one or every one.
    stage.fault(...Array.from({ length: 10 }, (_, part) => ({ path: UPLOAD, act, after: part === 0 ? 0 : sends - 1 })));
    const outcome = await deliver(stage, aVideoPost(stage, { media: [aLongVideo(100 * MEBI)] })).toEnd();
    assert.equal(outcome.kind, "published", JSON.stringify(outcome));
    assert.equal((await stage.seen()).length, before + 1);
    const [order, ...others] = bodies(stage, INIT);
    assert.deepEqual(others, []);
    assert.deepEqual(order?.source_info, {
      source: "FILE_UPLOAD",
      video_size: 104_857_600,
      chunk_size: 10_485_760,
      total_chunk_count: 10,
    });
    const sent = ranges();
    assert.deepEqual(
      [...new Set(sent)].map((range) => sent.filter((one) => one === range).length),
      Array.from({ length: 10 }, () => sends),
    );
  });
}

test("the last part takes the rest", async () => {
  stage.exchanges.length = 0;
  const outcome = await deliver(stage, aVideoPost(stage, { media: [aLongVideo(70_000_000)] })).toEnd();
  assert.equal(outcome.kind, "published");
  assert.deepEqual(
    [ranges().length, ranges().at(0), ranges().at(-1)],
    [6, "bytes 0-10485759/70000000", "bytes 52428800-69999999/70000000"],
  );
});

test("an upload whose address has ended is ordered anew while its last part was not sent", async () => {
  stage.exchanges.length = 0;
  const delivery = deliver(stage, aVideoPost(stage, { media: [aLongVideo(70_000_000)] }));
  stage.fault({ path: UPLOAD, act: "drop", after: 2 });
  const first = await delivery.publish();
  assert.ok(first.kind === "pending" && first.live === "no");
  stage.pass(3700);
  assert.equal((await delivery.publish()).kind, "lost");
  assert.equal((await delivery.toEnd()).kind, "published");
  assert.equal(bodies(stage, INIT).length, 2);
});
