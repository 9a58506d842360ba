import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { dataOf, pageOf } from "./support/api.ts";
import { assertInvalid, assertRefused, assertStatus } from "./support/expect.ts";
import { type FileKind, fileOf } from "./support/files.ts";
import { anOutside, type Outside } from "./support/outside.ts";
import * as resources from "./support/resources.ts";
import { aCollection, aWorkspace, readPost, type Workspace } from "./support/stage.ts";
import { anUpload } from "./support/upload.ts";

describe("the media of a new post", () => {
  let of: Workspace;
  let outside: Outside;
  let path: string;
  before(async () => {
    of = await aWorkspace();
    outside = await anOutside();
    path = `${of.brand}/collections/${(await aCollection(of)).id}/posts`;
  });
  const create = (media: unknown, more: Readonly<Record<string, unknown>> = {}) =>
    of.api.post(path, { publishMode: "DRAFT", caption: "x", media, ...more });
  const readBack = async (media: unknown, more: Readonly<Record<string, unknown>> = {}) =>
    await readPost(of, dataOf(await create(media, more), resources.acknowledged).id);
  const library = async () => pageOf(await of.api.get(`${of.brand}/media`, { per_page: 100 }), resources.mediaItem).data;

  const types: readonly (readonly [readonly FileKind[], string])[] = [
    [["jpeg"], "IMAGE"],
    [["bmp"], "IMAGE"],
    [["jpeg", "png"], "SLIDES"],
    [["jpeg", "png", "bmp", "jpeg", "png", "bmp"], "SLIDES"],
    [["mp4"], "VIDEO"],
    [["mov"], "VIDEO"],
    [["mp4", "mov"], "MULTIMEDIA"],
    [["jpeg", "mp4"], "MULTIMEDIA"],
    [["pdf"], "DOCUMENT"],
  ];
  for (const [kinds, type] of types) {
    test(`${kinds.join(" and ")} by media id make a post of the type ${type}, its media read back in order`, async () => {
      const ids = [];
      for (const kind of kinds) ids.push(await anUpload(of, kind));
      const read = await readBack(ids.map((id) => ({ id })));
      assert.deepEqual([read.postType, read.media.map((item) => item.id)], [type, ids]);
    });
  }

  test("the same file twice is two images", async () => {
    const id = await anUpload(of, "png");
    const read = await readBack([{ id }, { id }]);
    assert.deepEqual([read.postType, read.media.map((item) => item.id)], ["SLIDES", [id, id]]);
  });

  test("an empty list of media is a text", async () => {
    const read = await readBack([]);
    assert.deepEqual([read.postType, read.media], ["TEXT", []]);
  });

  test("postAsStory with an image is a STORY", async () => {
    assert.equal((await readBack([{ id: await anUpload(of, "jpeg") }], { postAsStory: true })).postType, "STORY");
  });

  test("a PDF beside other media answers 422", async () => {
    const [pdf, png] = [await anUpload(of, "pdf"), await anUpload(of, "png")];
    assertStatus(await create([{ id: pdf }, { id: png }]), 422);
    assertStatus(await create([{ id: pdf }, { id: pdf }]), 422);
  });

  test("a public URL is downloaded, becomes brand media and is read back by its id", async () => {
    const url = outside.on("/pictures/croissant.jpg?size=large", { type: "image/jpeg", body: fileOf("jpeg") });
    const read = await readBack([{ url }]);
    const item = (await library()).find((one) => one.id === read.media[0]?.id);
    assert.deepEqual([read.postType, item?.type, item?.size, item?.name], ["IMAGE", "image/jpeg", fileOf("jpeg").length, "croissant.jpg"]);
  });

  test("ids and URLs can be mixed", async () => {
    const url = outside.on("/film.mp4", { type: "video/mp4", body: fileOf("mp4") });
    const id = await anUpload(of, "png");
    const read = await readBack([{ url }, { id }]);
    assert.equal(read.postType, "MULTIMEDIA");
    assert.equal(read.media[1]?.id, id);
  });

  test("a redirected URL is followed, and the bytes decide the type", async () => {
    outside.on("/real", { type: "text/plain", body: fileOf("png") });
    assert.equal((await readBack([{ url: outside.on("/moved", { redirect: "/real" }) }])).postType, "IMAGE");
  });

  const failing: readonly (readonly [string, () => string])[] = [
    ["that answers 404", () => `${outside.url}/none.jpg`],
    ["that answers 500", () => outside.on("/500.jpg", { status: 500, type: "image/jpeg", body: fileOf("jpeg") })],
    ["that is a page", () => outside.on("/page.jpg", { type: "image/jpeg", body: fileOf("html") })],
    ["that is WebP", () => outside.on("/photo.webp", { type: "image/webp", body: fileOf("webp") })],
    ["that is a GIF", () => outside.on("/photo.gif", { type: "image/gif", body: fileOf("gif") })],
    ["that is empty", () => outside.on("/empty.jpg", { type: "image/jpeg", body: "" })],
    ["of more than 104,857,600 bytes", () => outside.on("/large.mp4", { type: "video/mp4", start: fileOf("mp4"), size: 104_857_601 })],
    ["where nobody listens", () => "http://127.0.0.1:9/photo.jpg"],
    ["in a private network", () => "http://192.168.0.1/photo.jpg"],
    ["of the cloud's metadata", () => "http://169.254.169.254/latest/meta-data"],
    ["in a private network, written as one number", () => "http://3232235521/photo.jpg"],
    ["on this machine over IPv6", () => "http://[::1]:4000/photo.jpg"],
    ["that redirects into a private network", () => outside.on("/inward", { redirect: "http://10.0.0.1/photo.jpg" })],
    ["that redirects to a file", () => outside.on("/file", { redirect: "file:///etc/passwd" })],
    ["that redirects for ever", () => outside.on("/loop", { redirect: "/loop" })],
  ];
  for (const [what, address] of failing) {
    test(`a URL ${what} answers 400 with errors.media, and nothing is kept`, async () => {
      const before = (await library()).length;
      assertRefused(await create([{ url: address() }]), 400, "media");
      assert.equal((await library()).length, before);
    });
  }

  test("a media id that does not exist or belongs to another brand answers 404 with errors.media", async () => {
    const foreign = await anUpload(await aWorkspace(), "png");
    for (const id of [foreign, "nothing", "1", "🥐", "' or 1=1"]) assertRefused(await create([{ id }]), 404, "media");
  });

  const wrong: readonly (readonly [string, unknown, readonly string[]])[] = [
    ["both id and url", [{ id: "a", url: "https://shop.example/a.jpg" }], ["media.0"]],
    ["neither id nor url", [{}], ["media.0"]],
    ["an unknown key alone", [{ data: "base64" }], ["media.0"]],
    ["a text for an item", ["https://shop.example/a.jpg"], ["media.0"]],
    ["null for an item", [null], ["media.0"]],
    ["a number for id", [{ id: 5 }], ["media.0.id"]],
    ["an address without scheme", [{ url: "shop.example/a.jpg" }], ["media.0.url"]],
    ["a data address", [{ url: "data:image/png;base64,AA==" }], ["media.0.url"]],
    ["a file address", [{ url: "file:///etc/passwd" }], ["media.0.url"]],
    ["an FTP address", [{ url: "ftp://shop.example/a.jpg" }], ["media.0.url"]],
    ["a number for url", [{ url: 5 }], ["media.0.url"]],
    ["an object for the list", { id: "a" }, ["media"]],
    ["a text for the list", "a", ["media"]],
    ["several wrong items", [{ id: "a" }, {}, { url: "x" }], ["media.1", "media.2.url"]],
  ];
  for (const [name, media, fields] of wrong) {
    test(`${name} answers 422 on ${fields.join(" and ")}`, async () => {
      assertInvalid(await create(media), fields);
    });
  }
});
