import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { after, before, mock, test } from "node:test";
import { collectOrphans } from "../../brands/media/orphans.ts";
import { forbidRemoval } from "../../brands/media/orphans-store.ts";
import { query, transaction } from "../../ground/database/query.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { aDashboard } from "../../testing/dashboard.ts";
import { aPicture, uploaded } from "../../testing/media.ts";
import { PASSWORD } from "../../testing/program.ts";
import { ADMIN_TOKEN, openStage, type Stage } from "../../testing/stage.ts";
import { listUnmade } from "./store.ts";
import { archiveOf, downloaded, entriesOf, makeAsked } from "./testing.ts";

let stage: Stage;
before(async () => {
  stage = await openStage();
});
after(() => stage[Symbol.asyncDispose]());

const begin = (place: Place) => stage.admin("POST", `/../brands/${place.brandId}/archives`);
const list = (place: Place) => must(stage.admin("GET", `/../brands/${place.brandId}/archives`));

async function storedFiles(): Promise<string[]> {
  const files = await readdir(`${stage.app.config.dataDirectory}/media`, { recursive: true, withFileTypes: true });
  return files.flatMap((file) => (file.isFile() && /^[0-9a-f]{32}$/.test(file.name) ? [file.name] : []));
}

test("an archive is made in the background, kept for seven days and then removed with its file", async () => {
  const place = await aPlace(stage);
  const asked = await must(begin(place));
  assert.deepEqual([asked.status, asked.endsAt, asked.sizeBytes], ["making", null, null]);
  assert.equal((await downloaded(stage, { brandId: place.brandId, archiveId: asked.id })).status, 404);
  await makeAsked(stage);
  const [ready] = await list(place);
  assert.deepEqual([ready.status, ready.endsAt], ["ready", "2026-11-28T09:00:00.000000Z"]);
  const reply = await downloaded(stage, { brandId: place.brandId, archiveId: ready.id });
  assert.deepEqual(
    [
      reply.status,
      reply.headers.get("content-type"),
      reply.headers.get("content-disposition"),
      Number(reply.headers.get("content-length")),
    ],
    [200, "application/zip", 'attachment; filename="Bakery-2026-11-21.zip"', ready.sizeBytes],
  );
  assert.equal((await reply.arrayBuffer()).byteLength, ready.sizeBytes);
  const before = await storedFiles();
  stage.jump("2026-11-28T09:00:00Z");
  assert.equal((await downloaded(stage, { brandId: place.brandId, archiveId: ready.id })).status, 404);
  await makeAsked(stage);
  assert.deepEqual(await list(place), []);
  assert.equal((await storedFiles()).length, before.length - 1);
  stage.jump("2026-11-21T09:00:00Z");
});

test("a part of an archive can be downloaded, to go on where a connection was lost", async () => {
  const place = await aPlace(stage);
  const whole = await archiveOf(stage, place.brandId);
  const [{ id }] = await list(place);
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, range: "bytes=10-19" };
  const part = await downloaded(stage, { brandId: place.brandId, archiveId: id }, headers);
  assert.deepEqual([part.status, part.headers.get("content-range")], [206, `bytes 10-19/${whole.length}`]);
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), whole.subarray(10, 20));
});

test("while one is being made another is refused; the next one replaces it; and it can be deleted", async () => {
  const place = await aPlace(stage);
  const first = await must(begin(place));
  const { status, body } = await begin(place);
  assert.deepEqual([status, body.errors], [409, { archive: "An archive of this brand is being made already." }]);
  await makeAsked(stage);
  const second = await must(begin(place));
  assert.deepEqual(
    (await list(place)).map(({ id, status }: { id: number; status: string }) => [id, status]),
    [
      [second.id, "making"],
      [first.id, "ready"],
    ],
  );
  await makeAsked(stage);
  assert.deepEqual(
    (await list(place)).map(({ id }: { id: number }) => id),
    [second.id],
  );
  const files = await storedFiles();
  await must(stage.admin("DELETE", `/../brands/${place.brandId}/archives?archive_id=${second.id}`));
  assert.deepEqual(await list(place), []);
  assert.equal((await storedFiles()).length, files.length - 1);
  assert.equal((await stage.admin("DELETE", `/../brands/${place.brandId}/archives?archive_id=${second.id}`)).status, 404);
});

