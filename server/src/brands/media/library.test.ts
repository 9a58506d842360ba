import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { aPlace, aPost, entries, must, type Place } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { aPicture, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aVideoFile } from "../../testing/videos.ts";

let stage: Stage;
let place: Place;
let editor: Dashboard;
before(async () => {
  stage = await openStage();
});
beforeEach(async () => {
  place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const email = `${place.brandId}@example.org`;
  await must(stage.admin("POST", "/users", { name: "Grace", email, password: "correct horse" }));
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role: "editor" }));
  editor = await aDashboard(stage, email);
});
after(() => stage[Symbol.asyncDispose]());

const library = (path = "") => must(editor.call("GET", `/brands/${place.brandId}/media${path}`));
const remove = (ids: readonly string[]) => must(editor.call("POST", `/brands/${place.brandId}/media/deletion`, { ids }));

async function aFile(name: string): Promise<string> {
  return uploaded(stage, place, { bytes: await aPicture(), name });
}

async function storedKeys(): Promise<string[]> {
  const { rows } = await stage.app.db.query("select storage_key as key from media where brand_id = $1", [place.brandId]);
  return rows.map(({ key }) => key);
}

test("the library shows what each file is, where it is used, and an address that shows it", async () => {
  const bread = await aFile("bread.png");
  const film = await uploaded(stage, place, { bytes: await aVideoFile({ seconds: 2 }), name: "oven.mp4" });
  const draft = await aPost(place, { publishMode: "DRAFT", caption: "With a picture", media: [{ id: bread }] });
  const queued = await aPost(place, { publishMode: "QUEUE", caption: "Queued", media: [{ id: bread }] });
  const { total, files } = await library();
  assert.equal(total, 2);
  const [{ url: filmUrl, size: _, ...video }, { url, size, ...picture }] = files;
  assert.deepEqual(
    [picture.id, picture.name, picture.type, picture.width, picture.height, picture.durationSeconds],
    [bread, "bread.png", "image/png", 640, 480, null],
  );
  assert.deepEqual(picture.uses, [
    { postId: queued, text: "Queued", state: "QUEUED", at: "2026-11-23T08:00:00.000000Z" },
    { postId: draft, text: "With a picture", state: "DRAFT", at: null },
  ]);
  assert.equal(picture.useCount, 2);
  assert.deepEqual([video.id, video.useCount, video.uses, Math.round(video.durationSeconds)], [film, 0, [], 2]);
  const shown = await fetch(`${stage.url}${url}`);
  assert.deepEqual([shown.status, shown.headers.get("content-type"), (await shown.arrayBuffer()).byteLength], [200, "image/png", size]);
  assert.equal((await library()).files[0].url, filmUrl, "the address stays, so that pictures are not loaded again");
  stage.pass(6 * 3600 - 1);
  assert.equal((await fetch(`${stage.url}${url}`)).status, 200);
});

test("the list can be filtered by type, use and name, sorted, and read in pages", async () => {
  const [rye, cake] = [await aFile("Rye 100%_.png"), await aFile("cake.png")];
  await uploaded(stage, place, { bytes: await aVideoFile({ seconds: 1 }), name: "apron.mp4" });
  await aPost(place, { publishMode: "DRAFT", media: [{ id: cake }] });
  const names = async (query: string) => (await library(query)).files.map(({ name }: { name: string }) => name);
  assert.deepEqual(await names("?type=VIDEO"), ["apron.mp4"]);
  assert.deepEqual(await names("?use=used"), ["cake.png"]);
  assert.deepEqual(await names("?use=unused"), ["apron.mp4", "Rye 100%_.png"]);
  assert.deepEqual(await names("?search=rYe"), ["Rye 100%_.png"]);
  assert.deepEqual(await names("?search=%25_"), ["Rye 100%_.png"], "a search is no pattern");
  const description = { id: cake, description: "Three Tiers", seen: { description: "" } };
  await must(editor.call("PATCH", `/brands/${place.brandId}/media/description`, description));
  assert.deepEqual(await names("?search=tiers"), ["cake.png"], "by what it shows");
  assert.deepEqual(await names("?sort=oldest"), ["Rye 100%_.png", "cake.png", "apron.mp4"]);
  assert.deepEqual(await names("?sort=name"), ["apron.mp4", "cake.png", "Rye 100%_.png"]);
  assert.deepEqual(await names("?sort=oldest&per_page=1&page=2"), ["cake.png"]);
  assert.equal((await library("?use=unused&per_page=1")).total, 2);
  const { files, unused, account } = await library("/totals");
  assert.deepEqual([files, unused.files, account.bytesMax], [3, 2, 102_400 * 1024 * 1024]);
  const { bytes } = (await library("/totals")) as { bytes: number };
  assert.equal(account.bytes, bytes);
  assert.ok(rye !== cake);
});

