import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { parseJsonFeed, parseRssFeed } from "feedsmith";
import sharp from "sharp";
import { openReader } from "../../intake/feeds/testing/reader.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { aPhoto, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { aVideoFile } from "../../testing/videos.ts";

let stage: Stage;
const reader = openReader();
before(async () => {
  stage = await openStage();
});
after(async () => {
  await reader[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

interface Addresses {
  readonly rss: string;
  readonly json: string;
}

const setFeed = (place: Place, set: string) => stage.admin("PATCH", `/brands/${place.brandId}/feed`, { set });
const feedOf = async (place: Place): Promise<Addresses> => must(setFeed(place, "on"));
const jsonOf = async (address: string) => (await fetch(address)).json();

async function publish(place: Place, body: Readonly<Record<string, unknown>>): Promise<number> {
  const id = await aPost(place, { publishMode: "IMMEDIATE", ...body });
  await stage.settle();
  // Some networks work on a video for a while.
  await stage.live(120, 30);
  return id;
}

test("an item is a post, with its text, its files and its address on every network, in both formats", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Bluesky"] });
  const media = await uploaded(stage, place, { bytes: await aPhoto(), name: "rolls of today.jpg" });
  await publish(place, {
    caption: "Fresh #rye & #Rolls\nfrom seven\n\nhttps://shop.example/today?a=1&b=2.",
    media: [{ id: media }],
    alt: 'Rolls on a "table"',
  });
  const { rss, json } = await feedOf(place);
  const [entry, other] = (await place.api("GET", "/published-posts?sort_order=asc")).body.data;
  const reply = await fetch(rss);
  assert.deepEqual(
    [reply.status, reply.headers.get("content-type"), reply.headers.get("access-control-allow-origin")],
    [200, "application/rss+xml; charset=utf-8", "*"],
  );
  const file = `${rss.replace(".xml", "")}/media/${media}/picture.jpg`;
  const text = await reply.text();
  const read = parseRssFeed(text);
  assert.deepEqual([read.title, read.atom?.links?.[0]?.href, read.atom?.links?.[0]?.rel], ["Bakery", rss, "self"]);
  const [item, ...more] = read.items ?? [];
  assert.deepEqual(more, []);
  const bytes = (await (await fetch(file)).arrayBuffer()).byteLength;
  assert.deepEqual(item?.enclosures, [{ url: file, length: bytes, type: "image/jpeg" }]);
  assert.deepEqual([item?.link, item?.guid?.isPermaLink, item?.categories?.map(({ name }) => name)], [entry.url, false, ["rye", "Rolls"]]);
  assert.equal(new Date(item?.pubDate ?? "").toISOString().slice(0, 19), entry.publishedAt.slice(0, 19));
  const feed = await jsonOf(json);
  const [same] = feed.items;
  const written: string = same.content_html;
  assert.deepEqual([feed.version, feed.feed_url], ["https://jsonfeed.org/version/1.1", json]);
  assert.deepEqual(same, {
    id: item?.guid?.value,
    url: entry.url,
    content_html: item?.description,
    content_text: entry.body,
    image: file,
    date_published: new Date(item?.pubDate ?? "").toISOString(),
    tags: ["rye", "Rolls"],
    attachments: [{ url: file, mime_type: "image/jpeg", title: 'Rolls on a "table"', size_in_bytes: bytes }],
    _rostrum: {
      networks: [
        { name: "Mastodon", url: entry.url },
        { name: "Bluesky", url: other.url },
      ],
    },
  });
  assert.equal(
    written.replaceAll(/&#(\d+);/g, (_: string, code: string) => String.fromCharCode(Number(code))),
    `<p>Fresh #rye & #Rolls<br>from seven</p><p><a href="https://shop.example/today?a=1&b=2">https://shop.example/today?a=1&b=2</a>.</p>` +
      `<p><img src="${file}" alt="Rolls on a "table"" width="640" height="480"></p>` +
      `<p><a href="${entry.url}">Mastodon</a> · <a href="${other.url}">Bluesky</a></p>`,
  );
  assert.equal(parseJsonFeed(feed).items?.length, 1);
});

test("our own automations read both formats, and take them for the same items", async () => {
  const place = await aPlace(stage);
  await publish(place, { caption: "First" });
  await publish(place, { caption: "Second #bread" });
  const { rss, json } = await feedOf(place);
  const read = async (address: string) => reader.read(await (await fetch(address)).text());
  const [fromRss, fromJson] = [await read(rss), await read(json)];
  const facts = (feed: typeof fromRss) =>
    feed?.items.map(({ description, link, publishedAt, tags }) => ({ description, link, publishedAt, tags }));
  assert.deepEqual(
    fromRss?.items.map(({ key }) => key),
    fromJson?.items.map(({ key }) => key),
  );
  assert.deepEqual(
    facts(fromRss)?.map(({ description }) => description.split(/\s/)[0]),
    ["Second", "First"],
  );
  assert.deepEqual(
    facts(fromRss)?.map(({ tags }) => tags),
    [["bread"], []],
  );
  assert.deepEqual(
    facts(fromRss)?.map(({ link, publishedAt }) => [link, publishedAt]),
    facts(fromJson)?.map(({ link, publishedAt }) => [link, publishedAt]),
  );
});

test("what has not been published, or only for some, is not in the feed", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "YouTube"] });
  const [mastodon, youtube] = place.channelIds;
  const media = [{ id: await uploaded(stage, place, { bytes: await aVideoFile({ seconds: 1 }), name: "a.mp4" }) }];
  const { json } = await feedOf(place);
  await aPost(place, { publishMode: "DRAFT", caption: "A draft" });
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2027-01-01 09:00:00", caption: "Later" });
  await must(stage.admin("PATCH", `/channels/${mastodon}`, { status: "INACTIVE" }));
  const networks = async () =>
    (await jsonOf(json)).items.map((item: { _rostrum: { networks: { name: string }[] } }) =>
      item._rostrum.networks.map(({ name }) => name),
    );
  await publish(place, { caption: "For everybody", media });
  assert.deepEqual(await networks(), [["YouTube"]]);
  stage.pass(600);
  await must(stage.admin("PATCH", `/channels/${youtube}/preferences`, { preferences: { visibility: "unlisted" } }));
  assert.deepEqual(await networks(), [], "what older posts went out with is no longer known");
  stage.pass(600);
  await publish(place, { caption: "For those with the link", media });
  assert.deepEqual(await networks(), []);
  await must(stage.admin("PATCH", `/channels/${mastodon}`, { status: "ACTIVE" }));
  await publish(place, { caption: "On both", media });
  assert.deepEqual(await networks(), [["Mastodon"]]);
  const text = await (await fetch(json)).text();
  for (const secret of ["A draft", "Later", "For those with the link"]) assert.ok(!text.includes(secret), secret);
});

