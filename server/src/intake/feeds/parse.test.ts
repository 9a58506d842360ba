import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import iconv from "iconv-lite";
import { createNet } from "../../ground/net/index.ts";
import { serve } from "../../ground/net/testing/servers.ts";
import { fetchFeed } from "./fetch.ts";
import type { Feed, FeedItem } from "./item.ts";
import { ITEMS_MAX } from "./limits.ts";
import { parseFeed } from "./parse.ts";

const URL_OF_FEED = "https://base.example/blog/feed.xml";
const NO_FEED = { kind: "refused", reason: "The address does not lead to a feed." };

function fixture(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, "fixtures", name));
}

function parse(body: Uint8Array | string, contentType: string | null = null): Feed {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const parsed = parseFeed(bytes, { contentType, url: URL_OF_FEED });
  if (parsed.kind === "refused") throw new Error(parsed.reason);
  return parsed.feed;
}

function rss(items: string, attributes = ""): string {
  return `<?xml version="1.0"?><rss version="2.0" ${attributes}><channel><title>Test</title><link>https://site.example/</link>${items}</channel></rss>`;
}

function only(feed: Feed): FeedItem {
  const [item, ...more] = feed.items;
  assert.ok(item !== undefined && more.length === 0);
  return item;
}

/** Everything but the keys, whose values are opaque; of pictures the addresses. */
function content(item: FeedItem | undefined) {
  if (item === undefined) return undefined;
  const { key, linkKey, contentKey, datedKey, loneKey, ...rest } = item;
  assert.match(key, /^[0-9a-f]{64}$/);
  if (linkKey !== null) assert.match(linkKey, /^[0-9a-f]{64}$/);
  return { ...rest, images: addresses(item) };
}

const addresses = ({ images }: FeedItem) => images.map(({ url }) => url);

const EMPTY = { author: null, publishedAt: null, tags: [], price: null, images: [], feedImage: null, video: null, audio: null };

test("RSS 2.0 becomes items with plain text and absolute links", () => {
  const feed = parse(fixture("rss-2.0.xml"));
  assert.deepEqual([feed.format, feed.title, feed.link], ["rss", "Harbour & Hill", "https://harbour.example/"]);
  assert.deepEqual(feed.items.map(content), [
    {
      title: "Tide tables & moonlight",
      description: "High water at four.\n\nBring\nboots & a lamp.\n\nrope\ntea",
      link: "https://harbour.example/posts/tides?utm_source=rss&page=2#top",
      author: "Mara Voss",
      publishedAt: "2026-11-03T14:30:00.000000Z",
      tags: ["Sea", "Walks"],
      price: null,
      images: ["https://cdn.harbour.example/tide.jpg"],
      feedImage: null,
      video: null,
      audio: null,
    },
    {
      ...EMPTY,
      title: "Only an address",
      description: "",
      link: "https://harbour.example/posts/2",
      author: "Ilja Brandt",
      publishedAt: "2026-11-01T07:00:00.000000Z",
    },
  ]);
});

test("RSS 1.0 is read, whatever prefixes it uses", () => {
  const feed = parse(fixture("rss-1.0.xml"));
  assert.deepEqual([feed.format, feed.title, feed.link], ["rdf", "Archive", "https://archive.example/"]);
  assert.deepEqual(content(only(feed)), {
    ...EMPTY,
    title: "First folder",
    description: "What lay on top.",
    link: "https://archive.example/1",
    author: "A. Clerk",
    publishedAt: "2026-10-05T00:00:00.000000Z",
    tags: ["Paper"],
    images: ["https://archive.example/scan.png"],
  });
});

test("Atom with XHTML is read, and its links are resolved against xml:base", () => {
  const feed = parse(fixture("atom-xhtml.xml"));
  assert.deepEqual([feed.format, feed.title, feed.link], ["atom", "Small & large", "https://atoms.example/blog/"]);
  assert.deepEqual(content(only(feed)), {
    ...EMPTY,
    title: "Light and shade",
    description: "A wall, a lamp.",
    link: "https://atoms.example/blog/1",
    author: "Noor Haddad",
    publishedAt: "2026-11-10T17:30:02.000000Z",
    tags: ["Optics"],
    images: ["https://atoms.example/blog/wall.jpg"],
    video: "https://atoms.example/files/shade.mp4",
  });
});

