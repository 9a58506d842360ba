import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { after, before, beforeEach, test } from "node:test";
import sharp from "sharp";
import { one } from "../../ground/database/query.ts";
import { aFeedPlace, type FeedPlace } from "../../testing/automations.ts";
import { loaf, rss } from "../../testing/feeds.ts";
import { aPicture } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

let stage: Stage;
let feed: FeedPlace;
const places = new AsyncDisposableStack();
let webp: Buffer;
before(async () => {
  stage = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
  webp = await sharp(await aPicture())
    .webp()
    .toBuffer();
});
after(async () => {
  await places.disposeAsync();
  await stage[Symbol.asyncDispose]();
});
beforeEach(anotherPlace);

async function anotherPlace(): Promise<void> {
  feed = places.use(await aFeedPlace(stage));
}

/** The start of a video file, enough to detect its type. */
const MP4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypisom\0\0\x02\0isommp41"), Buffer.alloc(64)]);

/** What the last run says could not be used; null if it is nothing. */
async function told(): Promise<string | null> {
  const row = await one<{ problem: string | null }>(stage.app.db, {
    text: "select problem from automations where brand_id = $1",
    values: [feed.place.brandId],
  });
  return row.problem;
}

async function pictureOf(name: string, width: number, height: number): Promise<{ url: string; type: string }> {
  const body = await sharp({ create: { width, height, channels: 3, background: "#c80" } })
    .png()
    .toBuffer();
  return { url: feed.site.on(`/${name}`, { headers: { "content-type": "image/png" }, body }), type: "image/png" };
}

async function picture(name: string, colour: string): Promise<string> {
  return feed.site.on(`/${name}`, { headers: { "content-type": "image/png" }, body: await aPicture(colour) });
}

/** Imports one item with these files and returns its post. */
async function imported(importAsType: string, files: readonly { url: string; type: string }[], link?: string) {
  const more = files.map(({ url, type }) => `<media:content url="${url}" type="${type}"/>`).join("");
  feed.has([loaf(1, { more, ...(link === undefined ? {} : { link }) })]);
  await feed.automate({ importAsType, loadOldPosts: true });
  await stage.settle();
  const [post, ...rest] = await feed.posts();
  assert.deepEqual(rest, []);
  // Every downloaded file has become media or been removed.
  assert.deepEqual(await readdir(stage.app.storage.incoming), []);
  return { postType: post.postType, media: post.media.map(({ name, type }: { name: string; type: string }) => [name, type]) };
}

const AS_LINK = { postType: "TEXT", media: [] };

test("IMAGE stores the item's best picture as media of the brand", async () => {
  const files = [
    { url: await picture("first.png", "#100"), type: "image/png" },
    { url: await picture("second.png", "#200"), type: "image/png" },
  ];
  assert.deepEqual(await imported("IMAGE", files), { postType: "IMAGE", media: [["first.png", "image/png"]] });
  const { body } = await feed.place.api("GET", "/media");
  assert.deepEqual(
    body.data.map((media: { name: string; type: string }) => [media.name, media.type]),
    [["first.png", "image/png"]],
  );
});

test("a picture that claims to be larger than can be keeps no item back", async () => {
  const bitmap = Buffer.alloc(54);
  bitmap.write("BM");
  bitmap.writeUInt32LE(40, 14);
  bitmap.writeInt32LE(1, 18);
  bitmap.writeInt32LE(-0x80000000, 22);
  const url = await feed.site.on("/tall.bmp", { headers: { "content-type": "image/bmp" }, body: bitmap });
  const found = await imported("IMAGE", [{ url, type: "image/bmp" }]);
  assert.deepEqual(found, { postType: "IMAGE", media: [["tall.bmp", "image/bmp"]] });
});

test("LINK downloads nothing", async () => {
  assert.deepEqual(
    await imported("LINK", [{ url: await picture("first.png", "#100"), type: "image/png" }], `${feed.site.url}/page`),
    AS_LINK,
  );
  assert.deepEqual([...new Set(feed.site.seen.map(({ path }) => path))], ["/feed.xml"]);
});

/** Four that are none, each for another reason, and one that is. */
async function picturesWithOneThatCounts() {
  return [
    { url: `${feed.site.url}/gone.png`, type: "image/png" },
    { url: feed.site.on("/cut.webp", { body: webp.subarray(0, 100) }), type: "image/webp" },
    await pictureOf("small.png", 32, 32),
    { url: feed.site.on("/film.png", { body: MP4 }), type: "image/png" },
    { url: await picture("fifth.png", "#400"), type: "image/png" },
  ];
}

test("an unusable picture (gone, damaged, an icon, or not a picture) is skipped for the next one, and nothing is missing", async () => {
  assert.deepEqual(await imported("IMAGE", await picturesWithOneThatCounts()), { postType: "IMAGE", media: [["fifth.png", "image/png"]] });
  assert.equal(await told(), null);
});

test("the run tells which pictures a post of all pictures lacks", async () => {
  assert.deepEqual(await imported("CAROUSEL", await picturesWithOneThatCounts()), {
    postType: "IMAGE",
    media: [["fifth.png", "image/png"]],
  });
  assert.equal(await told(), "1 picture was left out: a side has fewer than 200 pixels. 3 files were left out: loading or reading failed.");
});

test("a picture has 200 pixels at least on its shorter side", async () => {
  const files = [await pictureOf("banner.png", 600, 199), await pictureOf("tower.png", 199, 600), await pictureOf("enough.png", 200, 600)];
  assert.deepEqual(await imported("CAROUSEL", files), { postType: "IMAGE", media: [["enough.png", "image/png"]] });
  assert.equal(await told(), "2 pictures were left out: a side has fewer than 200 pixels.");
});

