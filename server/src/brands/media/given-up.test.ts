import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import sharp from "sharp";
import { killBusyDecoders } from "../../ground/decoding/testing/processes.ts";
import { aBitmap } from "../../testing/bitmaps.ts";
import { inPieces, moov } from "../../testing/boxes.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { watchLoop } from "../../testing/loop.ts";
import { aPicture, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aVideoFile } from "../../testing/videos.ts";
import { catchUp } from "./catch-up.ts";
import { tryMedium } from "./trials.ts";
import { beginTrial, markDied, type Trial } from "./trials-store.ts";

// A process of its own: it measures how long the event loop stands still, which also collects what other files left behind.

const DELAY_MILLISECONDS_MAX = 200;
/** CPU limit for decoders in these tests: less than the large picture needs, more than starting up takes. */
const DEADLY_SECONDS = 1.5;
const OPENED_THRICE = "reading it took too much time or memory, three times";

let stage: Stage;
let large: Buffer<ArrayBuffer>;
before(async () => {
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "100" });
  // Noise is the hardest input for encoders.
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const made = sharp({ create: { width: 4400, height: 4400, channels: 3, background: "#c80", noise } });
  large = Buffer.from(await made.png({ compressionLevel: 1 }).toBuffer());
});
after(() => stage[Symbol.asyncDispose]());

async function publish(place: Place, mediaId: string) {
  const id = await aPost(place, { publishMode: "IMMEDIATE", media: [{ id: mediaId }] });
  await stage.settle();
  const { deliveries } = await must(stage.admin("GET", `/posts/${id}/explanation`));
  const { status, reason, message } = deliveries[0];
  return { status, reason, message };
}

const trialsOf = async (id: string): Promise<number> =>
  (await stage.app.db.query("select count(*) n from media_trials where media_id = $1", [id])).rows[0].n;

const PUBLISHED = { status: "PUBLISHED", reason: "published", message: null };

const told = (reason: string) => ({ status: "FAILED", reason, message: `The image field.png cannot be opened: ${OPENED_THRICE}.` });

test("a picture that kills its decoder is tried three times, then fails with its reason, and is not tried again", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon"] });
  const id = await uploaded(stage, place, { bytes: large, name: "field.png" });
  using deadly = killBusyDecoders({ seconds: DEADLY_SECONDS, times: 4 });
  assert.deepEqual(await publish(place, id), told("rejected"));
  assert.equal(deadly.killed, 3);
  // From now on it is reported in advance, also after a restart: the mark is stored with the medium.
  assert.deepEqual(await publish(place, id), told("file_unreadable"));
  assert.equal(deadly.killed, 3);
});

for (const type of ["Bluesky", "Telegram"]) {
  test(`a picture that has killed two decoders gets one more trial on ${type}`, async () => {
    const place = await aPlace(stage, { channels: [type] });
    const id = await uploaded(stage, place, { bytes: large, name: "field.png" });
    for (let died = 0; died < 2; died += 1) {
      const begun = await beginTrial(stage.app.db, { mediaId: id, work: "image" }, stage.now());
      await markDied(stage.app.db, begun.kind === "begun" ? begun.id : assert.fail(begun.kind));
    }
    using deadly = killBusyDecoders({ seconds: DEADLY_SECONDS, times: 4 });
    assert.deepEqual(await publish(place, id), told("rejected"));
    assert.equal(deadly.killed, 1);
  });
}

test("a picture whose decoder survives the second trial is published, and the record of trials is deleted", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon"] });
  const id = await uploaded(stage, place, { bytes: await aPicture(), name: "bread.png" });
  const trial: Trial = { mediaId: id, work: "image" };
  for (let died = 0; died < 2; died += 1) await beginTrial(stage.app.db, trial, stage.now());
  assert.deepEqual(await publish(place, id), PUBLISHED);
  assert.equal(await trialsOf(id), 0);
});