test("JSON Feed is read; a missing title is taken from the text", () => {
  const feed = parse(fixture("feed.json"), "application/octet-stream");
  assert.deepEqual([feed.format, feed.title, feed.link], ["json", "Plain notes", "https://notes.example/"]);
  assert.deepEqual(feed.items.map(content), [
    {
      title: "Seven — and a family 👨‍👩‍👧",
      description: "Line one\nLine two",
      link: "https://notes.example/7",
      author: "Tove Lind",
      publishedAt: "2026-11-02T10:00:00.000000Z",
      tags: ["one", "two"],
      price: null,
      images: ["https://notes.example/7.png"],
      feedImage: null,
      video: null,
      audio: "https://notes.example/7.mp3",
    },
    { ...EMPTY, title: "No title &", description: "No title &", link: null, author: "Tove Lind", images: ["https://notes.example/8.gif"] },
  ]);
});

test("a YouTube video has its page as link and no video file", () => {
  assert.deepEqual(content(only(parse(fixture("youtube.xml")))), {
    ...EMPTY,
    title: "Sharpening a plane iron",
    description: "Three stones and a strop.\nSecond line.",
    link: "https://www.youtube.com/watch?v=AbCdEfGhIjK",
    author: "Workbench",
    publishedAt: "2026-11-14T15:00:06.000000Z",
    images: ["https://i3.ytimg.com/vi/AbCdEfGhIjK/hqdefault.jpg"],
  });
});

test("a Shopify product keeps its own title, not its variants', and has the lowest price", () => {
  assert.deepEqual(content(only(parse(fixture("shopify-products.xml")))), {
    ...EMPTY,
    title: "Speckled mug",
    description: "Vendor: Kiln\nPrice: from 24.00 EUR\n\nFired twice.",
    link: "https://kiln.example/products/speckled-mug",
    publishedAt: "2026-11-03T11:00:00.000000Z",
    tags: ["stoneware", "kitchen"],
    price: "24.00 EUR",
    images: ["https://cdn.shopify.com/s/files/mug_large.jpg?v=17"],
  });
});

test("a Shopify blog is read as any Atom", () => {
  const item = only(parse(fixture("shopify-blog.xml")));
  assert.deepEqual(
    [item.title, item.author, addresses(item)],
    ["Open day", "Jun Park", ["https://cdn.shopify.com/s/files/open.jpg?v=1&width=1000"]],
  );
});

test("WordPress pictures are the content's, without smileys, counters, faces and second sizes", () => {
  assert.deepEqual(content(only(parse(fixture("wordpress.xml")))), {
    ...EMPTY,
    title: "Soup – the long way",
    description: "Bones first. Then patience … […]",
    link: "https://kitchen.example/2026/11/soup/",
    author: "Oda Finn",
    publishedAt: "2026-11-16T06:45:10.000000Z",
    tags: ["Recipes", "Salt & pepper"],
    images: ["https://kitchen.example/wp-content/uploads/soup-1024x768.jpg", "https://kitchen.example/wp-content/uploads/bowl.webp"],
  });
});

test("a Blogger picture is the large one", () => {
  const item = only(parse(fixture("blogger.xml")));
  assert.equal(item.link, "https://moss.blogspot.com/2026/11/north-side.html");
  assert.deepEqual(addresses(item), ["https://blogger.googleusercontent.com/img/a/s1600/moss.jpg"]);
});