test("WebP, AVIF and GIF become JPEG files, which every network takes", async () => {
  const made = sharp(await aPicture());
  const files = [
    { url: feed.site.on("/modern.webp", { body: webp }), type: "image/webp" },
    { url: feed.site.on("/newer", { body: await made.clone().tint("#060").avif().toBuffer() }), type: "image/avif" },
    { url: feed.site.on("/moving.gif", { body: await made.clone().tint("#006").gif().toBuffer() }), type: "image/gif" },
  ];
  const media = ["modern.jpg", "newer.jpg", "moving.jpg"].map((name) => [name, "image/jpeg"]);
  assert.deepEqual(await imported("CAROUSEL", files), { postType: "SLIDES", media });
});

test("the alternative texts of a text's pictures are kept with the files", async () => {
  const shown = [
    `<img src="${await picture("rye.png", "#100")}" alt="Rye &amp; salt">`,
    `<img src="${await picture("oven.png", "#200")}">`,
  ];
  feed.has([loaf(1, { more: `<content:encoded><![CDATA[${shown.join("")}]]></content:encoded>` })]);
  await feed.automate({ importAsType: "CAROUSEL", loadOldPosts: true });
  await stage.settle();
  const [post] = await feed.posts();
  const row = await one<{ alts: (string | null)[] }>(stage.app.db, {
    text: "select media_alts alts from posts where id = $1",
    values: [post.id],
  });
  assert.deepEqual(
    [post.media.map(({ name }: { name: string }) => name), row.alts],
    [
      ["rye.png", "oven.png"],
      ["Rye & salt", null],
    ],
  );
});

test("without a usable picture the item's page is fetched once for one, for IMAGE and CAROUSEL", async () => {
  await picture("shown.png", "#500");
  const page = feed.site.on("/page", { body: `<html><head><meta property="og:image" content="/shown.png"></head></html>` });
  const files = [{ url: feed.site.on("/cut.webp", { body: webp.subarray(0, 100) }), type: "image/webp" }];
  assert.deepEqual(await imported("IMAGE", files, page), { postType: "IMAGE", media: [["shown.png", "image/png"]] });
  assert.equal(feed.site.seen.filter(({ path }) => path === "/page").length, 1);
});

/** Imports items that have no picture of their own from a feed that has one. */
async function importedBeside(feedImage: string, items: number) {
  const link = feed.site.on("/page", { body: "<html>No picture</html>" });
  const loaves = Array.from({ length: items }, (_, index) => loaf(index + 1, { link }));
  feed.site.on("/feed.xml", {
    body: rss(loaves).replace("<item>", `<image><url>${feedImage}</url><title>Bakery</title></image><item>`),
  });
  await feed.automate({ importAsType: "IMAGE", loadOldPosts: true });
  await stage.settle();
  return (await feed.posts()).map(({ media }) => media.map(({ name }: { name: string }) => name));
}

test("the feed's own picture is the last resort if neither item nor page has one", async () => {
  assert.deepEqual(await importedBeside(await picture("logo.png", "#600"), 1), [["logo.png"]]);
  assert.equal(await told(), null);
});

test("the feed's own icon is no post's picture, and the run tells of it once", async () => {
  const { url } = await pictureOf("icon.png", 32, 32);
  assert.deepEqual(await importedBeside(url, 2), [[], []]);
  assert.equal(await told(), "1 picture was left out: a side has fewer than 200 pixels.");
});

test("without any usable picture IMAGE and CAROUSEL become posts with only the link", async () => {
  for (const importAsType of ["IMAGE", "CAROUSEL"]) {
    await anotherPlace();
    assert.deepEqual(await imported(importAsType, [], feed.site.on("/page", { body: "<html>No picture</html>" })), AS_LINK);
    assert.deepEqual((await feed.posts())[0].body, `Loaf 1\n\n${feed.site.url}/page`);
  }
});

test("CAROUSEL takes up to ten distinct pictures; with only one it is an IMAGE", async () => {
  const files = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => ({ url: await picture(`${index}.png`, `#${index + 10}0`), type: "image/png" })),
  );
  const twice = { url: feed.site.on("/same.png", { body: await aPicture("#100") }), type: "image/png" };
  const post = await imported(
    "CAROUSEL",
    [files[0], twice, ...files.slice(1)].filter((file) => file !== undefined),
  );
  assert.deepEqual([post.postType, post.media.length], ["SLIDES", 9]);
  await anotherPlace();
  const one = [{ url: await picture("only.png", "#900"), type: "image/png" }];
  assert.deepEqual(await imported("CAROUSEL", one), { postType: "IMAGE", media: [["only.png", "image/png"]] });
});

test("VIDEO takes the video file; a player's page or another file type becomes a post with only the link", async () => {
  const film = [{ url: feed.site.on("/film.mp4", { body: MP4 }), type: "video/mp4" }];
  assert.deepEqual(await imported("VIDEO", film), { postType: "VIDEO", media: [["film.mp4", "video/mp4"]] });
  const cases = [
    [{ url: await picture("not-a-film.mp4", "#700"), type: "video/mp4" }],
    [{ url: "https://video.example/player", type: "application/x-shockwave-flash" }],
    [{ url: `${feed.site.url}/gone.mp4`, type: "video/mp4" }],
  ];
  for (const files of cases) {
    await anotherPlace();
    assert.deepEqual(await imported("VIDEO", files), AS_LINK);
  }
});
