import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { killBusyDecoders } from "../../ground/decoding/testing/processes.ts";
import { FEED_BYTES_MAX } from "../../ground/net/caps.ts";
import { createNet } from "../../ground/net/index.ts";
import { aSite, type Site } from "../../testing/feeds.ts";
import { watchLoop } from "../../testing/loop.ts";
import { findFeed } from "./discover.ts";
import { fetchFeed } from "./fetch.ts";
import { findPageImage } from "./page-image.ts";
import { TOO_HARD } from "./refusals.ts";

// A process of its own: it measures how long the event loop stands still, which also collects what other files left behind.

const DELAY_MILLISECONDS_MAX = 200;
/** CPU limit: less than ten megabytes of tags need, more than receiving them needs. */
const DEADLY_SECONDS = 0.12;

let site: Site;
const opened = new AsyncDisposableStack();
const net = opened.use(createNet({ allowPrivate: ["127.0.0.0/8"], trustedOrigins: [], userAgent: "Rostrum" }));
before(async () => {
  site = opened.use(await aSite());
});
after(() => opened.disposeAsync());

const item = (n: number) =>
  `<item><guid>${n}</guid><title>Loaf ${n}</title><description>${"&lt;b&gt;fresh &amp;amp; warm&lt;/b&gt; ".repeat(200)}</description></item>`;
const longFeed = () => {
  const items = Array.from({ length: 1000 }, (_, index) => item(index)).join("");
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>x</title>${items}</channel></rss>`.slice(0, FEED_BYTES_MAX);
};
const SMALL = `<rss version="2.0"><channel><title>x</title>${item(1)}</channel></rss>`;
const url = (body: string, type = "application/rss+xml") => site.on("/feed", { body, headers: { "content-type": type } });

// Start the process now, so that all CPU time it uses later is the document's.
beforeEach(async () => {
  assert.equal((await fetchFeed(net, url(SMALL), {})).kind, "found");
});

test("a long feed is read without holding up the service", async () => {
  const address = url(longFeed());
  using loop = watchLoop();
  const found = await fetchFeed(net, address, {});
  assert.equal(found.kind === "found" ? found.feed.items.length : found.kind, 1000);
  assert.ok(loop.longest() < DELAY_MILLISECONDS_MAX, `${loop.longest()} ms`);
});

test("a feed that ends its decoder is refused with a reason that a person understands, and the next one is read", async () => {
  const address = url(longFeed());
  {
    using deadly = killBusyDecoders({ seconds: DEADLY_SECONDS, times: 1 });
    assert.deepEqual(await fetchFeed(net, address, {}), { kind: "refused", reason: TOO_HARD, status: 200, retryAfterSeconds: null });
    assert.equal(deadly.killed, 1);
  }
  assert.equal((await fetchFeed(net, url(SMALL), {})).kind, "found");
});

test("the search for a feed says so too, where nothing else is found", async () => {
  const address = url(longFeed());
  using _ = killBusyDecoders({ seconds: DEADLY_SECONDS, times: 1 });
  assert.deepEqual(await findFeed(net, "RSS", address, {}), { kind: "refused", reason: TOO_HARD });
});

test("a page that ends its decoder has no picture, and one of ten megabytes holds up nobody", async () => {
  const page = `<html><head>${'<meta name="a" content="b">'.repeat(300_000)}</head>`;
  const address = url(page, "text/html");
  using loop = watchLoop();
  assert.equal(await findPageImage(net, address, {}), null);
  assert.ok(loop.longest() < DELAY_MILLISECONDS_MAX, `${loop.longest()} ms`);
});

test("a stop ends the reading, and nothing is thrown", async () => {
  const stop = new AbortController();
  const reading = fetchFeed(net, url(longFeed()), { signal: stop.signal });
  setImmediate(() => stop.abort());
  assert.equal((await reading).kind, "refused");
});