test("a podcast has sound, video, the largest picture and a price where the feed gives them", () => {
  assert.deepEqual(parse(fixture("podcast.xml")).items.map(content), [
    {
      ...EMPTY,
      title: "Episode 4",
      description: "About lamps.",
      link: "https://media.lowlight.example/4.mp3",
      author: "Sol Reyes",
      publishedAt: "2026-11-06T06:05:00.000000Z",
      images: ["https://lowlight.example/4.jpg"],
      feedImage: "https://lowlight.example/cover.jpg",
      audio: "https://media.lowlight.example/4.mp3",
    },
    {
      ...EMPTY,
      title: "Trailer",
      description: "",
      link: "https://lowlight.example/trailer",
      publishedAt: "2026-11-06T07:59:59.000000Z",
      price: "19.99 USD",
      images: ["https://lowlight.example/large.jpg", "https://lowlight.example/small.jpg"],
      feedImage: "https://lowlight.example/cover.jpg",
      video: "https://media.lowlight.example/trailer.mp4",
    },
  ]);
});

test("an item without id, link and date is identified by its content", () => {
  const feed = parse(fixture("missing-everything.xml"));
  assert.equal(new Set(feed.items.map((item) => item.key)).size, 3);
  assert.equal(feed.items[1]?.title, "Untitled entry: the quick notes of a day on which nothing happened worth a…");
  assert.deepEqual(
    feed.items.map((item) => item.publishedAt),
    [null, null, null],
  );
  assert.deepEqual(parse(fixture("missing-everything.xml")), feed);
});

test("items sharing an id are identified by their links, and duplicates are dropped", () => {
  const feed = parse(fixture("duplicate-guids.xml"));
  assert.deepEqual(
    feed.items.map((item) => item.title),
    ["One", "Two", "Home A", "Home B"],
  );
  assert.equal(new Set(feed.items.map((item) => item.key)).size, 4);
});

test("an id shared by all items of a feed does not hide new ones", () => {
  const item = (link: string) => `<item><guid>https://site.example/</guid><title>a</title><link>https://site.example/${link}</link></item>`;
  const [old] = parse(rss(item("old") + item("older"))).items;
  const [fresh, again] = parse(rss(item("new") + item("old") + item("older"))).items;
  assert.equal(again?.key, old?.key);
  assert.notEqual(fresh?.key, old?.key);
});

test("a link equal to the site's identifies no item", () => {
  const [one, , homeA, homeB] = parse(fixture("duplicate-guids.xml")).items;
  assert.deepEqual([homeA?.linkKey, homeB?.linkKey], [null, null]);
  assert.notEqual(one?.linkKey, null);
});

test("an item keeps its keys when its text changes, and its link key when its id, scheme or tracking change", () => {
  const before = only(parse(rss("<item><guid>1</guid><title>a</title><link>http://site.example/x/?utm_source=a#b</link></item>")));
  const edited = only(
    parse(
      rss("<item><guid> 1 </guid><title>b</title><link>http://site.example/x</link><pubDate>Mon, 2 Nov 2026 10:00 GMT</pubDate></item>"),
    ),
  );
  const moved = only(parse(rss("<item><guid>2</guid><title>a</title><link>https://site.example/x?fbclid=9</link></item>")));
  assert.equal(edited.key, before.key);
  assert.notEqual(moved.key, before.key);
  assert.deepEqual([edited.linkKey, moved.linkKey], [before.linkKey, before.linkKey]);
  const other = only(parse(rss("<item><guid>3</guid><link>https://site.example/x?page=2</link></item>")));
  assert.notEqual(other.linkKey, before.linkKey);
});

test("named entities of HTML and bare ampersands are read as meant", () => {
  const feed = parse(fixture("named-entities.xml"));
  assert.equal(feed.title, "Café Nord");
  assert.deepEqual([only(feed).title, only(feed).description], ["Fish & chips — now", "5 < 6 && salt ©"]);
});

