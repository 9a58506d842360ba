import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { TOOL_FILE_BYTES_MAX } from "@rostrum/contract/limits.ts";
import { aPlace, type Place } from "../../testing/builders.ts";
import { aSite, type Site } from "../../testing/feeds.ts";
import { aPicture } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aToolClient, type ToolClient } from "../../testing/tool-client.ts";
import { aToolToken } from "../../testing/tool-token.ts";

let stage: Stage;
let place: Place;
let agent: ToolClient;
let image: Buffer;
let files: Site;
before(async () => {
  image = await aPicture();
  files = await aSite();
  files.on("/red%20square.png", { body: image });
  files.on("/page.html", { body: "<p>no file</p>" });
  stage = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
  place = await aPlace(stage);
  agent = await aToolClient(stage.url, await aToolToken(stage.app, place.person.email));
});
after(async () => {
  await agent[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
  await files[Symbol.asyncDispose]();
});

const upload = (given: Readonly<Record<string, unknown>>) => agent.call("upload_media", { brandId: place.brandId, ...given });

async function newest(): Promise<{ id: string; name: string; type: string; size: number }> {
  return (await agent.call("list_media", { brandId: place.brandId, perPage: 1 })).body.data[0];
}

test("upload_media accepts a base64 file with its name", async () => {
  const { body } = await upload({ fileName: "red.png", contentBase64: image.toString("base64") });
  assert.deepEqual(body, { status: "success", data: { id: body.data.id, type: "image/png", size: image.length } });
  const { id, name, type, size } = await newest();
  assert.deepEqual({ id, name, type, size }, { id: body.data.id, name: "red.png", type: "image/png", size: image.length });
});

test("upload_media accepts a URL, whose last segment becomes the name unless one is given", async () => {
  const { body } = await upload({ url: `${files.url}/red%20square.png` });
  assert.deepEqual(body, { status: "success", data: { id: body.data.id, type: "image/png", size: image.length } });
  assert.equal((await newest()).name, "red square.png");
  await upload({ url: `${files.url}/red%20square.png`, fileName: "mine.png" });
  assert.equal((await newest()).name, "mine.png");
});

test("an uploaded file can be used in a post", async () => {
  const { body } = await upload({ fileName: "red.png", contentBase64: image.toString("base64") });
  const created = await agent.call("create_post", {
    brandId: place.brandId,
    collectionId: place.collectionId,
    publishMode: "DRAFT",
    caption: "Red",
    media: [{ id: body.data.id }],
  });
  assert.equal(created.isError, false);
});

test("invalid upload parameters are reported by name", async () => {
  const errors = async (given: Readonly<Record<string, unknown>>) => (await upload(given)).body.errors;
  assert.deepEqual(await errors({}), { url: ["The url field is required when there is no contentBase64."] });
  assert.deepEqual(await errors({ contentBase64: "AAAA" }), { fileName: ["The fileName field is required with contentBase64."] });
  assert.deepEqual(await errors({ url: files.url, contentBase64: "AAAA", fileName: "a" }), {
    url: ["The url field is not allowed beside contentBase64."],
  });
  assert.deepEqual(await errors({ contentBase64: "not base64!", fileName: "a" }), {
    contentBase64: ["The contentBase64 field must be base64."],
  });
  assert.deepEqual(await errors({ contentBase64: "data:image/png;base64,AAAA", fileName: "a" }), {
    contentBase64: ["The contentBase64 field must be base64 without a data: prefix."],
  });
  assert.deepEqual(await errors({ url: "file:///etc/passwd" }), { url: ["The url field must be a valid http or https URL."] });
});

test("a file over the base64 limit is refused with advice on what to do instead", async () => {
  const { body } = await upload({ fileName: "large.png", contentBase64: Buffer.alloc(TOOL_FILE_BYTES_MAX + 1).toString("base64") });
  assert.deepEqual(body.errors, {
    contentBase64: [
      "The contentBase64 field must not hold more than 10485760 bytes; pass the file as url, or upload it with the REST API or the command line.",
    ],
  });
});

test("an unsupported file and an unreachable URL are refused as in the REST API", async () => {
  const notAccepted = { media: ["The media field must be a file of type jpg, jpeg, png, bmp, mp4, mov or pdf."] };
  const text = await upload({ fileName: "a.png", contentBase64: Buffer.from("text").toString("base64") });
  assert.deepEqual([text.body.httpStatus, text.body.errors], [422, notAccepted]);
  const page = await upload({ url: `${files.url}/page.html` });
  assert.deepEqual([page.body.httpStatus, page.body.errors], [422, notAccepted]);
  const missing = await upload({ url: `${files.url}/missing.png` });
  assert.deepEqual(
    [missing.body.httpStatus, missing.body.errors],
    [400, { media: "The media address could not be downloaded. There is nothing at this address (status 404)." }],
  );
});

test("an address in a private network is not fetched", async () => {
  const { body } = await upload({ url: "http://10.0.0.1/a.png" });
  assert.deepEqual(
    [body.httpStatus, body.errors],
    [
      400,
      {
        media:
          "The media address could not be downloaded. Its address is on a private network. The operator can allow it with ROSTRUM_ALLOW_PRIVATE_NETWORKS.",
      },
    ],
  );
});
