import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { aPlace, must, type Place } from "../../testing/builders.ts";
import { aDashboard, type Dashboard } from "../../testing/dashboard.ts";
import { eventually } from "../../testing/eventually.ts";
import { uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aVideoFile } from "../../testing/videos.ts";

let stage: Stage;
let place: Place;
let editor: Dashboard;
before(async () => {
  stage = await openStage();
  place = await aPlace(stage);
  const email = "grace@example.org";
  await must(stage.admin("POST", "/users", { name: "Grace", email, password: "correct horse" }));
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role: "editor" }));
  editor = await aDashboard(stage, email);
});
after(() => stage[Symbol.asyncDispose]());

const crop = (body: object) => editor.call("POST", `/brands/${place.brandId}/media/crops`, body);

/** 40 × 20 pixels: red on the left, green in the upper right, blue in the lower right. */
function colours() {
  const area = (width: number, height: number, background: string) => ({ create: { width, height, channels: 3 as const, background } });
  return sharp(area(40, 20, "#f00")).composite([
    { input: area(20, 10, "#0f0"), left: 20, top: 0 },
    { input: area(20, 10, "#00f"), left: 20, top: 10 },
  ]);
}

async function aPicture(make: (image: Sharp) => Sharp, name: string): Promise<string> {
  return uploaded(stage, place, { bytes: Buffer.from(await make(colours()).toBuffer()), name });
}

async function seen(path: string) {
  const bytes = Buffer.from(await (await fetch(stage.url + path)).arrayBuffer());
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const [red = 0, green = 0, blue = 0] = data.subarray((y * info.width + x) * info.channels);
    return red > 200 ? "red" : green > 200 ? "green" : blue > 200 ? "blue" : "?";
  };
  return { width: info.width, height: info.height, at, metadata: await sharp(bytes).metadata() };
}

test("a part of a picture becomes a file of its own, called after it; the original stays", async () => {
  const id = await aPicture((image) => image.png(), "colours.png");
  const made = await must(crop({ mediaId: id, x: 15, y: 0, width: 20, height: 10 }));
  assert.deepEqual([made.name, made.mime, made.width, made.height], ["colours (cropped).png", "image/png", 20, 10]);
  assert.notEqual(made.id, id);
  const { at } = await seen(made.path);
  assert.deepEqual([at(0, 0), at(4, 9), at(5, 0), at(19, 9)], ["red", "red", "green", "green"]);
  const { files } = await must(editor.call("GET", `/brands/${place.brandId}/media?sort=oldest`));
  assert.deepEqual(
    files.map(({ name }: { name: string }) => name),
    ["colours.png", "colours (cropped).png"],
  );
  assert.equal((await must(crop({ mediaId: made.id, x: 0, y: 0, width: 5, height: 5 }))).name, "colours (cropped).png");
});

test("the part is turned clockwise after it was cut out", async () => {
  const id = await aPicture((image) => image.png(), "turned.png");
  const turned = await must(crop({ mediaId: id, x: 0, y: 0, width: 40, height: 20, rotate: 90 }));
  assert.deepEqual([turned.width, turned.height], [20, 40]);
  const { at } = await seen(turned.path);
  // What was on the left is on top, and what was at the top on the right.
  assert.deepEqual([at(10, 5), at(15, 35), at(5, 35)], ["red", "green", "blue"]);
});

test("pixels are those of the picture as it is shown, and a JPEG stays one, without its metadata", async () => {
  const id = await aPicture((image) => image.withMetadata({ orientation: 6 }).jpeg({ quality: 100 }), "phone.jpg");
  const made = await must(crop({ mediaId: id, x: 0, y: 0, width: 20, height: 20 }));
  assert.deepEqual([made.name, made.mime], ["phone (cropped).jpg", "image/jpeg"]);
  const { at, metadata } = await seen(made.path);
  assert.deepEqual([metadata.exif, metadata.orientation, at(10, 10)], [undefined, undefined, "red"]);
  assert.equal((await crop({ mediaId: id, x: 0, y: 0, width: 40, height: 20 })).status, 422, "shown, it is 20 × 40");
});

test("what is no part, no picture, not readable or not the brand's is refused, and makes no file", async () => {
  const count = async () => (await must(editor.call("GET", `/brands/${place.brandId}/media`))).total;
  const id = await aPicture((image) => image.png(), "whole.png");
  const film = await uploaded(stage, place, { bytes: await aVideoFile({ seconds: 1 }), name: "oven.mp4" });
  const png = await colours().png().toBuffer();
  const broken = await uploaded(stage, place, { bytes: Buffer.from(png.subarray(0, 60)), name: "broken.png" });
  const before = await count();
  const part = { x: 0, y: 0, width: 10, height: 10 };
  const outside = await crop({ mediaId: id, ...part, x: 31 });
  assert.deepEqual([outside.status, outside.body.errors], [422, { width: "The part must lie within the picture." }]);
  assert.deepEqual((await crop({ mediaId: film, ...part })).body.errors, { mediaId: "Only pictures can be cropped." });
  assert.equal((await crop({ mediaId: broken, ...part })).status, 422);
  assert.equal((await crop({ mediaId: id, ...part, rotate: 45 })).status, 422);
  const other = await aPlace(stage);
  const foreign = await uploaded(stage, other, { bytes: Buffer.from(png), name: "theirs.png" });
  assert.equal((await crop({ mediaId: foreign, ...part })).status, 404);
  assert.equal(await count(), before);
});

test("one person's hostile pictures delay nobody else's", async () => {
  const email = "mallory@example.org";
  await must(stage.admin("POST", "/users", { name: "Mallory", email, password: "correct horse" }));
  const other = await aPlace(stage);
  await must(stage.admin("POST", `/brands/${other.brandId}/members`, { user: email, role: "editor" }));
  const mallory = await aDashboard(stage, email);
  const hostile = await Promise.all(
    Array.from({ length: 4 }, (_, index) => uploaded(stage, other, { bytes: fullOfTexts(index), name: `${index}.png` })),
  );
  const own = await aPicture((image) => image.png(), "innocent.png");
  const all = hostile.map((mediaId) =>
    mallory.call("POST", `/brands/${other.brandId}/media/crops`, { mediaId, x: 0, y: 0, width: 10, height: 10 }),
  );
  const trials = async () => {
    const text = "select died from media_trials where media_id = any($1) and work = 'image'";
    const { rows } = await stage.app.db.query<{ died: boolean }>(text, [hostile]);
    return rows;
  };
  await eventually("the first of them is being decoded", async () => (await trials()).length > 0);
  await must(crop({ mediaId: own, x: 0, y: 0, width: 10, height: 10 }));
  const died = (await trials()).filter((trial) => trial.died).length;
  assert.ok(died < hostile.length, `it had to wait for ${died} of the others' pictures`);
  assert.deepEqual(
    (await Promise.all(all)).map(({ status }) => status),
    hostile.map(() => 422),
  );
});

/** A PNG of 100 × 100 pixels in one megabyte, whose texts are one gigabyte when they are decompressed. */
function fullOfTexts(index: number): Buffer<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const header = Buffer.from([0, 0, 0, 100, 0, 0, 0, 100, 1, 0, 0, 0, 0]);
  const bomb = deflateSync(Buffer.alloc(7_900_000, 65 + index));
  const texts = Array.from({ length: 130 }, (_, place) => chunk("zTXt", Buffer.concat([Buffer.from(`key${place}\0\0`), bomb])));
  const pixels = chunk("IDAT", deflateSync(Buffer.alloc(14 * 100)));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk("IHDR", header), ...texts, pixels, chunk("IEND", Buffer.alloc(0))]);
}