test("encodings: mark, header, declaration, UTF-8, and Cyrillic or Western bytes without any", () => {
  const text = (title: string, encoding?: string) =>
    `<?xml version="1.0"${encoding === undefined ? "" : ` encoding="${encoding}"`}?><rss version="2.0"><channel><title>${title}</title></channel></rss>`;
  const cases: [string, Uint8Array, string | null, string][] = [
    ["mark and white space", fixture("bom.xml"), null, "Márk"],
    ["Cyrillic without a word about it", fixture("windows-1251.xml"), null, "Записки"],
    ["Western without a word about it", iconv.encode(text("Café “Größe”"), "windows-1252"), null, "Café “Größe”"],
    ["declared windows-1251", iconv.encode(text("Записки", "windows-1251"), "windows-1251"), null, "Записки"],
    ["declared ISO-8859-2", iconv.encode(text("Łódź", "ISO-8859-2"), "ISO-8859-2"), null, "Łódź"],
    ["declared Shift_JIS", iconv.encode(text("日本語", "Shift_JIS"), "Shift_JIS"), null, "日本語"],
    ["declared GB18030", iconv.encode(text("中文", "GB18030"), "GB18030"), null, "中文"],
    ["declared EUC-KR", iconv.encode(text("한국어", "EUC-KR"), "EUC-KR"), null, "한국어"],
    ["header before declaration", iconv.encode(text("Łódź", "ISO-8859-1"), "ISO-8859-2"), "text/xml; charset=ISO-8859-2", "Łódź"],
    ["header of Latin 1, UTF-8 in truth", Buffer.from(text("Łódź", "UTF-8")), "text/xml; charset=iso-8859-1", "Łódź"],
    ["UTF-16 with mark", Buffer.concat([Buffer.from([0xff, 0xfe]), iconv.encode(text("Łódź"), "utf16le")]), null, "Łódź"],
    ["UTF-16 without mark", iconv.encode(text("Łódź"), "utf16be"), null, "Łódź"],
    ["declared UTF-16, UTF-8 in truth", Buffer.from(text("Łódź", "UTF-16")), null, "Łódź"],
    ["unknown names", Buffer.from(text("Łódź", "x-unknown")), "text/xml; charset=nonsense", "Łódź"],
  ];
  for (const [name, bytes, contentType, title] of cases) assert.equal(parse(bytes, contentType).title, title, name);
  const cut = Buffer.concat([
    Buffer.from('<rss version="2.0"><channel><title>Łódź '),
    Buffer.from([0xc5]),
    Buffer.from("</title></channel></rss>"),
  ]);
  assert.equal(parse(cut).title, "Łódź \uFFFD");
});

test("a feed without items is a feed", () => {
  assert.deepEqual(parse(fixture("empty.xml")), {
    format: "rss",
    title: "Nothing yet",
    link: "https://empty.example/",
    items: [],
    freshSeconds: 0,
  });
});

test("an HTML page is not a feed, whatever it claims", () => {
  for (const contentType of [null, "text/html", "application/rss+xml"]) {
    assert.deepEqual(parseFeed(fixture("error-page.html"), { contentType, url: URL_OF_FEED }), NO_FEED);
  }
});

test("anything that is not a feed is refused with one message", () => {
  const bodies = [
    "",
    " ",
    "hello",
    "{}",
    '{"version":"1","items":[]}',
    '{"version":"https://jsonfeed.org/version/1.1",',
    "[]",
    "<",
    "<rss",
    "<rss>",
    "<svg/>",
    "<opml><body/></opml>",
    "<urlset><url/></urlset>",
    "<!DOCTYPE rss [",
    "<!-- rss",
    '<?xml version="1.0"?>',
    "\0\0\0\0",
    gzipSync("x").toString("latin1"),
  ];
  for (const body of bodies) {
    assert.deepEqual(parseFeed(Buffer.from(body), { contentType: "application/rss+xml", url: URL_OF_FEED }), NO_FEED, JSON.stringify(body));
  }
});

test("a truncated document is not a feed, even if all of its elements are complete", () => {
  const whole = rss("<item><title>a</title><guid>1</guid></item>");
  for (const end of ["</title>", "</guid>", "</item>"]) {
    const body = Buffer.from(whole.slice(0, whole.lastIndexOf(end) + end.length));
    assert.deepEqual(parseFeed(body, { contentType: null, url: URL_OF_FEED }), NO_FEED, end);
  }
});

