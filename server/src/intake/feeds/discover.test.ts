import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import type { FeedType } from "@rostrum/contract/automations.ts";
import { createNet } from "../../ground/net/index.ts";
import { fakeNames } from "../../ground/net/testing/names.ts";
import { serve, type TestServer } from "../../ground/net/testing/servers.ts";
import { type Discovery, findFeed } from "./discover.ts";
import { DISCOVERY_REQUESTS_MAX } from "./limits.ts";
import { findPageImage } from "./page-image.ts";

type Answer = string | { status: number; location?: string } | ((request: IncomingMessage, response: ServerResponse) => void);

const notFetched = (why: string) => ({ kind: "refused", reason: `The feed could not be fetched. ${why}` });
const PRIVATE = "Its address is on a private network. The operator can allow it with ROSTRUM_ALLOW_PRIVATE_NETWORKS.";
const NO_FEED = { kind: "refused", reason: "The address does not lead to a feed." };
const EMPTY = '<rss version="2.0"><channel><title>Empty</title></channel></rss>';

function feed(title: string): string {
  return `<rss version="2.0"><channel><title>${title}</title><item><guid>1</guid><title>t</title></item></channel></rss>`;
}

function page(head: string, body = ""): string {
  return `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
}

/** A site with these pages; everything else is 404. `asked` lists the requested paths in order. */
async function site(pages: Record<string, Answer>): Promise<TestServer & { asked: string[] }> {
  const asked: string[] = [];
  const server = await serve((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const answer = pages[path];
    if (answer === undefined) response.writeHead(404).end(page("<title>Not found</title>"));
    else if (typeof answer === "function") answer(request, response);
    else if (typeof answer === "string") response.end(answer);
    else response.writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location }).end();
  });
  return { ...server, asked };
}

async function find(type: FeedType, address: string): Promise<Discovery> {
  const resolve = fakeNames({ "inside.example": ["10.0.0.1"] });
  await using net = createNet({ allowPrivate: ["127.0.0.0/8"], trustedOrigins: [], userAgent: "test/1", resolve });
  return await findFeed(net, type, address, {});
}

/** Title and path of the feed that was found. */
function found(discovery: Discovery): [string | null, string] | string {
  if (discovery.kind === "refused") return discovery.reason;
  const { pathname, search } = new URL(discovery.feedUrl);
  return [discovery.feed.title, pathname + search];
}

test("a feed's own URL needs one request, and returns validators for the next one", async () => {
  await using server = await site({
    "/feed.xml": (_request, response) =>
      response.writeHead(200, { etag: '"7"', "last-modified": "yesterday", "content-type": "text/html" }).end(feed("Direct")),
  });
  const discovery = await find("RSS", `${server.origin}/feed.xml#latest`);
  assert.ok(discovery.kind === "found");
  const { feed: parsed, ...facts } = discovery;
  assert.deepEqual(facts, {
    kind: "found",
    login: null,
    feedUrl: `${server.origin}/feed.xml`,
    etag: '"7"',
    lastModified: "yesterday",
    freshSeconds: 0,
  });
  assert.deepEqual([parsed.title, parsed.items.length], ["Direct", 1]);
  assert.deepEqual(server.asked, ["/feed.xml"]);
});

test("a feed without items is found", async () => {
  await using server = await site({ "/feed": EMPTY });
  assert.deepEqual(found(await find("ATOM", `${server.origin}/feed`)), ["Empty", "/feed"]);
  assert.deepEqual(server.asked, ["/feed"]);
});

test("a page's own feed is found, before its comments'", async () => {
  await using server = await site({
    "/blog/": page(`
      <link rel="alternate" type="application/rss+xml" title="Comments on everything" href="/comments/feed/">
      <link rel="stylesheet" type="text/xml" href="/style.xml">
      <LINK REL='home Alternate' TYPE='application/atom+xml; charset=utf-8' HREF='posts.atom?a=1&amp;b=2'>`),
    "/blog/posts.atom?a=1&b=2": feed("Posts"),
    "/comments/feed/": feed("Comments"),
  });
  assert.deepEqual(found(await find("RSS", `${server.origin}/blog/`)), ["Posts", "/blog/posts.atom?a=1&b=2"]);
  assert.deepEqual(server.asked, ["/blog/", "/blog/posts.atom?a=1&b=2"]);
});

test("links of a page are resolved against its base, after redirects", async () => {
  await using server = await site({
    "/": { status: 302, location: "/home/" },
    "/home/": page('<base href="/other/"><link rel="alternate" type="application/rss+xml" href="feed.xml">'),
    "/other/feed.xml": feed("Based"),
  });
  assert.deepEqual(found(await find("RSS", server.origin)), ["Based", "/other/feed.xml"]);
});

