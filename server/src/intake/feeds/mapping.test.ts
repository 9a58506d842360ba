import assert from "node:assert/strict";
import { test } from "node:test";
import { FEED_TYPES, type FeedType } from "@rostrum/contract/automations.ts";
import { directFeeds, feedsInPage, likelyFeeds, usualFeeds } from "./mapping.ts";

const CHANNEL = "UCabcdefghijklmnopqrstuv";

test("addresses of known hosts tell the feed", () => {
  const table: Record<string, string[]> = {
    [`https://www.youtube.com/channel/${CHANNEL}/videos`]: [`https://www.youtube.com/feeds/videos.xml?channel_id=${CHANNEL}`],
    "https://m.youtube.com/playlist?list=PLabc-_1": ["https://www.youtube.com/feeds/videos.xml?playlist_id=PLabc-_1"],
    "https://www.youtube.com/watch?v=1&list=PLabc": ["https://www.youtube.com/feeds/videos.xml?playlist_id=PLabc"],
    "https://www.youtube.com/@workbench": [],
    "https://www.youtube.com/user/workbench": ["https://www.youtube.com/feeds/videos.xml?user=workbench"],
    "https://www.youtube.com/c/workbench": [],
    [`https://www.youtube.com/feeds/videos.xml?channel_id=${CHANNEL}`]: [],
    "https://medium.com/@mara": ["https://medium.com/feed/@mara"],
    "https://medium.com/the-pub": ["https://medium.com/feed/the-pub"],
    "https://medium.com/tag/tea": ["https://medium.com/feed/tag/tea"],
    "https://mara.medium.com/": ["https://medium.com/feed/mara", "https://medium.com/feed/@mara"],
    "https://medium.com/feed/@mara": [],
    "https://www.etsy.com/shop/KilnAndCo?ref=x": ["https://www.etsy.com/shop/KilnAndCo/rss"],
    "https://www.etsy.com/de/shop/KilnAndCo": ["https://www.etsy.com/shop/KilnAndCo/rss"],
    "https://kilnandco.etsy.com/": ["https://www.etsy.com/shop/kilnandco/rss"],
    "https://letters.substack.com/archive": ["https://letters.substack.com/feed"],
    "https://anchor.fm/s/1a2b3c/podcast/rss": ["https://anchor.fm/s/1a2b3c/podcast/rss"],
    "https://lowlight.transistor.fm/": ["https://feeds.transistor.fm/lowlight"],
    "https://feeds.transistor.fm/lowlight": [],
    "https://lowlight.captivate.fm/": ["https://feeds.captivate.fm/lowlight/"],
    "https://feeds.captivate.fm/lowlight/": [],
    "https://moss.blogspot.com/": [
      "https://moss.blogspot.com/feeds/posts/default",
      "https://moss.blogspot.com/feeds/posts/default?alt=rss",
    ],
    "https://moss.blogspot.co.uk/search/label/green": ["https://moss.blogspot.co.uk/feeds/posts/default/-/green"],
    // Below a place's own address, the address itself decides.
    "https://letters.substack.com/p/deleted": [],
    "https://letters.substack.com/feed/podcast/123": [],
    "https://mara.medium.com/feed/tagged/tea": [],
    "https://medium.com/@mara/on-tea-123": [],
    "https://moss.blogspot.com/2026/11/north-side.html": [],
    "https://wren.tumblr.com/post/1": [],
    "https://www.buzzsprout.com/123456/987-an-episode": [],
    "https://moss.blogspot.com/feeds/posts/default": [],
    "https://wren.tumblr.com/": ["https://wren.tumblr.com/rss"],
    "https://wren.tumblr.com/tagged/birds": ["https://wren.tumblr.com/tagged/birds/rss"],
    "https://www.tumblr.com/wren": ["https://wren.tumblr.com/rss"],
    "https://www.tumblr.com/blog/view/wren": ["https://wren.tumblr.com/rss"],
    "https://www.buzzsprout.com/123456": ["https://feeds.buzzsprout.com/123456.rss", "https://rss.buzzsprout.com/123456.rss"],
    "https://rss.com/podcasts/lowlight/": ["https://media.rss.com/lowlight/feed.xml", "https://rss.com/podcasts/lowlight/feed.xml"],
    "https://pod.co/lowlight": ["https://feed.pod.co/lowlight"],
    "https://feed.pod.co/lowlight": [],
    "https://evil.example/youtube.com/channel/x": [],
    "https://nottumblr.com/": [],
  };
  for (const [address, feeds] of Object.entries(table)) assert.deepEqual(directFeeds(new URL(address)), feeds, address);
});

