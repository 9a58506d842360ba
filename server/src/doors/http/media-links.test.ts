import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { MEDIA_LINK_SECONDS, mediaLink } from "../../brands/media/link.ts";
import { query } from "../../ground/database/query.ts";
import { aPlace, type Place } from "../../testing/builders.ts";
import { aPicture, uploaded } from "../../testing/media.ts";
import { testStore } from "../../testing/s3.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
let place: Place;
let picture: Buffer<ArrayBuffer>;
let id = "";
let link = "";
const NAME = "Plum »tart« (new).png";
before(async () => {
  stage = await openStage();
  place = await aPlace(stage, { channels: [] });
  picture = await aPicture();
  id = await uploaded(stage, place, { bytes: picture, name: NAME });
  link = mediaLink(stage.app, { brandId: place.brandId, id, name: NAME });
});
after(() => stage[Symbol.asyncDispose]());

const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer());
const WRONG = {
  status: "error",
  message: "This link is wrong or has expired.",
  errors: { token: "This link is wrong or has expired." },
};

async function refused(url: string): Promise<void> {
  const reply = await fetch(url);
  assert.deepEqual([reply.status, await reply.json()], [404, WRONG]);
}

test("anybody with the link gets the file, as a download that no browser executes", async () => {
  const reply = await fetch(link);
  assert.equal(reply.status, 200);
  assert.deepEqual(await bytesOf(reply), picture);
  const headers = ["content-type", "content-length", "content-disposition", "x-content-type-options", "content-security-policy"];
  assert.deepEqual(
    headers.map((name) => reply.headers.get(name)),
    [
      "image/png",
      String(picture.length),
      `attachment; filename="Plum _tart_ _new_.png"; filename*=UTF-8''Plum%20%C2%BBtart%C2%AB%20%28new%29.png`,
      "nosniff",
      "default-src 'none'; sandbox",
    ],
  );
});

test("a link is below the public URL and ends in a plain file name", () => {
  assert.match(link, new RegExp(`^${stage.url}/media/[\\w-]+\\.[\\w-]+/Plum_tart_new_\\.png$`));
  const nameOf = (name: string) => mediaLink(stage.app, { brandId: 1, id: "m", name }).split("/").at(-1);
  assert.equal(nameOf("../../x"), "_.._x");
  assert.equal(nameOf("..png"), "png");
  assert.equal(nameOf("日本"), "file");
  assert.equal(nameOf(`${"x".repeat(300)}.mp4`), `${"x".repeat(76)}.mp4`);
});

test("HEAD returns the same headers without the body", async () => {
  const reply = await fetch(link, { method: "HEAD" });
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get("content-length"), String(picture.length));
  assert.equal((await bytesOf(reply)).length, 0);
});

test("a byte range is served on its own", async () => {
  const ranges = [
    ["bytes=0-9", 0, 9],
    ["bytes=10-", 10, picture.length - 1],
    ["bytes=-5", picture.length - 5, picture.length - 1],
    ["bytes=20-999999", 20, picture.length - 1],
  ] as const;
  for (const [range, start, end] of ranges) {
    const reply = await fetch(link, { headers: { range } });
    assert.equal(reply.status, 206, range);
    assert.equal(reply.headers.get("content-range"), `bytes ${start}-${end}/${picture.length}`);
    assert.deepEqual(await bytesOf(reply), picture.subarray(start, end + 1));
  }
});

test("a range outside the file is refused, and If-Range with another version gets the whole file", async () => {
  const outside = await fetch(link, { headers: { range: `bytes=${picture.length}-` } });
  assert.deepEqual([outside.status, outside.headers.get("content-range")], [416, `bytes */${picture.length}`]);
  const older = await fetch(link, { headers: { range: "bytes=0-9", "if-range": '"older"' } });
  assert.deepEqual([older.status, (await bytesOf(older)).length], [200, picture.length]);
  const same = await fetch(link, { headers: { range: "bytes=0-9", "if-range": older.headers.get("etag") ?? "" } });
  assert.deepEqual([same.status, (await bytesOf(same)).length], [206, 10]);
});

test("a link expires after some hours", async () => {
  stage.pass(MEDIA_LINK_SECONDS - 1);
  assert.equal((await fetch(link)).status, 200);
  stage.pass(1);
  await refused(link);
  stage.pass(-MEDIA_LINK_SECONDS);
});

test("a tampered link is refused, whatever was changed in it", async () => {
  const [, payload = "", mac = ""] = /\/media\/([^./]+)\.([^/]+)\//.exec(link) ?? [];
  const forged = (token: string) => refused(`${stage.url}/media/${token}/x.png`);
  const claim = (values: unknown) => Buffer.from(JSON.stringify(values)).toString("base64url");
  const [brandId, mediumId, endsAt] = JSON.parse(Buffer.from(payload, "base64url").toString());
  await forged(`${claim([brandId, mediumId, endsAt + 86_400])}.${mac}`);
  await forged(`${claim([brandId, "m_other", endsAt])}.${mac}`);
  await forged(`${claim([brandId + 1, mediumId, endsAt])}.${mac}`);
  await forged(`${payload}.${mac.startsWith("A") ? "B" : "A"}${mac.slice(1)}`);
  for (const token of [payload, `${payload}.`, `.${mac}`, `${payload}.${mac}.x`, "x", "%00"]) await forged(token);
});