test("a picture that crashed the service three times is given up after the next start, once no trial can still be running", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon"] });
  const id = await uploaded(stage, place, { bytes: await aPicture(), name: "bread.png" });
  for (let died = 0; died < 3; died += 1) await beginTrial(stage.app.db, { mediaId: id, work: "image" }, stage.now());
  assert.deepEqual(await publish(place, id), { status: "RETRYING", reason: "retry_later", message: "The post's files could not be read." });
  stage.pass(16 * 60);
  await stage.settle();
  assert.deepEqual(await publish(place, id), {
    status: "FAILED",
    reason: "file_unreadable",
    message: `The image bread.png cannot be opened: ${OPENED_THRICE}.`,
  });
});

test("a film whose reader dies during the upload is kept, and looked at again later", async () => {
  const place = await aPlace(stage);
  // Its reader runs from now on.
  await uploaded(stage, place, { bytes: await aVideoFile(), name: "oven.mp4" });
  const index = moov({ codec: "avc1", width: 640, height: 360, frameTicks: 20, sizes: [], offset: 48 });
  using deadly = killBusyDecoders({ seconds: 0.1, times: 1 });
  const id = await uploaded(stage, place, { bytes: inPieces(index, 200_000), name: "long.mp4" });
  assert.equal(deadly.killed, 1);
  const facts = async () => (await stage.app.db.query("select facts from media where id = $1", [id])).rows[0].facts;
  assert.equal(await facts(), null);
  await catchUp(stage.app, new AbortController().signal);
  assert.notEqual(await facts(), null);
});

test("facts that cannot be read in three trials are left out for good", async () => {
  const place = await aPlace(stage);
  const id = await uploaded(stage, place, { bytes: await aVideoFile(), name: "oven.mp4" });
  await stage.app.db.query("update media set facts = null where id = $1", [id]);
  for (let died = 0; died < 3; died += 1) await beginTrial(stage.app.db, { mediaId: id, work: "facts" }, stage.now());
  stage.pass(16 * 60);
  await catchUp(stage.app, new AbortController().signal);
  const { rows } = await stage.app.db.query("select facts from media where id = $1", [id]);
  assert.equal(rows[0].facts.videoCodec, null);
});

test("work that kills its process is tried three times, counting earlier trials, and work that rejects is not counted", async () => {
  const place = await aPlace(stage);
  const mediaId = await uploaded(stage, place, { bytes: await aVideoFile(), name: "oven.mp4" });
  const trial: Trial = { mediaId, work: "video" };
  let times = 0;
  const deadly = async () => {
    times += 1;
    return { ended: "killed" };
  };
  await assert.rejects(
    tryMedium(stage.app, trial, () => Promise.reject(new Error("the disk is full"))),
    /the disk is full/,
  );
  assert.equal(await tryMedium(stage.app, trial, deadly), "given up");
  assert.equal(times, 3);
  assert.equal(await tryMedium(stage.app, trial, deadly), "given up");
  assert.equal(times, 3);
  // Trials of different kinds of work are independent.
  assert.equal(await tryMedium(stage.app, { mediaId, work: "facts" }, async () => "fine"), "fine");
});

test("a bitmap of 105 MB that claims four billion colours fails with its reason, and other requests are answered meanwhile", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon"] });
  const palette = [[1, 2, 3]] as const;
  const bytes = aBitmap({ width: 6000, height: 6000, bits: 8, palette, colours: 0xffffffff, data: Buffer.alloc(104_800_000) });
  const id = await uploaded(stage, place, { bytes, name: "old.bmp" });
  using loop = watchLoop();
  const health = watchHealth();
  const { status, reason } = await publish(place, id);
  assert.deepEqual([status, reason], ["FAILED", "rejected"]);
  assert.ok((await health()) > 10);
  assert.ok(loop.longest() < DELAY_MILLISECONDS_MAX, `${loop.longest()} ms`);
});
/** Polls `/healthz`; when stopped, returns how many replies it got. */
function watchHealth(): () => Promise<number> {
  let isOver = false;
  const asking = (async () => {
    let answers = 0;
    for (; !isOver; answers += 1) assert.equal((await fetch(`${stage.url}/healthz`)).status, 200);
    return answers;
  })();
  return () => {
    isOver = true;
    return asking;
  };
}