test("a file can be renamed; a name that shows nothing is refused, and another brand's file is not there", async () => {
  const id = await aFile("bread.png");
  const path = `/brands/${place.brandId}/media`;
  assert.deepEqual(await must(editor.call("PATCH", path, { id, name: "Loaf.png" })), { id, name: "Loaf.png" });
  assert.equal((await library()).files[0].name, "Loaf.png");
  assert.equal((await editor.call("PATCH", path, { id, name: "\u200e\u202a" })).status, 422);
  const other = await aPlace(stage);
  const foreign = await uploaded(stage, other, { bytes: await aPicture(), name: "theirs.png" });
  assert.equal((await editor.call("PATCH", path, { id: foreign, name: "Mine" })).status, 404);
  assert.deepEqual(await remove([foreign]), { deleted: [], kept: [] });
});

test("files that nothing needs go with their bytes; what a draft or a queued post needs stays, with the reason", async () => {
  const [free, drafted, queued] = [await aFile("free.png"), await aFile("drafted.png"), await aFile("queued.png")];
  await aPost(place, { publishMode: "DRAFT", caption: "A plan", media: [{ id: drafted }] });
  await aPost(place, { publishMode: "QUEUE", caption: "Monday", media: [{ id: queued }] });
  const before = await storedKeys();
  const { account } = await library("/totals");
  const { size } = (await library("?search=free")).files[0];
  const { deleted, kept } = await remove([free, drafted, queued]);
  assert.deepEqual(deleted, [free]);
  assert.deepEqual(kept.map(({ name, reason }: { name: string; reason: string }) => [name, reason]).sort(), [
    ["drafted.png", "The post “A plan” needs it and has not been published. Delete the post first, or take the file out of it."],
    ["queued.png", "The post “Monday” needs it and has not been published. Delete the post first, or take the file out of it."],
  ]);
  const after = new Set(await storedKeys());
  const gone = before.filter((key) => !after.has(key));
  assert.equal(gone.length, 1);
  for (const key of before) assert.equal((await stage.app.storage.sizeOf(key)) === null, gone.includes(key));
  assert.equal((await library("/totals")).account.bytes, account.bytes - size);
});

test("what has been published keeps its entry when its file is deleted, and an evergreen post keeps its file", async () => {
  const [once, often] = [await aFile("once.png"), await aFile("often.png")];
  await aPost(place, { publishMode: "IMMEDIATE", caption: "Once", media: [{ id: once }] });
  await stage.settle();
  const evergreen = await must(place.api("POST", "/collections", { title: "Evergreen", channels: place.channelIds, maxRepublish: 2 }));
  await aPost({ ...place, collectionId: evergreen.id }, { publishMode: "IMMEDIATE", caption: "Often", media: [{ id: often }] });
  await stage.settle();
  const { deleted, kept } = await remove([once, often]);
  assert.deepEqual([deleted, kept.map(({ id }: { id: string }) => id)], [[once], [often]]);
  assert.equal((await entries(place, "PUBLISHED")).length, 2);
  assert.equal((await place.api("GET", "/posts")).status, 200);
});

test("a post that is created while its file is deleted is refused, or keeps the file", async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await aFile(`${round}.png`);
    const create = place.api("POST", `/collections/${place.collectionId}/posts`, { publishMode: "DRAFT", caption: "Now", media: [{ id }] });
    const [{ deleted }, { status, body }] = await Promise.all([remove([id]), create]);
    if (deleted.length === 0) assert.equal(status, 201);
    else assert.deepEqual([status, Object.keys(body.errors ?? {})], [404, ["media"]]);
  }
});