test("an archive whose process was killed is begun again by the next one; after eight times it has failed and says so", async () => {
  const place = await aPlace(stage);
  const { id } = await must(begin(place));
  // As a killed process leaves it: begun, with nobody at it.
  const left = (tries: number) => stage.app.db.query("update brand_archives set tries = $2, done_bytes = 7 where id = $1", [id, tries]);
  await left(1);
  await makeAsked(stage);
  assert.equal((await list(place))[0].status, "ready");
  const next = await must(begin(place));
  await stage.app.db.query("update brand_archives set tries = 8 where id = $1", [next.id]);
  await makeAsked(stage);
  const [failed] = await list(place);
  assert.deepEqual([failed.status, failed.problem], ["failed", "The service stopped 8 times while it was being made."]);
  await must(begin(place));
});

test("an archive is tried again later and later while the storage is in trouble, and not at all when the disk is full", async () => {
  const place = await aPlace(stage);
  await uploaded(stage, place, { bytes: await aPicture(), name: "rye.png" });
  const { id } = await must(begin(place));
  const trouble = mock.method(stage.app.storage, "stream", () => Promise.reject(new Error("The media store does not answer.")));
  const tries = async () =>
    (await query<{ tries: number }>(stage.app.db, { text: "select tries from brand_archives where id = $1", values: [id] }))[0]?.tries;
  for (const [waited, made] of [
    [0, 1],
    [29, 1],
    [1, 2],
    [59, 2],
    [1, 3],
  ] as const) {
    stage.pass(waited);
    await makeAsked(stage);
    assert.equal(await tries(), made);
  }
  trouble.mock.restore();
  stage.pass(120);
  await makeAsked(stage);
  assert.equal((await list(place))[0].status, "ready");
  const full = mock.method(stage.app.storage, "stream", () => Promise.reject(Object.assign(new Error("no space"), { code: "ENOSPC" })));
  await must(begin(place));
  await makeAsked(stage);
  full.mock.restore();
  assert.deepEqual((await list(place))[0].problem, "The service's disk is full. Ask its operator to make room, then try again.");
});