test("words of a post that no open network got are not in the feed", async () => {
  const place = await aPlace(stage, { channels: ["Mastodon", "Social Media"] });
  const { json } = await feedOf(place);
  const id = await aPost(place, { publishMode: "DRAFT", caption: "For the inner circle", title: "Internal title" });
  const { version } = await must(stage.admin("GET", `/../posts/${id}`));
  await must(
    stage.admin("PATCH", `/../posts/${id}`, {
      version,
      caption: "For the inner circle",
      title: "Internal title",
      captions: [{ type: "Mastodon", caption: "For everybody" }],
      publishMode: "IMMEDIATE",
    }),
  );
  await stage.settle();
  const text = await (await fetch(json)).text();
  assert.deepEqual(
    JSON.parse(text).items.map((item: { content_text: string }) => item.content_text),
    ["For everybody"],
  );
  assert.ok(!text.includes("inner circle") && !text.includes("Internal title"));
});

test("whatever a text holds, the feed is well-formed and says it", async () => {
  const place = await aPlace(stage);
  await publish(place, { caption: "Placeholder" });
  const hard = "]]> <script>alert(1)</script> &amp; 🥐 \u0085 \ufeff 'quotes' \"more\" <!-- -- --> %";
  await stage.app.db.query("update deliveries set body = $2 where brand_id = $1", [place.brandId, `\u0001\u000b\u001f${hard}\ufffe\uffff`]);
  await stage.app.db.query("update brands set title = $2 where id = $1", [place.brandId, `Bread \u0008& <Butter>`]);
  const { rss, json } = await feedOf(place);
  const xml = await (await fetch(rss)).text();
  assert.doesNotMatch(xml, /<script|]]>/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot say
  assert.doesNotMatch(xml, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  const feed = await jsonOf(json);
  assert.equal(feed.title, "Bread & <Butter>");
  assert.equal(feed.items[0].content_text, hard);
  const item = parseRssFeed(xml).items?.[0];
  assert.equal(item?.description, feed.items[0].content_html);
  const read = await reader.read(xml);
  assert.ok(read?.items[0]?.description.startsWith("]]> <script>alert(1)</script> &amp; 🥐"));
});

