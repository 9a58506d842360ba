import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, type Place } from "../../testing/builders.ts";
import { aPicture, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aVideoFile } from "../../testing/videos.ts";

let stage: Stage;
let place: Place;
before(async () => {
  stage = await openStage();
  place = await aPlace(stage);
});
after(() => stage[Symbol.asyncDispose]());

async function send(bytes: Uint8Array<ArrayBuffer>, name: string) {
  const form = new FormData();
  form.set("media", new Blob([bytes]), name);
  const headers = { Authorization: `Bearer ${place.person.key}` };
  const reply = await fetch(`${stage.url}/v1/brands/${place.brandId}/media`, { method: "POST", headers, body: form });
  return { status: reply.status, body: await reply.json() };
}

async function kept(id: string) {
  const { rows } = await stage.app.db.query("select mime, width, height, duration_seconds, facts from media where id = $1", [id]);
  return rows[0];
}

test("an upload's facts are read when it is stored, from its content and not its name", async () => {
  const { status, body } = await send(await aVideoFile({ container: "mov", rotation: 90, index: "end" }), "holiday.jpg");
  assert.deepEqual([status, body.data.type], [201, "video/quicktime"]);
  const { facts, ...rest } = await kept(body.data.id);
  assert.deepEqual(rest, { mime: "video/quicktime", width: 360, height: 640, duration_seconds: 4 });
  assert.deepEqual([facts.videoCodec, facts.audioCodec, facts.rotation, facts.framesPerSecond], ["avc", "aac", 90, 30]);
});

test("a damaged file of an accepted type is stored with unknown facts, any other type is refused with 422", async () => {
  const whole = await aVideoFile({ index: "end" });
  const { status, body } = await send(whole.subarray(0, 60), "broken.mp4");
  assert.equal(status, 201);
  const { width, height, duration_seconds, facts } = await kept(body.data.id);
  assert.deepEqual([width, height, duration_seconds, facts.videoCodec], [null, null, null, null]);
  const refused = await send(Buffer.from("RIFF0000WEBPVP8 "), "picture.jpg");
  assert.deepEqual(refused, {
    status: 422,
    body: {
      message: "The media field must be a file of type jpg, jpeg, png, bmp, mp4, mov or pdf.",
      errors: { media: ["The media field must be a file of type jpg, jpeg, png, bmp, mp4, mov or pdf."] },
    },
  });
});

const RECORDS = [
  "image/jpeg",
  "image/png",
  "image/bmp",
  "image/gif",
  "video/mp4",
  "video/quicktime",
  "application/pdf",
  "application/msword",
  "application/vnd.ms-excel",
  "application/vnd.ms-excel.sheet.macroenabled.12",
  "application/vnd.ms-powerpoint",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  "application/vnd.oasis.opendocument.text",
  "application/rtf",
  "text/rtf",
  "text/csv",
  "text/plain",
  "application/zip",
];

const FILTERS: Readonly<Record<string, (mime: string) => boolean>> = {
  IMAGE: (mime) => mime.startsWith("image/") && mime !== "image/gif",
  GIF: (mime) => mime === "image/gif",
  VIDEO: (mime) => mime.startsWith("video/"),
  APPLICATION: (mime) => mime.startsWith("application/") || mime.startsWith("text/"),
  DOCUMENT: (mime) => /^(application|text)\//.test(mime) && !["text/csv", "text/plain", "application/zip"].includes(mime),
  CSV: (mime) => mime === "text/csv",
};

test("each list filter returns its types, newest first, with their total", async () => {
  const elsewhere = await aPlace(stage);
  for (const [index, mime] of RECORDS.entries()) {
    await stage.app.db.query(
      `insert into media (id, brand_id, name, mime, size_bytes, sha256, storage_key, facts, created_at, updated_at)
       values ($1, $2, $1, $3, 5, '', $1, '{}', now(), now())`,
      [`record-${index}`, elsewhere.brandId, mime],
    );
  }
  const newestFirst = RECORDS.toReversed();
  const list = async (query: string) => {
    const { body } = await elsewhere.api("GET", `/media?per_page=100${query}`);
    return { types: body.data.map((medium: { type: string }) => medium.type), total: body.pagination.total };
  };
  assert.deepEqual(await list(""), { types: newestFirst, total: RECORDS.length });
  for (const [filter, belongs] of Object.entries(FILTERS)) {
    const expected = newestFirst.filter(belongs);
    assert.ok(expected.length > 0, filter);
    assert.deepEqual(await list(`&type=${filter}`), { types: expected, total: expected.length }, filter);
  }
  const page = await elsewhere.api("GET", "/media?type=APPLICATION&per_page=5&page=2");
  assert.deepEqual(
    page.body.data.map((medium: { type: string }) => medium.type),
    newestFirst.filter((mime) => /^(application|text)\//.test(mime)).slice(5, 10),
  );
  assert.equal((await elsewhere.api("GET", "/media?type=AUDIO")).status, 422);
});

test("a list contains only the brand's own media", async () => {
  const id = await uploaded(stage, place, { bytes: await aPicture(), name: "bread.png" });
  const elsewhere = await aPlace(stage);
  assert.equal((await elsewhere.api("GET", "/media")).body.data.length, 0);
  assert.ok((await place.api("GET", "/media")).body.data.some((medium: { id: string }) => medium.id === id));
});