test("an archive that would not fit on the disk is refused before its first byte", async () => {
  const place = await aPlace(stage);
  const id = await uploaded(stage, place, { bytes: await aPicture(), name: "rye.png" });
  await stage.app.db.query("update media set size_bytes = 1e15 where id = $1", [id]);
  await must(begin(place));
  await makeAsked(stage);
  const [failed] = await list(place);
  assert.match(failed.problem, /^The archive needs \d+ MiB on the service's disk, and \d+ MiB are free\./);
  await stage.app.db.query("update media set size_bytes = 1 where id = $1", [id]);
});

test("a file that is deleted while a backup is read keeps its bytes until nobody needs them", async () => {
  const place = await aPlace(stage);
  const id = await uploaded(stage, place, { bytes: await aPicture(), name: "rye.png" });
  const [row] = await query<{ key: string }>(stage.app.db, { text: "select storage_key key from media where id = $1", values: [id] });
  const key = row?.key ?? "";
  const remove = (mediaId: string) => must(stage.admin("POST", `/../brands/${place.brandId}/media/deletion`, { ids: [mediaId] }));
  await transaction(stage.app.db, async (tx) => {
    await forbidRemoval(tx);
    await remove(id);
  });
  assert.notEqual(await stage.app.storage.sizeOf(key), null);
  const next = await uploaded(stage, place, { bytes: await aPicture(), name: "rye.png" });
  const [other] = await query<{ key: string }>(stage.app.db, { text: "select storage_key key from media where id = $1", values: [next] });
  await remove(next);
  assert.equal(await stage.app.storage.sizeOf(other?.key ?? ""), null);
});

test("a file that is lost fails the archive with its reason", async () => {
  const place = await aPlace(stage);
  const id = await uploaded(stage, place, { bytes: await aPicture(), name: "rye.png" });
  const [row] = await query<{ key: string }>(stage.app.db, { text: "select storage_key key from media where id = $1", values: [id] });
  await stage.app.storage.delete(row?.key ?? "");
  await must(begin(place));
  await makeAsked(stage);
  const [failed] = await list(place);
  assert.equal(failed.status, "failed");
  assert.match(
    failed.problem,
    /^The file “rye\.png” is not in the media storage\. It was deleted while the archive was being made, or is lost\./,
  );
  assert.deepEqual(await readdir(stage.app.storage.incoming), []);
});

test("a file that is not what was uploaded fails the archive: no installation would take it in", async () => {
  const place = await aPlace(stage);
  const id = await uploaded(stage, place, { bytes: await aPicture(), name: "rye.png" });
  await stage.app.db.query("update media set sha256 = repeat('0', 64) where id = $1", [id]);
  await must(begin(place));
  await makeAsked(stage);
  const [failed] = await list(place);
  assert.equal(failed.status, "failed");
  assert.match(failed.problem, /^The file “rye\.png” in the media storage is damaged: it is not what was uploaded\. Put it back/);
  assert.deepEqual(await readdir(stage.app.storage.incoming), []);
});

test("the collection of orphans leaves archives alone, and takes what a deleted brand leaves", async () => {
  const place = await aPlace(stage);
  await archiveOf(stage, place.brandId);
  const [{ id }] = await list(place);
  const later = "2099-01-01T00:00:00.000000Z" as ReturnType<Stage["now"]>;
  await collectOrphans(stage.app, { before: later });
  assert.equal((await downloaded(stage, { brandId: place.brandId, archiveId: id })).status, 200);
  await must(stage.admin("DELETE", `/../brands/${place.brandId}?title=Bakery`));
  const collected = await collectOrphans(stage.app, { before: later });
  assert.equal(collected?.removed, 1);
});

test("only the owner asks for archives and downloads them", async () => {
  const place = await aPlace(stage);
  await must(stage.admin("POST", "/users/password", { user: place.person.email, password: PASSWORD }));
  const owner = await aDashboard(stage, place.person.email);
  await must(owner.call("POST", `/brands/${place.brandId}/archives`));
  await makeAsked(stage);
  const [{ id, askedBy }] = await must(owner.call("GET", `/brands/${place.brandId}/archives`));
  assert.equal(askedBy, "Ada");
  const email = "grace@example.org";
  await must(stage.admin("POST", "/users", { name: "Grace", email, password: PASSWORD }));
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role: "admin" }));
  const admin = await aDashboard(stage, email);
  const statusOf = async (headers: Readonly<Record<string, string>>) =>
    (await downloaded(stage, { brandId: place.brandId, archiveId: id }, headers)).status;
  assert.equal(await statusOf({ cookie: owner.cookie }), 200);
  assert.equal(await statusOf({ cookie: admin.cookie }), 403);
  assert.equal(await statusOf({}), 401);
  const stranger = await aPlace(stage);
  await must(stage.admin("POST", "/users/password", { user: stranger.person.email, password: PASSWORD }));
  assert.equal(await statusOf({ cookie: (await aDashboard(stage, stranger.person.email)).cookie }), 404);
  const other = await downloaded(stage, { brandId: stranger.brandId, archiveId: id });
  assert.equal(other.status, 404);
});

test("the tables for spreadsheets have every post and entry, and nothing in them is run as a formula", async () => {
  const place = await aPlace(stage);
  await aPost(place, { publishMode: "DRAFT", caption: 'Plain, with “quotes"', title: '=HYPERLINK("https://evil.example")' });
  await aPost(place, { publishMode: "IMMEDIATE", caption: "+1 for rye" });
  await stage.settle();
  const files = await entriesOf(await archiveOf(stage, place.brandId));
  const posts = files.get("posts.csv")?.toString() ?? "";
  assert.match(posts, /^"id","collection","title",/);
  assert.ok(posts.includes('"\'=HYPERLINK(""https://evil.example"")","Plain, with “quotes"""'));
  assert.match(files.get("published.csv")?.toString() ?? "", /"Mastodon","Mastodon \w+","PUBLISHED","TEXT","'\+1 for rye"/);
});

test("accounts take turns: somebody with many brands to archive is not before everybody else", async () => {
  const place = await aPlace(stage);
  const owner = place.person.email;
  const many = [place.brandId];
  for (const title of ["Second", "Third"]) many.push((await must(stage.admin("POST", "/brands", { owner, title }))).id);
  const asked: number[] = [];
  for (const brandId of many) asked.push((await must(begin({ ...place, brandId }))).id);
  const other = (await must(begin(await aPlace(stage)))).id;
  const order = await listUnmade(stage.app.db, { now: stage.app.clock.now(), limit: 10 });
  assert.deepEqual(order, [asked[0], other, asked[1], asked[2]]);
  await makeAsked(stage);
});