test("a reader that knows the newest version by its tag gets 304; a date alone does not tell versions of one second apart", async () => {
  const place = await aPlace(stage);
  await publish(place, { caption: "First" });
  const { rss, json } = await feedOf(place);
  for (const address of [rss, json]) {
    const first = await fetch(address);
    assert.equal(first.headers.get("cache-control"), "max-age=300");
    const [tag, date] = [first.headers.get("etag") ?? "", first.headers.get("last-modified") ?? ""];
    const known = (headers: Readonly<Record<string, string>>) => fetch(address, { headers: { ...headers, "cache-control": "no-cache" } });
    for (const headers of [{ "if-none-match": tag }, { "if-none-match": `"other", W/${tag}` }]) {
      const reply = await known(headers);
      assert.deepEqual([reply.status, await reply.text(), reply.headers.get("etag")], [304, "", tag]);
    }
    for (const headers of [{ "if-none-match": '"other"', "if-modified-since": date }, { "if-modified-since": date }]) {
      assert.equal((await known(headers)).status, 200);
    }
    const head = await fetch(address, { method: "HEAD" });
    assert.deepEqual([head.status, await head.text(), head.headers.get("etag")], [200, "", tag]);
    stage.pass(60);
    await publish(place, { caption: "Another" });
    for (const headers of [{ "if-none-match": tag }, { "if-modified-since": date }]) assert.equal((await known(headers)).status, 200);
  }
});

test("a feed has its newest 50 items, or as many as its reader asks for up to 200", async () => {
  const place = await aPlace(stage);
  for (const caption of ["First", "Second", "Third"]) await publish(place, { caption });
  const { json, rss } = await feedOf(place);
  const texts = async (query: string) => (await jsonOf(`${json}${query}`)).items.map((item: { content_text: string }) => item.content_text);
  assert.deepEqual(await texts(""), ["Third", "Second", "First"]);
  assert.deepEqual(await texts("?limit=2"), ["Third", "Second"]);
  assert.deepEqual(await texts("?limit=200"), ["Third", "Second", "First"]);
  for (const limit of ["0", "201", "-1", "x", "1e2"]) {
    const reply = await fetch(`${rss}?limit=${limit}`);
    assert.deepEqual([reply.status, (await reply.json()).errors], [422, { limit: "The limit must be a number from 1 to 200." }]);
  }
});

