import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { aBitmap } from "../../../testing/bitmaps.ts";
import { pinterestSandbox } from "./index.ts";
import { fieldsIn, jpeg, mistakeIn, openStage, pageIn, picture, png, recordOf, refusalIn, type Stage } from "./testing/stage.ts";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage[Symbol.asyncDispose]());

const feed = () => pinterestSandbox.feed(stage.world, { limit: 100 });
const show = async (id: string) => fieldsIn(await stage.ask("GET", `/pins/${id}`));
const urls = (count: number) => ({
  source_type: "multiple_image_urls",
  items: Array.from({ length: count }, () => ({ url: stage.link("a.jpg") })),
});
const base64 = (bytes: Buffer, content_type = "image/jpeg") => ({
  source_type: "image_base64",
  content_type,
  data: bytes.toString("base64"),
});

test("a picture may come in the request, if it is of the type that it claims", async () => {
  const id = await stage.pin({ media_source: base64(png, "image/png") });
  assert.deepEqual(
    (await feed())[0]?.media.map(({ mime }) => mime),
    ["image/png"],
  );
  assert.equal(recordOf((await show(id)).media).media_type, "image");
  assert.equal(mistakeIn(await stage.create({ media_source: base64(png) })), "Sorry, the image is not of the type image/jpeg.");
  assert.match(
    mistakeIn(await stage.create({ media_source: { ...base64(png), data: "a b" } })),
    /'media_source.data' does not match constraint: pattern/,
  );
  assert.match(mistakeIn(await stage.create({ media_source: base64(png, "image/webp") })), /content_type.*enum=image\/jpeg,image\/png/);
});

test("a picture that is fetched may also be a bitmap, GIF, TIFF or WebP, one in the request not", async () => {
  const bitmap = aBitmap({ width: 20, height: -30, bits: 24, data: new Uint8Array(1800) });
  const others = picture(20, 30);
  const files = {
    bmp: bitmap,
    gif: await others.gif().toBuffer(),
    tif: await others.tiff().toBuffer(),
    webp: await others.webp().toBuffer(),
  };
  for (const [name, bytes] of Object.entries(files)) {
    stage.files.set(`c.${name}`, bytes);
    const { images } = recordOf((await show(await stage.pin({ media_source: stage.source(`c.${name}`) }))).media);
    assert.equal(recordOf(recordOf(images)["600x"]).height, 900, name);
    assert.match(mistakeIn(await stage.create({ media_source: base64(bytes) })), /not of the type/);
  }
});

test("a picture in the request is at most 10 MB", async () => {
  const data = Buffer.alloc(10_000_001).toString("base64");
  assert.equal(
    mistakeIn(await stage.create({ media_source: { ...base64(png), data } })),
    "Sorry, the image is larger than 10000000 bytes.",
  );
});

test("a picture that cannot be fetched, read or shown is refused", async () => {
  stage.files.set("text.jpg", Buffer.from("no picture"));
  stage.files.set("torn.jpg", jpeg.subarray(0, 20));
  const notFetched = { code: 1, message: "Sorry we could not fetch the image." };
  for (const media_source of [stage.source("missing.jpg"), { source_type: "image_url", url: "https://elsewhere.example/a.jpg" }]) {
    assert.deepEqual((await stage.create({ media_source })).body, notFetched);
  }
  assert.equal(mistakeIn(await stage.create({ media_source: stage.source("text.jpg") })), "Sorry, this type of image is not supported.");
  assert.equal(mistakeIn(await stage.create({ media_source: stage.source("torn.jpg") })), "Sorry we could not read the image.");
  await stage.set({ fetches_images: false, image_width_min: 200 });
  assert.deepEqual((await stage.create()).body, notFetched);
  assert.equal(
    mistakeIn(await stage.create({ media_source: base64(jpeg) })),
    "Sorry, the image is too small. It must be at least 200 pixels wide.",
  );
  assert.deepEqual(await feed(), []);
});

