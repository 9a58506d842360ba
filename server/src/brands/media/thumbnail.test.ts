import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import sharp from "sharp";
import { temporaryFolder } from "../../ground/database/testing.ts";
import { aPlace, aPost, entries, must, type Place } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { fakeFfmpeg } from "../../testing/fake-ffmpeg.ts";
import { aPicture, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aVideoFile } from "../../testing/videos.ts";
import { findFfmpeg } from "./ffmpeg.ts";

let stage: Stage;
let place: Place;
let editor: Dashboard;
before(async () => {
  stage = await openStage();
  place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const email = "grace@example.org";
  await must(stage.admin("POST", "/users", { name: "Grace", email, password: "correct horse" }));
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role: "viewer" }));
  editor = await aDashboard(stage, email);
});
after(() => stage[Symbol.asyncDispose]());

const file = async (id: string) => (await must(editor.call("GET", `/brands/${place.brandId}/media?id=${id}`))).files[0];
const get = (path: string, headers: Record<string, string> = {}) => fetch(stage.url + path, { headers });

async function large(): Promise<Buffer<ArrayBuffer>> {
  const background = "#c80";
  return Buffer.from(
    await sharp({ create: { width: 1600, height: 1200, channels: 3, background } })
      .png()
      .toBuffer(),
  );
}

test("a small picture is made when it is first looked at, kept beside the file, and cached by browsers", async () => {
  const id = await uploaded(stage, place, { bytes: await large(), name: "loaf.png" });
  const { thumbnailUrl } = await file(id);
  const made = async () => (await stage.app.db.query("select variant from derived_media where media_id = $1", [id])).rows.length;
  assert.equal(await made(), 0);
  const reply = await get(thumbnailUrl);
  const { format, width, height } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
  assert.deepEqual([reply.status, reply.headers.get("content-type"), format, width, height], [200, "image/webp", "webp", 480, 360]);
  assert.equal(reply.headers.get("cache-control"), "private, max-age=86400, immutable");
  assert.equal(await made(), 1);
  const tag = reply.headers.get("etag") ?? "";
  assert.equal((await get(thumbnailUrl, { "if-none-match": tag })).status, 304);
  assert.equal((await file(id)).thumbnailUrl, thumbnailUrl, "the path stays, so that pictures are not loaded again");
  stage.pass(24 * 3600 - 1);
  assert.equal((await get(thumbnailUrl)).status, 200);
  stage.pass(24 * 3600 + 1);
  assert.equal((await get(thumbnailUrl)).status, 404);
});

test("one that a restore has left behind is made again; with its file it is deleted", async () => {
  const id = await uploaded(stage, place, { bytes: await aPicture(), name: "rye.png" });
  const { thumbnailUrl } = await file(id);
  assert.equal((await get(thumbnailUrl)).status, 200);
  const { rows } = await stage.app.db.query(
    "select storage_key || '.' || variant as key from media m join derived_media d on d.media_id = m.id where m.id = $1",
    [id],
  );
  const { key } = rows[0];
  await stage.app.storage.delete(key);
  assert.equal((await get(thumbnailUrl)).status, 200);
  assert.notEqual(await stage.app.storage.sizeOf(key), null);
  await must(stage.admin("POST", `/../brands/${place.brandId}/media/deletion`, { ids: [id] }));
  assert.equal(await stage.app.storage.sizeOf(key), null);
  assert.equal((await get(thumbnailUrl)).status, 404);
});

test("nobody gets another file's picture by changing the path, and what cannot be read has none", async () => {
  const id = await uploaded(stage, place, { bytes: await aPicture(), name: "a.png" });
  const { thumbnailUrl } = await file(id);
  assert.equal((await get(thumbnailUrl.replace(/^\/media\/./, "/media/x"))).status, 404);
  const broken = await uploaded(stage, place, { bytes: Buffer.from((await large()).subarray(0, 60)), name: "broken.png" });
  assert.equal((await get((await file(broken)).thumbnailUrl)).status, 404);
  const pdf = await uploaded(stage, place, { bytes: Buffer.from("%PDF-1.4\n%%EOF\n"), name: "menu.pdf" });
  assert.equal((await file(pdf)).thumbnailUrl, null);
});

test("of a film it is the first frame where ffmpeg is there, which is told the container and to use no network; else there is none", async () => {
  const film = { bytes: await aVideoFile({ seconds: 1 }), name: "oven.mp4" };
  await using folder = await temporaryFolder();
  const ffmpeg = await fakeFfmpeg(folder.path);
  await ffmpeg.behave("ok", await aPicture());
  await using own = await openStage({ PATH: `/nowhere:${ffmpeg.folder}` });
  const there = await aPlace(own);
  const list = () => must(own.admin("GET", `/../brands/${there.brandId}/media`));
  await uploaded(own, there, film);
  const { thumbnailUrl } = (await list()).files[0];
  assert.match(thumbnailUrl, /oven\.webp$/);
  const reply = await fetch(own.url + thumbnailUrl);
  assert.equal((await sharp(Buffer.from(await reply.arrayBuffer())).metadata()).width, 480);
  const argv = (await ffmpeg.calls())[0]?.argv ?? [];
  assert.deepEqual(argv.slice(argv.indexOf("-protocol_whitelist"), argv.indexOf("-protocol_whitelist") + 2), [
    "-protocol_whitelist",
    "file",
  ]);
  assert.equal(argv[argv.indexOf("-f") + 1], "mov");
  const id = await uploaded(stage, place, film);
  if ((await findFfmpeg(stage.app.config.path)) === null) assert.equal((await file(id)).thumbnailUrl, null);
});

test("queue, drafts, calendar and results show the small picture of a post's first file", async () => {
  const id = await uploaded(stage, place, { bytes: await aPicture(), name: "bread.png" });
  const small = (await file(id)).thumbnailUrl;
  await aPost(place, { publishMode: "QUEUE", caption: "Queued", media: [{ id }] });
  await aPost(place, { publishMode: "DRAFT", caption: "Draft", media: [{ id }] });
  const queue = await must(editor.call("GET", `/collections/${place.collectionId}/queue`));
  assert.deepEqual(queue.entries[0].picture, { id, name: "bread.png", thumbnailUrl: small });
  const { drafts } = await must(editor.call("GET", `/brands/${place.brandId}/drafts`));
  assert.equal(drafts[0].picture.thumbnailUrl, small);
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Out", media: [{ id }] });
  await stage.settle();
  assert.equal((await entries(place, "PUBLISHED")).length, 1);
  const { results } = await must(editor.call("GET", `/brands/${place.brandId}/results`));
  assert.equal(results[0].thumbnailUrl, small);
});