test("a renewed feed has another address and the same items; one that is off has none; the history says who did it", async () => {
  const place = await aPlace(stage);
  await publish(place, { caption: "First" });
  const before = await must(stage.admin("GET", `/brands/${place.brandId}/feed`));
  assert.deepEqual(before, { state: "off", rss: null, json: null, changedAt: null });
  assert.deepEqual((await setFeed(place, "renew")).body.errors, {
    set: "The feed is off, so its address cannot be renewed. Switch it on.",
  });
  const first = await feedOf(place);
  assert.deepEqual(await feedOf(place), first);
  const ids = async (address: string) => (await jsonOf(address)).items.map(({ id }: { id: string }) => id);
  const known = await ids(first.json);
  assert.match(known[0], /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
  const second = await must(setFeed(place, "renew"));
  assert.notEqual(second.rss, first.rss);
  for (const address of [first.rss, first.json]) assert.equal((await fetch(address)).status, 404);
  assert.deepEqual(await ids(second.json), known);
  assert.deepEqual(await must(stage.admin("GET", `/brands/${place.brandId}/feed`)), second);
  const off = await must(setFeed(place, "off"));
  assert.deepEqual([off.state, off.rss, off.json], ["off", null, null]);
  assert.equal((await fetch(second.rss)).status, 404);
  assert.deepEqual(await must(setFeed(place, "off")), off);
  assert.deepEqual(await ids((await feedOf(place)).json), known);
  const { entries } = await must(stage.admin("GET", `/audit?brand_id=${place.brandId}&action=brand.feed-changed`));
  assert.deepEqual(
    entries.map(({ changes }: { changes: unknown }) => changes),
    [
      ["off", "on"],
      ["on", "off"],
      ["on", "renewed"],
      ["off", "on"],
    ].map(([old, now]) => [{ name: "feed", before: old, after: now }]),
  );
  assert.equal((await fetch(first.rss.replace(/.\.xml$/, ".xml"))).status, 404);
  assert.equal((await fetch(first.rss.replace(".xml", ".atom"))).status, 404);
});

test("a file is to be had as long as a post in the feed shows it, whole or in part, and no other file of the brand", async () => {
  const place = await aPlace(stage);
  const [shown, draft] = [
    await uploaded(stage, place, { bytes: await aPhoto(), name: "shown.jpg" }),
    await uploaded(stage, place, { bytes: await aPhoto(), name: "draft.jpg" }),
  ];
  await publish(place, { caption: "With a picture", media: [{ id: shown }] });
  await aPost(place, { publishMode: "DRAFT", media: [{ id: draft }] });
  const { rss } = await feedOf(place);
  const address = (id: string) => `${rss.replace(".xml", "")}/media/${id}/picture.jpg`;
  const whole = await fetch(address(shown));
  assert.deepEqual(
    [whole.status, whole.headers.get("content-type"), whole.headers.get("x-content-type-options")],
    [200, "image/jpeg", "nosniff"],
  );
  assert.match(whole.headers.get("content-disposition") ?? "", /^attachment/);
  const part = await fetch(address(shown), { headers: { range: "bytes=0-1" } });
  assert.deepEqual([part.status, Buffer.from(await part.arrayBuffer()).toString("hex")], [206, "ffd8"]);
  for (const id of [draft, "unknown"]) assert.equal((await fetch(address(id))).status, 404);
  await must(setFeed(place, "off"));
  assert.equal((await fetch(address(shown))).status, 404);
});

test("readers of feeds are limited by address", async () => {
  await using limited = await openStage({ ROSTRUM_RATE_LIMIT_ROUTE: "20" });
  const statuses: number[] = [];
  for (let number = 0; number < 21; number += 1) statuses.push((await fetch(`${limited.url}/feeds/unknown.xml`)).status);
  assert.deepEqual([statuses.filter((status) => status === 404).length, statuses.at(-1)], [20, 429]);
});

test("what a camera has written into a picture stays out of the feed, and the picture is upright", async () => {
  const place = await aPlace(stage);
  const bytes = await sharp(await aPhoto())
    .withExif({ IFD0: { Make: "Camera" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "52/1 31/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const media = await uploaded(stage, place, { bytes: new Uint8Array(bytes), name: "terrace.jpg" });
  await publish(place, { caption: "Our terrace", media: [{ id: media }] });
  const { rss, json } = await feedOf(place);
  const shown = await fetch(`${rss.replace(".xml", "")}/media/${media}/terrace.jpg`);
  const picture = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
  assert.deepEqual([shown.status, picture.exif, picture.orientation ?? 1, picture.height], [200, undefined, 1, 640]);
  const [attachment] = (await jsonOf(json)).items[0].attachments;
  assert.deepEqual([attachment.mime_type, attachment.size_in_bytes], ["image/jpeg", undefined]);
});