test("declared entities are neither expanded nor fetched", () => {
  const item = only(parse(fixture("billion-laughs.xml")));
  assert.deepEqual([item.title, item.description], ["&e;", "&file;"]);
});

test("a feed has at most a thousand items, in a document of any length", () => {
  const items = Array.from({ length: ITEMS_MAX + 500 }, (_, index) => `<item><guid>${index}</guid><title>t${index}</title></item>`);
  const feed = parse(rss(items.join("\n")));
  assert.equal(feed.items.length, ITEMS_MAX);
  assert.equal(feed.items.at(-1)?.title, `t${ITEMS_MAX - 1}`);
  const many = parse(`${rss(items.join("")).slice(0, -20)}<item><unclosed>`);
  assert.equal(many.items.length, ITEMS_MAX);
});

test("text is free of markup, control characters and hidden directions, and keeps its emoji", () => {
  const described = (text: string) =>
    only(parse(rss(`<item><guid>1</guid><title>t</title><description>${text}</description></item>`))).description;
  assert.equal(described("a&#7;b\u007Fc\u202Ed&#x202E;e"), "abcde");
  const json = '{"version":"https://jsonfeed.org/version/1","title":"t","items":[{"id":"1","title":"\\ud800x\\udc00\\u0007"}]}';
  assert.equal(only(parse(json)).title, "x");
  assert.equal(described("family 👨‍👩‍👧 flag 🏳️‍🌈"), "family 👨‍👩‍👧 flag 🏳️‍🌈");
  assert.equal(described("&amp;lt;p&amp;gt;twice&amp;lt;/p&amp;gt;"), "twice");
  assert.equal(described("<![CDATA[<style>p{}</style><p>one</p>\n\n\n<p>two<br/>three</p><!-- no -->]]>"), "one\n\ntwo\nthree");
  assert.equal(described("<![CDATA[a\n\n\n\nb   c\t d]]>"), "a\n\nb c d");
  assert.equal(described("1 &lt; 2 and 3 &gt; 2"), "1 < 2 and 3 > 2");
});

test("links that are not http(s) are left out", () => {
  const item = only(
    parse(
      rss(
        '<item><guid isPermaLink="true">javascript:alert(1)</guid><title>t</title><link>data:text/html,x</link><enclosure url="file:///etc/passwd" type="image/png" length="1"/><description>&lt;img src="ftp://x.example/a.png"&gt;&lt;img src="/ok.png"&gt;</description></item>',
      ),
    ),
  );
  assert.equal(item.link, null);
  assert.deepEqual(addresses(item), ["https://site.example/ok.png"]);
});

test("Medium's tracking parameter is removed from links", () => {
  assert.equal(
    only(parse(rss("<item><guid>1</guid><link>https://medium.com/p/1?source=rss----2---3</link></item>"))).link,
    "https://medium.com/p/1",
  );
});

test("a price is found in the shop's vocabulary, else in the text", () => {
  const google = 'xmlns:g="http://base.google.com/ns/1.0"';
  const other = 'xmlns:shop="http://base.google.com/ns/1.0"';
  assert.equal(
    only(parse(rss("<item><guid>1</guid><g:price>1.299,00 EUR</g:price><g:sale_price>999,00 EUR</g:sale_price></item>", google))).price,
    "999,00 EUR",
  );
  assert.equal(only(parse(rss("<item><guid>1</guid><shop:price>5 USD</shop:price></item>", other))).price, "5 USD");
  assert.equal(only(parse(rss("<item><guid>1</guid><price>12.50</price></item>"))).price, "12.50");
  assert.equal(only(parse(rss("<item><guid>1</guid><description>Now for $ 19.99 only, was $25</description></item>"))).price, "$ 19.99");
  assert.equal(only(parse(rss("<item><guid>1</guid><description>1 200 feet, 30 people</description></item>"))).price, null);
});