test("a feed in the Link header is found", async () => {
  await using server = await site({
    "/": (_request, response) =>
      response.writeHead(200, { link: '</x.css>; rel=preload, </feed.json>; rel="alternate"; type="application/feed+json"' }).end(page("")),
    "/feed.json": '{"version":"https://jsonfeed.org/version/1.1","title":"Linked","items":[]}',
  });
  assert.deepEqual(found(await find("RSS", server.origin)), ["Linked", "/feed.json"]);
});

test("without a feed link a few usual places are tried", async () => {
  await using server = await site({ "/": page(""), "/feed.xml": feed("Usual") });
  assert.deepEqual(found(await find("ANCHOR", server.origin)), ["Usual", "/feed.xml"]);
  await using none = await site({ "/": page("") });
  assert.deepEqual(await find("WOOCOMMERCE", none.origin), NO_FEED);
  assert.equal(none.asked.length, DISCOVERY_REQUESTS_MAX);
  assert.equal(new Set(none.asked).size, none.asked.length);
});

test("a shop's URL leads to its products, although its page links to the blog's feed", async () => {
  const products = readFileSync(join(import.meta.dirname, "fixtures", "shopify-products.xml"), "utf8");
  await using server = await site({
    "/": page('<link rel="alternate" type="application/atom+xml" href="/blogs/news.atom">'),
    "/blogs/news.atom": feed("Blog"),
    "/collections/all.atom": products,
  });
  assert.deepEqual(found(await find("SHOPIFY", server.origin)), ["Kiln", "/collections/all.atom"]);
  assert.deepEqual(found(await find("SHOPIFY2", server.origin)), ["Blog", "/blogs/news.atom"]);
});

test("a shop page's empty feed, or one of comments, gives way to the products", async () => {
  await using server = await site({
    "/": page(""),
    "/shop/feed/": EMPTY,
    "/product/feed/": feed("Comments on: Product"),
    "/?post_type=product&feed=rss2": feed("Products"),
  });
  assert.deepEqual(found(await find("WOOCOMMERCE", server.origin)), ["Products", "/?post_type=product&feed=rss2"]);
  await using bare = await site({ "/": page(""), "/shop/feed/": EMPTY });
  assert.deepEqual(found(await find("WOOCOMMERCE2", bare.origin)), ["Empty", "/shop/feed/"]);
});

test("a category of a blog leads to its own feed", async () => {
  await using server = await site({
    "/category/tea/": page('<link rel="alternate" type="application/rss+xml" href="/feed/">'),
    "/feed/": feed("All"),
    "/category/tea/feed/": feed("Tea"),
  });
  assert.deepEqual(found(await find("WORDPRESS", `${server.origin}/category/tea/`)), ["Tea", "/category/tea/feed/"]);
});

test("a URL that returns an error is refused, whatever other feeds its host has", async () => {
  const reasons = [
    [401, "Its server asks for a log-in (status 401)."],
    [403, "Its server does not let the service in (status 403)."],
    [404, "There is nothing at this address (status 404)."],
    [410, "Its server says that it is gone for good (status 410)."],
    [500, "Its server answered with status 500."],
  ] as const;
  for (const [status, reason] of reasons) {
    await using server = await site({
      "/shop/": { status },
      "/feed": feed("Host"),
      "/rss/": feed("Host"),
      "/feed/": feed("Host"),
      "/feed.xml": feed("Host"),
    });
    for (const type of ["RSS", "ATOM", "GHOST", "WORDPRESS", "SUBSTACK"] as const) {
      assert.deepEqual(await find(type, `${server.origin}/shop/`), notFetched(reason), `${type} ${status}`);
    }
    assert.deepEqual(new Set(server.asked), new Set(["/shop/"]));
  }
});

test("for RSS and ATOM only feeds linked by the page are tried", async () => {
  for (const type of ["RSS", "ATOM"] as const) {
    await using server = await site({ "/": page(""), "/feed": feed("Usual"), "/feed.xml": feed("Usual") });
    assert.deepEqual(await find(type, server.origin), NO_FEED);
    assert.deepEqual(server.asked, ["/"]);
    await using linking = await site({
      "/": page(
        '<link rel="alternate" type="application/rss+xml" href="/gone.xml"><link rel="alternate" type="application/atom+xml" href="/own.xml">',
      ),
      "/own.xml": feed("Own"),
      "/feed": feed("Usual"),
    });
    assert.deepEqual(found(await find(type, linking.origin)), ["Own", "/own.xml"]);
    assert.deepEqual(linking.asked, ["/", "/gone.xml", "/own.xml"]);
  }
});

