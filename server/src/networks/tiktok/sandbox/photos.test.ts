import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { dataIn, idsIn, openStage, refusalIn, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const images = (...names: string[]) => ({ source: { photo_images: names.map((name) => stage.link(name)) } });
const begun = async (changes = {}) => String(dataIn(await stage.initPhotos(changes)).publish_id);
const addresses = (...photo_images: string[]) => stage.initPhotos({ source: { photo_images } });

test("photos are fetched once each and posted with title and description", async () => {
  const id = await begun({ ...images("a.jpg", "b.webp"), info: { auto_add_music: true } });
  assert.match(id, /^p_pub_url~v2\.\d{19}$/);
  assert.deepEqual(stage.fetched, ["a.jpg", "b.webp"]);
  const [postId] = idsIn(await stage.post("/post/publish/status/fetch/", { publish_id: id }));
  const [post] = await stage.feed();
  assert.deepEqual(
    [post?.id, post?.text, post?.label, post?.media.map(({ mime }) => mime)],
    [postId, "Bread\n\nFrom the oven #bread", "Everyone · Music added", ["image/jpeg", "image/webp"]],
  );
});

test("the answer may be lost: the photos are fetched and posted all the same", async () => {
  await stage.fault("cut-after");
  await assert.rejects(stage.initPhotos());
  await stage.fault("error-after");
  assert.deepEqual(refusalIn(await stage.initPhotos()), [500, "internal_error"]);
  assert.deepEqual([stage.fetched.length, (await stage.feed()).length], [2, 2]);
  await stage.fault("error-before");
  assert.deepEqual(refusalIn(await stage.initPhotos()), [500, "internal_error"]);
  await stage.fault("cut-before");
  await assert.rejects(stage.initPhotos());
  assert.deepEqual([stage.fetched.length, (await stage.feed()).length], [2, 2]);
});

test("photos for the inbox keep their texts and nothing else", async () => {
  const id = await begun({ mode: "MEDIA_UPLOAD", info: { privacy_level: undefined, disable_comment: true } });
  assert.match(id, /^p_inbox_url~/);
  assert.deepEqual(await stage.statusOf(id), { status: "SEND_TO_USER_INBOX" });
  const [draft] = await stage.feed();
  assert.deepEqual([draft?.text, draft?.label], ["Bread\n\nFrom the oven #bread", "Draft, to be finished in the app"]);
});

test("each mode needs a scope of its own", async () => {
  const body = (post_mode: string) => ({
    media_type: "PHOTO",
    post_mode,
    post_info: { privacy_level: "SELF_ONLY" },
    source_info: { source: "PULL_FROM_URL", photo_images: [stage.link("a.jpg")] },
  });
  const drafts = await stage.tokenOf("Ada", ["video.upload"]);
  const posts = await stage.tokenOf("Ben", ["video.publish"]);
  const init = (mode: string, token: string) => stage.post("/post/publish/content/init/", body(mode), token);
  assert.deepEqual(refusalIn(await init("DIRECT_POST", drafts)), [401, "scope_not_authorized"]);
  assert.deepEqual(refusalIn(await init("MEDIA_UPLOAD", posts)), [401, "scope_not_authorized"]);
  dataIn(await init("MEDIA_UPLOAD", drafts));
  dataIn(await init("DIRECT_POST", posts));
});

for (const { name, reason } of [
  { name: "c.png", reason: "file_format_check_failed" },
  { name: "v.mp4", reason: "file_format_check_failed" },
  { name: "large.jpg", reason: "picture_size_check_failed" },
  { name: "missing.jpg", reason: "photo_pull_failed" },
]) {
  test(`a post with ${name} begins well, and fails with ${reason}`, async () => {
    await stage.set({ photo_seconds: 10 });
    const id = await begun(images("a.jpg", name));
    assert.equal((await stage.statusOf(id)).status, "PROCESSING_DOWNLOAD");
    stage.pass(10);
    assert.deepEqual(await stage.statusOf(id), { status: "FAILED", fail_reason: reason });
    assert.deepEqual(await stage.feed(), []);
  });
}

test("set so, photos may have any size", async () => {
  await stage.set({ photo_sides_max: null });
  assert.equal((await stage.statusOf(await begun(images("large.jpg")))).status, "PUBLISH_COMPLETE");
});

test("an address must belong to the application: to this service, or set so to a prefix", async () => {
  assert.deepEqual(refusalIn(await addresses("https://elsewhere.example/bread.jpg")), [403, "url_ownership_unverified"]);
  dataIn(await addresses("https://social.example/media/token/a.jpg"));
  await stage.set({ verified_prefixes: ["https://social.example/media/"] });
  dataIn(await addresses("https://social.example/media/token/a.jpg"));
  for (const url of ["https://social.example/other/media/token/a.jpg", stage.link("a.jpg")]) {
    assert.deepEqual(refusalIn(await addresses(url)), [403, "url_ownership_unverified"], url);
  }
});

test("an address must be one of https with a name, unless it is of this machine", async () => {
  for (const url of ["a.jpg", "http://social.example/media/token/a.jpg", "https://203.0.113.7/media/token/a.jpg"]) {
    assert.deepEqual(refusalIn(await addresses(url)), [400, "invalid_params"], url);
  }
  dataIn(await addresses("http://localhost:4000/media/token/a.jpg"));
  assert.deepEqual(stage.fetched, ["a.jpg"]);
});

test("set so, nothing is ever fetched, and the post fails after an hour", async () => {
  await stage.set({ fetches: false });
  const id = await begun();
  stage.pass(3599);
  assert.deepEqual(await stage.statusOf(id), { status: "PROCESSING_DOWNLOAD", downloaded_bytes: 0 });
  stage.pass(1);
  assert.deepEqual([await stage.statusOf(id), stage.fetched], [{ status: "FAILED", fail_reason: "photo_pull_failed" }, []]);
});

test("there are up to 35 photos, 90 units of title and 4,000 of description", async () => {
  const many = (count: number) => images(...Array.from({ length: count }, () => "a.jpg"));
  dataIn(await stage.initPhotos({ ...many(35), info: { title: "x".repeat(90), description: "x".repeat(4000) } }));
  assert.equal(stage.fetched.length, 35);
  for (const wrong of [
    many(36),
    many(0),
    { info: { title: "x".repeat(91) } },
    { info: { description: "x".repeat(4001) } },
    { source: { photo_cover_index: 1 } },
    { source: { source: "FILE_UPLOAD" } },
    { mode: "STORY" },
    { info: { disable_comment: "yes" } },
  ]) {
    assert.deepEqual(refusalIn(await stage.initPhotos(wrong)), [400, "invalid_params"], JSON.stringify(wrong).slice(0, 80));
  }
});
