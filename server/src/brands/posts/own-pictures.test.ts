import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { PreviewedChannel } from "@rostrum/contract/private/foresight.ts";
import sharp from "sharp";
import { sandboxNetworks, sandboxWorld } from "../../networks/sandbox/networks.ts";
import { aPlace, aPost, must, type Place, readPost } from "../../testing/builders.ts";
import { aPhoto, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aVideoFile } from "../../testing/videos.ts";

let stage: Stage;
before(async () => {
  stage = await openStage({ ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0" });
});
after(() => stage[Symbol.asyncDispose]());

const NONE = { own: [], covers: [], places: [] };
const operate = (method: string, path: string, body?: unknown) => stage.admin(method, `/..${path}`, body);
const whole = (id: number) => must(operate("GET", `/posts/${id}`));

async function edit(id: number, body: object) {
  const { version } = await whole(id);
  return operate("PATCH", `/posts/${id}`, { version, caption: "Rye", ...body });
}

/** A picture that is too tall for Instagram, and a part of it that is not. */
async function twoPictures(place: Place) {
  const [tall, square] = [await aPhoto({ width: 500, height: 1000 }), await aPhoto({ width: 500, height: 500 })];
  return [
    await uploaded(stage, place, { bytes: tall, name: "tall.jpg" }),
    await uploaded(stage, place, { bytes: square, name: "square.jpg" }),
  ] as const;
}

/** A draft of the tall picture, of which Instagram gets the part. */
async function aCroppedPost(place: Place, body: object = {}) {
  const [tall, square] = await twoPictures(place);
  const id = await aPost(place, { publishMode: "DRAFT", caption: "Rye", media: [{ id: tall }] });
  const own = [{ type: "Instagram", mediaId: tall, ownId: square }];
  await must(edit(id, { media: [{ id: tall }], pictures: { own, covers: [], places: [] }, ...body }));
  return { id, tall, square, own };
}

const foretell = (place: Place, body: object): Promise<PreviewedChannel[]> =>
  must(stage.admin("POST", `/collections/${place.collectionId}/posts/preview`, body));
const outcomes = (preview: readonly PreviewedChannel[]) =>
  Object.fromEntries(preview.map(({ channelType, outcome }) => [channelType, outcome]));
const idsOf = ({ own, covers }: { own: readonly { ownId: string }[]; covers: readonly { ownId: string }[] }) =>
  [...own, ...covers].map(({ ownId }) => ownId);

/** What readers of a network see of what came since then. */
async function postsOn(type: ChannelType, since: string) {
  const network = sandboxNetworks.find((one) => one.type === type);
  assert.ok(network);
  const world = sandboxWorld(network, { db: stage.app.db, now: () => stage.now(), sandboxUrl: `${stage.url}/sandbox` });
  const feed = await network.feed(world, { limit: 250 });
  return feed.filter((post) => post.createdAt >= since);
}

/** The sides of their pictures. */
async function seenOn(type: ChannelType, since: string) {
  const media = (await postsOn(type, since)).flatMap((post) => post.media);
  return Promise.all(media.map(async ({ url }) => sidesOf(await (await fetch(url)).arrayBuffer())));
}

async function sidesOf(bytes: ArrayBuffer) {
  const { width, height } = await sharp(bytes).metadata();
  return [width, height];
}

test("a picture has a part of its own for one network: preview, forecast and engine give it there, and the others get the picture", async () => {
  const place = await aPlace(stage, { channels: ["Instagram", "Mastodon"], queues: ["Mon 09:00"] });
  const { id, tall, square, own } = await aCroppedPost(place, { publishMode: "QUEUE" });
  const content = { caption: "Rye", mediaIds: [tall] };
  assert.deepEqual(outcomes(await foretell(place, content)), { Instagram: "FAILED", Mastodon: "PUBLISHED" });
  const preview = await foretell(place, { ...content, pictures: { own, covers: [], places: [] } });
  assert.deepEqual(outcomes(preview), { Instagram: "PUBLISHED", Mastodon: "PUBLISHED" });
  const shown = preview.map(({ channelType, shown }) => [channelType, shown?.parts[0]?.mediaIds]);
  assert.deepEqual(Object.fromEntries(shown), { Instagram: [square], Mastodon: [tall] });
  const forecast = await must(stage.admin("GET", `/brands/${place.brandId}/forecast`));
  assert.deepEqual(
    forecast.map(({ outcome }: { outcome: string }) => outcome),
    ["PUBLISHED", "PUBLISHED"],
  );
  stage.pass(60);
  const since = stage.now();
  await must(edit(id, { media: [{ id: tall }], publishMode: "IMMEDIATE" }));
  await stage.liveUntil(addSeconds(stage.now(), 1800));
  assert.deepEqual(await seenOn("Instagram", since), [[500, 500]]);
  assert.deepEqual(await seenOn("Mastodon", since), [[500, 1000]]);
});

test("the public API shows nothing of own pictures, and a change that does not name them keeps them", async () => {
  const place = await aPlace(stage, { channels: ["Instagram"] });
  const { id, tall, square, own } = await aCroppedPost(place);
  await must(edit(id, { caption: "Oats", media: [{ id: tall }] }));
  const { media, ...given } = (await whole(id)).pictures;
  assert.deepEqual([given, media.map(({ id: file }: { id: string }) => file)], [{ own, covers: [], places: [] }, [square]]);
  assert.equal(JSON.stringify(await readPost(place, id)).includes(square), false);
  await must(edit(id, { caption: "Oats" }));
  assert.deepEqual((await whole(id)).pictures, { ...NONE, media: [] }, "without its picture, no part of it");
});

test("own pictures are pictures of the brand, each once for a network, and covers are of videos", async () => {
  const place = await aPlace(stage, { channels: ["Instagram"] });
  const { id, tall, square, own } = await aCroppedPost(place);
  const film = await uploaded(stage, place, { bytes: await aVideoFile({ seconds: 1 }), name: "oven.mp4" });
  const foreign = await uploaded(stage, await aPlace(stage), { bytes: await aPhoto(), name: "theirs.jpg" });
  const given = (pictures: object) => edit(id, { media: [{ id: tall }, { id: film }], pictures });
  const status = async (pictures: object) => (await given(pictures)).status;
  assert.equal(await status({ own: [...own, ...own] }), 422);
  assert.equal(await status({ own: [{ type: "Instagram", mediaId: tall, ownId: foreign }] }), 404);
  assert.equal(await status({ own: [{ type: "Instagram", mediaId: tall, ownId: film }] }), 422);
  assert.equal(await status({ own: [{ type: "Instagram", mediaId: film, ownId: square }] }), 422);
  assert.equal(await status({ covers: [{ mediaId: tall, ownId: square }] }), 422);
  await must(given({ own, covers: [{ mediaId: film, ownId: square, seconds: 0.5 }] }));
  const { media: _, ...stored } = (await whole(id)).pictures;
  assert.deepEqual(stored, { own, covers: [{ mediaId: film, ownId: square, seconds: 0.5 }], places: [] });
});

test("a network gets the cover of a video as it takes one: TikTok the moment, Mastodon the picture, and one that takes none nothing", async () => {
  const place = await aPlace(stage, { channels: ["TikTok", "Mastodon", "Telegram"] });
  const film = await uploaded(stage, place, { bytes: await aVideoFile({ seconds: 4 }), name: "oven.mp4" });
  const frame = await uploaded(stage, place, { bytes: await aPhoto(), name: "frame.jpg" });
  const id = await aPost(place, { publishMode: "DRAFT", caption: "Rye", media: [{ id: film }] });
  const since = stage.now();
  const pictures = { covers: [{ mediaId: film, ownId: frame, seconds: 1.5 }] };
  await must(edit(id, { media: [{ id: film }], pictures, publishMode: "IMMEDIATE" }));
  await stage.liveUntil(addSeconds(stage.now(), 1800));
  const seen = async (type: ChannelType) =>
    (await postsOn(type, since)).map(({ label = "", media: [film] }) => [label.includes("Cover at 1.5 s"), film?.poster !== undefined]);
  assert.deepEqual(await seen("TikTok"), [[true, false]]);
  assert.deepEqual(await seen("Mastodon"), [[false, true]]);
  assert.deepEqual(await seen("Telegram"), [[false, false]]);
});

test("a copy has the same own pictures, and so has a post that comes back from the bin", async () => {
  const place = await aPlace(stage, { channels: ["Instagram"] });
  const { id, square } = await aCroppedPost(place);
  const copy = await must(operate("POST", `/posts/${id}/copies`, {}));
  assert.deepEqual(idsOf((await whole(copy.id)).pictures), [square]);
  await must(operate("DELETE", `/posts/${id}`));
  await must(operate("POST", `/brands/${place.brandId}/deleted-posts/restorations`, { postIds: [id] }));
  assert.deepEqual(idsOf((await whole(id)).pictures), [square]);
});

test("a picture that a post needs beside its files is used, and stays in the library", async () => {
  const place = await aPlace(stage, { channels: ["Instagram"] });
  const { square } = await aCroppedPost(place);
  const { files } = await must(operate("GET", `/brands/${place.brandId}/media?use=used&search=square`));
  assert.deepEqual(
    files.map(({ id, useCount }: { id: string; useCount: number }) => [id, useCount]),
    [[square, 1]],
  );
  const { deleted, kept } = await must(operate("POST", `/brands/${place.brandId}/media/deletion`, { ids: [square] }));
  assert.deepEqual([deleted, kept.length], [[], 1]);
});

/** The name of the small picture at an address. */
const nameAt = (url: string | null) => url?.split("/").at(-1)?.split("?")[0] ?? null;
const lists = (place: Place, path: string) => must(operate("GET", `/brands/${place.brandId}/${path}`));
const pictureIn = async (place: Place, path: string, at: (answer: Answer) => { thumbnailUrl: string | null }) =>
  nameAt(at(await lists(place, path)).thumbnailUrl);
type Answer = Awaited<ReturnType<typeof lists>>;
interface Entry {
  readonly channel: { readonly type: ChannelType };
  readonly thumbnailUrl: string | null;
}
/** The names of the pictures in the entries, by network. */
const byNetwork = async (place: Place) =>
  Object.fromEntries((await lists(place, "results")).results.map((one: Entry) => [one.channel.type, nameAt(one.thumbnailUrl)]));
const calendar = () => `calendar?from=${addSeconds(stage.now(), -3600)}&to=${addSeconds(stage.now(), 8 * 24 * 3600)}`;

test("lists show a post as its networks do: an entry with its network's own picture, a post with its picture if any network gets it", async () => {
  const place = await aPlace(stage, { channels: ["Instagram", "Mastodon"] });
  const { id, tall } = await aCroppedPost(place);
  assert.equal(await pictureIn(place, "drafts", ({ drafts }) => drafts[0].picture), "tall.webp");
  await must(edit(id, { media: [{ id: tall }], publishMode: "IMMEDIATE" }));
  await stage.liveUntil(addSeconds(stage.now(), 1800));
  assert.deepEqual(await byNetwork(place), { Instagram: "square.webp", Mastodon: "tall.webp" });
  assert.equal(await pictureIn(place, "sent-posts", ({ posts }) => posts[0]), "tall.webp");
});

test("a picture that none of a post's networks gets is shown nowhere: in its place stands what readers see", async () => {
  const place = await aPlace(stage, { channels: ["Instagram"], queues: ["Mon 09:00"] });
  const { id, tall } = await aCroppedPost(place, { publishMode: "QUEUE" });
  const planned = [
    await pictureIn(place, calendar(), ({ entries }) => entries[0].picture),
    await pictureIn(place, "overview", ({ next }) => next.picture),
    await pictureIn(place, "found-posts?search=Rye", ([found]) => found.picture),
  ];
  assert.deepEqual(planned, ["square.webp", "square.webp", "square.webp"]);
  await must(edit(id, { media: [{ id: tall }], publishMode: "IMMEDIATE" }));
  await stage.liveUntil(addSeconds(stage.now(), 1800));
  const left = [
    await pictureIn(place, calendar(), ({ entries }) => entries.find((one: { state: string }) => one.state === "LEFT").picture),
    await pictureIn(place, "overview", ({ results }) => results[0].picture),
    await pictureIn(place, "sent-posts", ({ posts }) => posts[0]),
  ];
  assert.deepEqual(left, ["square.webp", "square.webp", "square.webp"]);
});

test("a video is shown by its cover where its networks take one, and stays so in the bin", async () => {
  const place = await aPlace(stage, { channels: ["YouTube", "Telegram"] });
  const film = await uploaded(stage, place, { bytes: await aVideoFile({ seconds: 4 }), name: "oven.mp4" });
  const cover = await uploaded(stage, place, { bytes: await aPhoto({ width: 1280, height: 720 }), name: "crust.jpg" });
  const id = await aPost(place, { publishMode: "DRAFT", caption: "Rye", media: [{ id: film }] });
  const pictures = { covers: [{ mediaId: film, ownId: cover }] };
  await must(edit(id, { media: [{ id: film }], pictures, publishMode: "IMMEDIATE" }));
  await stage.liveUntil(addSeconds(stage.now(), 1800));
  const shown = await byNetwork(place);
  assert.equal(shown.YouTube, "crust.webp");
  assert.notEqual(shown.Telegram, "crust.webp", "which chooses a picture itself");
  assert.equal(await pictureIn(place, "sent-posts", ({ posts }) => posts[0]), "crust.webp");
  await must(operate("DELETE", `/posts/${id}`));
  assert.equal(await pictureIn(place, "deleted-posts", ({ posts }) => posts[0]), "crust.webp");
});

test("the brand's public feed shows the pictures and covers that its network got", async () => {
  const place = await aPlace(stage, { channels: ["YouTube"] });
  const film = await uploaded(stage, place, { bytes: await aVideoFile({ seconds: 4 }), name: "oven.mp4" });
  const cover = await uploaded(stage, place, { bytes: await aPhoto({ width: 1280, height: 720 }), name: "crust.jpg" });
  const id = await aPost(place, { publishMode: "DRAFT", caption: "Rye", title: "Rye", media: [{ id: film }] });
  const pictures = { covers: [{ mediaId: film, ownId: cover }] };
  await must(edit(id, { title: "Rye", media: [{ id: film }], pictures, publishMode: "IMMEDIATE" }));
  await stage.liveUntil(addSeconds(stage.now(), 1800));
  const { rss, json } = await must(stage.admin("PATCH", `/brands/${place.brandId}/feed`, { set: "on" }));
  const [item] = (await (await fetch(json)).json()).items;
  const address = `${rss.replace(".xml", "")}/media/${cover}/picture.jpg`;
  assert.equal(item.image, address);
  assert.match(item.content_html, new RegExp(`poster="${address}"`));
  assert.match(await (await fetch(rss)).text(), new RegExp(`<media:thumbnail url="${address}"/>`));
  assert.equal((await fetch(address)).status, 200);
});

test("a file goes with the part of a thread that somebody chose for it: in the preview, and on every network with threads", async () => {
  const networks = ["Threads", "X", "Mastodon", "Bluesky"] as const;
  const place = await aPlace(stage, { channels: networks });
  const photo = async (name: string) => uploaded(stage, place, { bytes: await aPhoto(), name });
  const [first, last] = [await photo("first.jpg"), await photo("last.jpg")];
  const caption = "One of three\n\n\nTwo of three\n\n\nThree of three";
  const media = [{ id: first }, { id: last }];
  const id = await aPost(place, { publishMode: "DRAFT", caption, autoThreadText: true, media });
  const pictures = { own: [], covers: [], places: [{ mediaId: last, part: 2 }] };
  const preview = await foretell(place, { caption, autoThreadText: true, mediaIds: [first, last], pictures });
  for (const { shown } of preview)
    assert.deepEqual(
      shown?.parts.map(({ mediaIds }) => mediaIds),
      [[first], [], [last]],
    );
  const since = stage.now();
  await must(edit(id, { caption, autoThreadText: true, media, pictures, publishMode: "IMMEDIATE" }));
  await stage.liveUntil(addSeconds(stage.now(), 1800));
  for (const type of networks) {
    const posts = await postsOn(type, since);
    const counts = ["One", "Two", "Three"].map((word) => posts.find(({ text }) => text.includes(word))?.media.length);
    assert.deepEqual([posts.length, ...counts], [3, 1, 0, 1], type);
  }
});

test("a place in a thread stays with a copy and an unnamed change, and one after the last part means the last", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon"] });
  const file = await uploaded(stage, place, { bytes: await aPhoto(), name: "rye.jpg" });
  const thread = { caption: "One\n\n\nTwo", autoThreadText: true, media: [{ id: file }] };
  const id = await aPost(place, { publishMode: "DRAFT", ...thread });
  const places = [{ mediaId: file, part: 5 }];
  await must(edit(id, { ...thread, pictures: { places } }));
  await must(edit(id, { ...thread }));
  assert.deepEqual((await whole(id)).pictures.places, places);
  const [channel] = await foretell(place, { caption: thread.caption, autoThreadText: true, mediaIds: [file], pictures: { places } });
  assert.deepEqual(
    channel?.shown?.parts.map(({ mediaIds }: { mediaIds: string[] }) => mediaIds),
    [[], [file]],
  );
  assert.equal((await edit(id, { ...thread, pictures: { places: [{ mediaId: file, part: 10 }] } })).status, 422);
});