test("only the token identifies the file: another name in the URL changes nothing", async () => {
  const reply = await fetch(link.replace(/[^/]+$/, "invoice.html"));
  assert.match(reply.headers.get("content-disposition") ?? "", /^attachment; filename="Plum/);
  assert.deepEqual(await bytesOf(reply), picture);
});

test("a link to one medium opens no other, nor a medium of another brand", async () => {
  const other = await uploaded(stage, place, { bytes: await aPicture("#08c"), name: "other.png" });
  const otherLink = mediaLink(stage.app, { brandId: place.brandId, id: other, name: "other.png" });
  assert.notDeepEqual(await bytesOf(await fetch(otherLink)), picture);
  const [token, otherToken] = [link, otherLink].map((address) => address.split("/").at(-2)?.split(".") ?? []);
  await refused(`${stage.url}/media/${otherToken?.[0]}.${token?.[1]}/x.png`);
  const elsewhere = await aPlace(stage, { channels: [] });
  await refused(mediaLink(stage.app, { brandId: elsewhere.brandId, id, name: "x.png" }));
});

test("a link made under another secret key is refused", async () => {
  await using elsewhere = await openStage();
  await refused(mediaLink({ ...stage.app, secrets: elsewhere.app.secrets }, { brandId: place.brandId, id, name: "x.png" }));
});

test("a link to a file in a bucket is served by the service like one on disk: the store stays hidden and need not be reachable", async () => {
  await using store = await testStore();
  await using stage = await openStage(store.environment);
  const place = await aPlace(stage, { channels: [] });
  const id = await uploaded(stage, place, { bytes: picture, name: NAME });
  const link = mediaLink(stage.app, { brandId: place.brandId, id, name: NAME });
  assert.ok(link.startsWith(`${stage.url}/media/`), link);
  const whole = await fetch(link, { redirect: "manual" });
  assert.equal(whole.status, 200);
  assert.deepEqual(await bytesOf(whole), picture);
  assert.deepEqual(
    ["content-type", "content-length", "x-content-type-options", "content-security-policy"].map((name) => whole.headers.get(name)),
    ["image/png", String(picture.length), "nosniff", "default-src 'none'; sandbox"],
  );
  assert.match(whole.headers.get("content-disposition") ?? "", /^attachment;/);
  assert.deepEqual(
    [...whole.headers.keys()].filter((name) => name.startsWith("x-amz")),
    [],
  );
  for (const [range, start, end] of [
    ["bytes=0-0", 0, 0],
    ["bytes=7-", 7, picture.length - 1],
    ["bytes=-9", picture.length - 9, picture.length - 1],
  ] as const) {
    const reply = await fetch(link, { headers: { range } });
    assert.deepEqual([reply.status, reply.headers.get("content-range")], [206, `bytes ${start}-${end}/${picture.length}`]);
    assert.deepEqual(await bytesOf(reply), picture.subarray(start, end + 1));
  }
  assert.equal((await fetch(link, { headers: { range: `bytes=${picture.length}-` } })).status, 416);
  store.requests.length = 0;
  assert.equal((await fetch(link, { method: "HEAD" })).headers.get("content-length"), String(picture.length));
  assert.equal((await fetch(link.replace(/\.[\w-]+\//, ".forged/"))).status, 404);
  assert.deepEqual(store.requests, [], "neither needs the store");
});

test("a file lost from storage is an internal error, not a truncated reply", async () => {
  const id = await uploaded(stage, place, { bytes: await aPicture("#123"), name: "lost.png" });
  const [row] = await query<{ key: string }>(stage.app.db, { text: "select storage_key as key from media where id = $1", values: [id] });
  await stage.app.storage.delete(row?.key ?? "");
  const reply = await fetch(mediaLink(stage.app, { brandId: place.brandId, id, name: "lost.png" }));
  const message = "An internal error occurred. The request may have taken effect: check before you send it again.";
  assert.deepEqual([reply.status, await reply.json()], [500, { status: "error", message, errors: { server: message } }]);
  assert.deepEqual(
    [reply.headers.get("cache-control"), reply.headers.get("etag"), reply.headers.get("content-disposition")],
    ["no-store", null, null],
  );
});

test("many concurrent readers of one link each get the whole file", async () => {
  const replies = await Promise.all(Array.from({ length: 50 }, () => fetch(link)));
  for (const reply of replies) assert.deepEqual(await bytesOf(reply), picture);
});