test("a feed is fetched with conditional requests, and an unchanged one is not parsed again", async () => {
  const seen: Record<string, string | undefined>[] = [];
  await using server = await serve((request, response) => {
    const { accept, "if-none-match": tag, "if-modified-since": since, "user-agent": agent } = request.headers;
    seen.push({ accept, tag, since, agent });
    if (tag === 'W/"7"') response.writeHead(304, { "cache-control": "max-age=999999" }).end();
    else
      response
        .writeHead(200, {
          etag: 'W/"7"',
          "last-modified": "Sun, 01 Nov 2026 10:00:00 GMT",
          "content-encoding": "gzip",
          "cache-control": "public, max-age=600",
          age: "60",
        })
        .end(gzipSync(fixture("empty.xml")));
  });
  await using net = createNet({ allowPrivate: ["127.0.0.0/8"], trustedOrigins: [], userAgent: "Rostrum/1 (+https://rostrum.example)" });
  const first = await fetchFeed(net, `${server.origin}/feed`, {});
  assert.ok(first.kind === "found");
  assert.deepEqual([first.etag, first.lastModified, first.freshSeconds], ['W/"7"', "Sun, 01 Nov 2026 10:00:00 GMT", 540]);
  const feedUrl = `${server.origin}/feed`;
  assert.deepEqual(await fetchFeed(net, feedUrl, first), { kind: "notModified", feedUrl, freshSeconds: 86_400 });
  assert.deepEqual(seen, [
    { accept: ACCEPT, tag: undefined, since: undefined, agent: "Rostrum/1 (+https://rostrum.example)" },
    { accept: ACCEPT, tag: 'W/"7"', since: "Sun, 01 Nov 2026 10:00:00 GMT", agent: "Rostrum/1 (+https://rostrum.example)" },
  ]);
});

const ACCEPT = "application/atom+xml, application/rss+xml, application/feed+json;q=0.9, application/xml;q=0.8, text/xml;q=0.8, */*;q=0.1";

test("a failing feed has the reason, and says when to retry", async () => {
  await using server = await serve((request, response) => {
    if (request.url === "/busy") response.writeHead(429, { "retry-after": "120" }).end("secret body");
    else if (request.url === "/date")
      response.writeHead(503, { date: "Sun, 01 Nov 2026 10:00:00 GMT", "retry-after": "Sun, 01 Nov 2026 10:05:00 GMT" }).end();
    else if (request.url === "/bomb") response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(50_000_000, " ")));
    else if (request.url === "/huge") response.writeHead(200, { "content-length": 10_485_761 }).end();
    else response.writeHead(410).end();
  });
  await using net = createNet({ allowPrivate: ["127.0.0.0/8"], trustedOrigins: [], userAgent: "test/1" });
  const refused = (why: string) => ({ kind: "refused", reason: `The feed could not be fetched. ${why}` });
  assert.deepEqual(await fetchFeed(net, `${server.origin}/busy`, {}), {
    ...refused("Its server answered with status 429."),
    status: 429,
    retryAfterSeconds: 120,
  });
  assert.deepEqual(await fetchFeed(net, `${server.origin}/date`, {}), {
    ...refused("Its server answered with status 503."),
    status: 503,
    retryAfterSeconds: 300,
  });
  assert.deepEqual(await fetchFeed(net, `${server.origin}/gone`, {}), {
    ...refused("Its server says that it is gone for good (status 410)."),
    status: 410,
    retryAfterSeconds: null,
  });
  assert.deepEqual(await fetchFeed(net, `${server.origin}/bomb`, {}), {
    ...refused("It has more than 10 MB."),
    status: null,
    retryAfterSeconds: null,
  });
  assert.deepEqual(await fetchFeed(net, `${server.origin}/huge`, {}), {
    ...refused("It has more than 10 MB."),
    status: null,
    retryAfterSeconds: null,
  });
});