test("each type knows where its software keeps feeds", () => {
  const at = (type: FeedType, address: string) => likelyFeeds(type, new URL(address));
  assert.deepEqual(at("WORDPRESS", "https://w.example/category/tea/"), [
    "https://w.example/category/tea/feed/",
    "https://w.example/?feed=rss2",
    "https://w.example/feed/atom/",
  ]);
  assert.deepEqual(at("SHOPIFY", "https://s.example/collections/mugs"), [
    "https://s.example/collections/mugs.atom",
    "https://s.example/collections/all.atom",
    "https://s.example/blogs/news.atom",
  ]);
  assert.deepEqual(at("SHOPIFY", "https://s.example/products/mug?variant=1")[0], "https://s.example/products/mug.atom");
  assert.deepEqual(at("SHOPIFY2", "https://s.example/blogs/diary")[0], "https://s.example/blogs/diary.atom");
  assert.deepEqual(at("WOOCOMMERCE", "https://w.example/product-category/cups/")[0], "https://w.example/product-category/cups/feed/");
  assert.deepEqual(at("GHOST", "https://g.example/tag/x/"), ["https://g.example/tag/x/rss/", "https://g.example/rss/"]);
  assert.deepEqual(at("SUBSTACK", "https://letters.example/about"), ["https://letters.example/feed"]);
  assert.deepEqual(at("WIX", "https://x.example/blog"), ["https://x.example/blog-feed.xml"]);
  assert.deepEqual(at("SQUARESPACEBLOG", "https://q.example/journal"), ["https://q.example/journal?format=rss"]);
  assert.deepEqual(at("WEEBLY", "https://y.example/blog"), [
    "https://y.example/blog/feed",
    "https://y.example/1/feed",
    "https://y.example/2/feed",
  ]);
  assert.deepEqual(at("CASTOS", "https://c.example/"), ["https://c.example/feed/podcast/"]);
});

test("both types of a pair look in the same places", () => {
  for (const address of ["https://s.example/", "https://s.example/collections/mugs", "https://s.example/product-category/x/"]) {
    const places = (type: FeedType) => likelyFeeds(type, new URL(address)).toSorted();
    assert.deepEqual(places("SHOPIFY"), places("SHOPIFY2"));
    assert.deepEqual(places("WOOCOMMERCE"), places("WOOCOMMERCE2"));
  }
});

test("every place that is tried is on the site itself", () => {
  for (const type of FEED_TYPES) {
    for (const place of [
      ...likelyFeeds(type, new URL("https://$1.site.example:8443/a/{page}/")),
      ...usualFeeds(new URL("https://site.example:8443/")),
    ]) {
      assert.match(new URL(place).host, /site\.example:8443$/);
    }
  }
});

test("the source of a page names its feed", () => {
  const table: [string, string, string[]][] = [
    [
      "https://www.youtube.com/@workbench",
      `{"externalId":"${CHANNEL}"}`,
      [`https://www.youtube.com/feeds/videos.xml?channel_id=${CHANNEL}`],
    ],
    ["https://youtu.be/abc", `"channelId": "${CHANNEL}"`, [`https://www.youtube.com/feeds/videos.xml?channel_id=${CHANNEL}`]],
    [
      "https://soundcloud.com/sol",
      '<meta content="soundcloud://users:4711">',
      ["https://feeds.soundcloud.com/users/soundcloud:users:4711/sounds.rss"],
    ],
    [
      "https://creators.spotify.com/pod/show/x",
      '"https:\\/\\/anchor.fm\\/s\\/1a2b\\/podcast\\/rss"',
      ["https://anchor.fm/s/1a2b/podcast/rss"],
    ],
    ["https://lowlight.castos.com/", 'href="https://feeds.castos.com/ab12c"', ["https://feeds.castos.com/ab12c"]],
    ["https://evil.example/", `{"externalId":"${CHANNEL}"}`, []],
  ];
  for (const [address, html, feeds] of table) assert.deepEqual(feedsInPage(new URL(address), html), feeds, address);
});