test("a carousel has 2 to 5 pictures of one size, with words of their own, and its cover first", async () => {
  const items = [
    { url: stage.link("a.jpg"), title: "Rye" },
    { url: stage.link("b.png"), title: "Oat", description: "With seeds", link: "https://bakery.example/oat" },
  ];
  const id = await stage.pin({ alt_text: "Two loaves", media_source: { source_type: "multiple_image_urls", items, index: 1 } });
  const [post] = await feed();
  assert.equal(post?.label, "Carousel");
  assert.deepEqual(
    post?.media.map(({ mime, alt }) => [mime, alt]),
    [
      ["image/png", "Two loaves · Oat · With seeds · https://bakery.example/oat"],
      ["image/jpeg", "Rye"],
    ],
  );
  const { creative_type, media } = await show(id);
  assert.equal(creative_type, "CAROUSEL");
  assert.equal(recordOf(media).media_type, "multiple_images");
  const bytes = { content_type: "image/png", data: png.toString("base64") };
  await stage.pin({ media_source: { source_type: "multiple_image_base64", items: [bytes, bytes] } });
  await stage.pin({ media_source: urls(5) });
  assert.equal(
    mistakeIn(await stage.create({ media_source: urls(6) })),
    "Invalid request: 'media_source.items' does not match constraint: maxItems=5",
  );
  assert.equal(
    mistakeIn(await stage.create({ media_source: urls(1) })),
    "Invalid request: 'media_source.items' does not match constraint: minItems=2",
  );
  assert.match(mistakeIn(await stage.create({ media_source: { ...urls(2), index: 2 } })), /'media_source.index'.*maximum=1/);
});

test("pictures of unequal size make a carousel only if the network is set so", async () => {
  const items = [{ url: stage.link("a.jpg") }, { url: stage.link("wide.jpg") }];
  const uneven = { media_source: { source_type: "multiple_image_urls", items } };
  assert.equal(mistakeIn(await stage.create(uneven)), "Sorry, all images of a carousel must have the same dimensions.");
  await stage.set({ carousel_needs_equal_sizes: false });
  await stage.pin(uneven);
});

test("a video needs exactly one cover: a picture by its link, one in the request, or a second", async () => {
  const video = { source_type: "video_id", media_id: await stage.video() };
  const cover = { cover_image_url: stage.link("a.jpg") };
  const sent = { cover_image_content_type: "image/png", cover_image_data: png.toString("base64") };
  assert.match(mistakeIn(await stage.create({ media_source: video })), /required=cover_image_url or cover_image_content_type/);
  assert.match(mistakeIn(await stage.create({ media_source: { ...video, ...cover, ...sent } })), /only one of cover_image_url/);
  assert.match(mistakeIn(await stage.create({ media_source: { ...video, cover_image_key_frame_time: 0.5 } })), /type=integer/);
  const id = await stage.pin({ alt_text: "Kneading", media_source: { ...video, ...cover } });
  const { cover_image_url, images: _images, ...media } = recordOf((await show(id)).media);
  assert.deepEqual(media, { media_type: "video", video_url: null, duration: 4000, width: 360, height: 640 });
  const [post] = await feed();
  assert.deepEqual(
    post?.media.map(({ mime, alt }) => [mime, alt]),
    [
      ["video/mp4", "Kneading"],
      ["image/jpeg", "Cover"],
    ],
  );
  assert.equal(post?.media[1]?.url, cover_image_url);
  await stage.pin({ media_source: { ...video, ...sent } });
  await stage.pin({ media_source: { ...video, cover_image_key_frame_time: 2 } });
  assert.equal((await feed())[0]?.label, "Cover at 2 s");
});

test("a video is pinned once it is processed, by whoever uploaded it, and again unless the network is set otherwise", async () => {
  const { media_id } = await stage.register();
  const source = (id: string) => ({ source_type: "video_id", media_id: id, cover_image_key_frame_time: 0 });
  assert.equal(mistakeIn(await stage.create({ media_source: source(media_id) })), "Sorry, the video has not been processed.");
  assert.deepEqual(refusalIn(await stage.create({ media_source: source("123") })), [404, 404]);
  const own = await stage.video();
  const token = await stage.tokenOf("Ada");
  const [board] = pageIn(await stage.ask("GET", "/boards", { token })).items;
  const foreign = await stage.ask("POST", "/pins", { token, body: { board_id: board?.id, media_source: source(own) } });
  assert.equal(foreign.status, 404);
  await stage.pin({ media_source: source(own) });
  await stage.pin({ media_source: source(own) });
  await stage.set({ media_once: true });
  assert.equal(mistakeIn(await stage.create({ media_source: source(own) })), "Sorry, this video is on a Pin already.");
});

test("a wide picture is shown in its proportions", async () => {
  stage.files.set("c.jpg", await picture(400, 100).jpeg().toBuffer());
  const id = await stage.pin({ media_source: stage.source("c.jpg") });
  const images = recordOf(recordOf((await show(id)).media).images);
  const { width, height } = recordOf(images["600x"]);
  assert.deepEqual([width, height], [600, 150]);
});