test("the stored URL is the one after permanent redirects only", async () => {
  await using server = await site({
    "/old": { status: 301, location: "/moved" },
    "/moved": { status: 302, location: "/today" },
    "/today": feed("Moved"),
  });
  assert.deepEqual(found(await find("RSS", `${server.origin}/old`)), ["Moved", "/moved"]);
});

test("an HTML page with status 200 for every path is not a feed", async () => {
  await using server = await serve((_request, response) =>
    response.end(readFileSync(join(import.meta.dirname, "fixtures", "error-page.html"))),
  );
  assert.deepEqual(await find("RSS", server.origin), NO_FEED);
});

test("a feed that could not be fetched is told with the reason, and a private address without what is there", async () => {
  await using failing = await serve((_request, response) => response.writeHead(500).end("internal secret"));
  await using large = await serve((_request, response) => response.writeHead(200, { "content-length": 10_485_761 }).end());
  const closed = await site({});
  await closed[Symbol.asyncDispose]();
  await using redirecting = await serve((_request, response) => response.writeHead(302, { location: "http://10.0.0.1/" }).end());
  await using turning = await serve((_request, response) => response.writeHead(302, { location: "/" }).end());
  const unknown = "There is no server with this name.";
  const reasons: Readonly<Record<string, string>> = {
    [failing.origin]: "Its server answered with status 500.",
    [large.origin]: "It has more than 10 MB.",
    [closed.origin]: "Its server cannot be reached.",
    [redirecting.origin]: PRIVATE,
    [turning.origin]: "Its address leads from one to the next without an end.",
    "http://10.0.0.1/feed.xml": PRIVATE,
    "http://inside.example/feed.xml": PRIVATE,
    "http://nowhere.example/feed.xml": unknown,
    "http://localhost/feed.xml": unknown,
    "http://[::1]/feed.xml": PRIVATE,
  };
  for (const [address, reason] of Object.entries(reasons)) assert.deepEqual(await find("RSS", address), notFetched(reason), address);
  for (const address of ["file:///etc/passwd", "ftp://feed.example/", "", "http://"]) {
    assert.deepEqual(await find("RSS", address), { kind: "refused", reason: "The feed could not be fetched." }, address);
  }
});

test("an address that cannot be reached is tried once", async () => {
  const resolve = fakeNames({});
  await using net = createNet({ allowPrivate: [], trustedOrigins: [], userAgent: "test/1", resolve });
  assert.deepEqual(await findFeed(net, "WORDPRESS", "blog.example/", {}), notFetched("There is no server with this name."));
  assert.deepEqual(resolve.asked, ["blog.example"]);
});

test("for known hosts the feed is tried first, then the page", async () => {
  const resolve = fakeNames({});
  await using net = createNet({ allowPrivate: [], trustedOrigins: [], userAgent: "test/1", resolve });
  assert.deepEqual(
    await findFeed(net, "RSSCOM", "https://rss.com/podcasts/lowlight", {}),
    notFetched("There is no server with this name."),
  );
  assert.deepEqual(resolve.asked, ["media.rss.com", "rss.com", "rss.com"]);
});

test("a caller that gives up ends the search", async () => {
  const stop = new AbortController();
  await using server = await serve(() => stop.abort());
  await using net = createNet({ allowPrivate: ["127.0.0.0/8"], trustedOrigins: [], userAgent: "test/1" });
  const discovery = await findFeed(net, "RSS", server.origin, { signal: stop.signal });
  assert.deepEqual(discovery, notFetched("What its server answered cannot be read."));
  assert.equal(server.connections(), 1);
});

test("the picture of a page is found for items whose feed shows none", async () => {
  await using server = await site({
    "/post": page('<meta property="og:image" content="/cover.jpg?a=1&amp;b=2"><meta property="og:image" content="/second.jpg">'),
    "/bare": page(""),
  });
  await using net = createNet({ allowPrivate: ["127.0.0.0/8"], trustedOrigins: [], userAgent: "test/1" });
  assert.equal(await findPageImage(net, `${server.origin}/post`, {}), `${server.origin}/cover.jpg?a=1&b=2`);
  assert.equal(await findPageImage(net, `${server.origin}/bare`, {}), null);
  assert.equal(await findPageImage(net, `${server.origin}/gone`, {}), null);
});