/** For every type: a URL as users enter it, the feed it stands for and, if it matters, the source of its page. */
const WAYS: Readonly<Record<FeedType, readonly [address: string, feed: string, source?: string]>> = {
  YOUTUBE: [
    "https://www.youtube.com/@workbench",
    `https://www.youtube.com/feeds/videos.xml?channel_id=${CHANNEL}`,
    `"channelId":"${CHANNEL}"`,
  ],
  RSS: ["https://site.example/", "https://site.example/rss.xml"],
  ATOM: ["https://site.example/", "https://site.example/atom.xml"],
  MEDIUM: ["https://letters.example/about", "https://letters.example/feed"],
  SHOPIFY: ["https://shop.example/", "https://shop.example/collections/all.atom"],
  WORDPRESS: ["https://blog.example/author/mara", "https://blog.example/author/mara/feed/"],
  WOOCOMMERCE: ["https://shop.example/", "https://shop.example/?post_type=product&feed=rss2"],
  ETSY: ["https://www.etsy.com/uk/shop/KilnAndCo", "https://www.etsy.com/shop/KilnAndCo/rss"],
  GHOST: ["https://blog.example/author/mara/", "https://blog.example/author/mara/rss/"],
  SUBSTACK: ["https://letters.substack.com", "https://letters.substack.com/feed"],
  ANCHOR: ["https://creators.spotify.com/pod/show/x", "https://anchor.fm/s/1a2b/podcast/rss", "https://anchor.fm/s/1a2b/podcast/rss"],
  TRANSISTOR: ["https://lowlight.transistor.fm/episodes", "https://feeds.transistor.fm/lowlight"],
  CAPTIVATE: ["https://lowlight.captivate.fm", "https://feeds.captivate.fm/lowlight/"],
  SOUNDCLOUD: ["https://soundcloud.com/sol", "https://feeds.soundcloud.com/users/soundcloud:users:7/sounds.rss", "soundcloud://users:7"],
  BLOGGER: ["https://moss.example/", "https://moss.example/feeds/posts/default"],
  WIX: ["https://site.example/blog", "https://site.example/blog-feed.xml"],
  SQUARESPACEBLOG: ["https://site.example/journal/", "https://site.example/journal?format=rss"],
  SQUARESPACESHOP: ["https://site.example/store", "https://site.example/store?format=rss"],
  WEEBLY: ["https://site.example/blog", "https://site.example/1/feed"],
  TUMBLR: ["https://wren.example/", "https://wren.example/rss"],
  SHOPIFY2: ["https://shop.example/", "https://shop.example/blogs/news.atom"],
  WOOCOMMERCE2: ["https://shop.example/", "https://shop.example/shop/feed/"],
  PRESTASHOP: ["https://shop.example/", "https://shop.example/modules/feeder/rss.php"],
  BUZZSPROUT: ["https://www.buzzsprout.com/123456/episodes", "https://feeds.buzzsprout.com/123456.rss"],
  RSSCOM: ["https://rss.com/podcasts/lowlight", "https://media.rss.com/lowlight/feed.xml"],
  CASTOS: ["https://lowlight.castos.com/", "https://feeds.castos.com/ab12c", "https://feeds.castos.com/ab12c"],
  PODCASTCO: ["https://pod.co/lowlight", "https://feed.pod.co/lowlight"],
};

for (const type of FEED_TYPES) {
  test(`the address of a site leads to the feed of its ${type}`, () => {
    const [address, feed, source = ""] = WAYS[type];
    const url = new URL(address);
    const places = [...directFeeds(url), ...likelyFeeds(type, url), ...feedsInPage(url, source), ...usualFeeds(url)];
    assert.ok(places.indexOf(feed) !== -1, places.join("\n"));
    assert.ok(new Set(places).size <= 16);
  });
}
