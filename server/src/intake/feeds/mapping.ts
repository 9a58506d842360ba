import type { FeedType } from "@rostrum/contract/automations.ts";

/**
 * Sites whose URLs determine the feed's URL, whatever the type. `at` is matched with host, path and query; `feeds` are tried in
 * order.
 */
interface Direct {
  readonly at: RegExp;
  readonly feeds: readonly string[];
}

/** Where software keeps its feeds. `{origin}` is the site, `{page}` the URL without query and trailing slash. */
interface Likely {
  readonly feeds: readonly string[];
  /** What host and path must match for these places to apply. */
  readonly at?: RegExp;
}

/** What a page's source says about its feed. */
interface InPage {
  readonly at: RegExp;
  readonly pattern: RegExp;
  readonly feeds: readonly string[];
}

const YOUTUBE = "https://www.youtube.com/feeds/videos.xml";

/**
 * The address of a place itself or of its list of everything: a page below it, such as one article or one tag, is read for what it
 * names, and if it answers with an error, no other feed takes its place.
 */
function home(place: string): RegExp {
  return new RegExp(`^${place}(?:/(?:about|archive|episodes))?/?(?:\\?|$)`);
}

const DIRECT: readonly Direct[] = [
  { at: /^(?:www\.|m\.)?youtube\.com\/channel\/(UC[\w-]{22})/, feeds: [`${YOUTUBE}?channel_id=$1`] },
  { at: /^(?:www\.|m\.)?youtube\.com\/(?:playlist|watch)\?(?:.*&)?list=([\w-]+)/, feeds: [`${YOUTUBE}?playlist_id=$1`] },
  { at: /^(?:www\.|m\.)?youtube\.com\/user\/([\w-]+)/, feeds: [`${YOUTUBE}?user=$1`] },
  { at: /^medium\.com\/tag\/([\w-]+)/, feeds: ["https://medium.com/feed/tag/$1"] },
  { at: home(String.raw`medium\.com/(?!feed\b|(?:tag|[pm])(?:[/?]|$))(@?[\w.-]+)`), feeds: ["https://medium.com/feed/$1"] },
  {
    at: home(String.raw`(?!www\.|api\.|help\.)([\w-]+)\.medium\.com`),
    feeds: ["https://medium.com/feed/$1", "https://medium.com/feed/@$1"],
  },
  {
    at: home(String.raw`(?:www\.)?etsy\.com/(?:[a-z]{2}(?:-[a-z]{2})?/)?shop/(\w+)`),
    feeds: ["https://www.etsy.com/shop/$1/rss"],
  },
  { at: home(String.raw`(?!www\.)([\w-]+)\.etsy\.com`), feeds: ["https://www.etsy.com/shop/$1/rss"] },
  { at: home(String.raw`(?!www\.)([\w-]+)\.substack\.com`), feeds: ["https://$1.substack.com/feed"] },
  { at: /^anchor\.fm\/s\/([0-9a-f]+)\//, feeds: ["https://anchor.fm/s/$1/podcast/rss"] },
  {
    at: home(String.raw`(?!www\.|feeds\.|share\.|dashboard\.)([\w-]+)\.transistor\.fm`),
    feeds: ["https://feeds.transistor.fm/$1"],
  },
  { at: home(String.raw`(?!www\.|feeds\.|player\.)([\w-]+)\.captivate\.fm`), feeds: ["https://feeds.captivate.fm/$1/"] },
  { at: /^([\w-]+\.blogspot\.[a-z.]+)\/search\/label\/([^/?]+)/, feeds: ["https://$1/feeds/posts/default/-/$2"] },
  {
    at: home(String.raw`([\w-]+\.blogspot\.[a-z.]+)`),
    feeds: ["https://$1/feeds/posts/default", "https://$1/feeds/posts/default?alt=rss"],
  },
  { at: /^(?!www\.|api\.|assets\.)([\w-]+)\.tumblr\.com\/tagged\/([^/?]+)/, feeds: ["https://$1.tumblr.com/tagged/$2/rss"] },
  { at: home(String.raw`(?!www\.|api\.|assets\.)([\w-]+)\.tumblr\.com`), feeds: ["https://$1.tumblr.com/rss"] },
  {
    at: home(String.raw`(?:www\.)?tumblr\.com/(?:blog/(?:view/)?)?(?!explore|tagged|search|login|dashboard)([\w-]+)`),
    feeds: ["https://$1.tumblr.com/rss"],
  },
  {
    at: home(String.raw`(?:www\.)?buzzsprout\.com/(\d+)`),
    feeds: ["https://feeds.buzzsprout.com/$1.rss", "https://rss.buzzsprout.com/$1.rss"],
  },
  {
    at: home(String.raw`(?:www\.)?rss\.com/podcasts/([\w-]+)`),
    feeds: ["https://media.rss.com/$1/feed.xml", "https://rss.com/podcasts/$1/feed.xml"],
  },
  { at: home(String.raw`(?:www\.)?pod\.co/([\w-]+)`), feeds: ["https://feed.pod.co/$1"] },
];

/** A collection, a product, a blog: each has a feed of its own. */
const SHOPIFY_PAGE: Likely = { at: /\/(collections\/[^/]+|products\/[^/]+|blogs\/[^/]+)$/, feeds: ["{page}.atom"] };
/** It is not specified how the two types of a pair differ, so both find the same feeds. */
const WOOCOMMERCE: readonly Likely[] = [
  { at: /\/product-category\//, feeds: ["{page}/feed/"] },
  { feeds: ["{origin}/shop/feed/", "{origin}/product/feed/", "{origin}/?post_type=product&feed=rss2", "{origin}/feed/?post_type=product"] },
];
/** The URL is the feed's, or the page or its host determines it. */
const NOWHERE_ELSE: readonly Likely[] = [];

const LIKELY: Readonly<Record<FeedType, readonly Likely[]>> = {
  YOUTUBE: NOWHERE_ELSE,
  RSS: NOWHERE_ELSE,
  ATOM: NOWHERE_ELSE,
  MEDIUM: [{ feeds: ["{origin}/feed"] }],
  SHOPIFY: [SHOPIFY_PAGE, { feeds: ["{origin}/collections/all.atom", "{origin}/blogs/news.atom"] }],
  WORDPRESS: [{ feeds: ["{page}/feed/", "{origin}/?feed=rss2", "{origin}/feed/atom/"] }],
  WOOCOMMERCE,
  ETSY: [{ feeds: ["{page}/rss"] }],
  GHOST: [{ feeds: ["{page}/rss/", "{origin}/rss/"] }],
  SUBSTACK: [{ feeds: ["{origin}/feed"] }],
  ANCHOR: NOWHERE_ELSE,
  TRANSISTOR: NOWHERE_ELSE,
  CAPTIVATE: NOWHERE_ELSE,
  SOUNDCLOUD: NOWHERE_ELSE,
  BLOGGER: [{ feeds: ["{origin}/feeds/posts/default", "{origin}/feeds/posts/default?alt=rss"] }],
  WIX: [{ feeds: ["{origin}/blog-feed.xml"] }],
  SQUARESPACEBLOG: [{ feeds: ["{page}?format=rss"] }],
  SQUARESPACESHOP: [{ feeds: ["{page}?format=rss"] }],
  WEEBLY: [{ feeds: ["{page}/feed", "{origin}/1/feed", "{origin}/2/feed"] }],
  TUMBLR: [{ feeds: ["{origin}/rss"] }],
  SHOPIFY2: [SHOPIFY_PAGE, { feeds: ["{origin}/blogs/news.atom", "{origin}/collections/all.atom"] }],
  WOOCOMMERCE2: WOOCOMMERCE,
  PRESTASHOP: [{ feeds: ["{origin}/modules/feeder/rss.php", "{origin}/module/psrssfeed/rss", "{origin}/rss"] }],
  BUZZSPROUT: NOWHERE_ELSE,
  RSSCOM: NOWHERE_ELSE,
  CASTOS: [{ feeds: ["{origin}/feed/podcast/"] }],
  PODCASTCO: NOWHERE_ELSE,
};

const IN_PAGE: readonly InPage[] = [
  {
    at: /(^|\.)youtube\.com$|^youtu\.be$/,
    pattern: /"(?:channelId|externalId)"\s*:\s*"(UC[\w-]{22})"/,
    feeds: [`${YOUTUBE}?channel_id=$1`],
  },
  {
    at: /(^|\.)soundcloud\.com$/,
    pattern: /soundcloud:\/\/users:(\d+)/,
    feeds: ["https://feeds.soundcloud.com/users/soundcloud:users:$1/sounds.rss"],
  },
  {
    at: /(^|\.)(anchor\.fm|spotify\.com)$/,
    pattern: /anchor\.fm\\?\/s\\?\/([0-9a-f]+)\\?\/podcast\\?\/rss/,
    feeds: ["https://anchor.fm/s/$1/podcast/rss"],
  },
  { at: /(^|\.)castos\.com$/, pattern: /feeds\.castos\.com\\?\/(\w+)/, feeds: ["https://feeds.castos.com/$1"] },
  { at: /(^|\.)captivate\.fm$/, pattern: /feeds\.captivate\.fm\\?\/([\w-]+)/, feeds: ["https://feeds.captivate.fm/$1/"] },
  { at: /(^|\.)transistor\.fm$/, pattern: /feeds\.transistor\.fm\\?\/([\w-]+)/, feeds: ["https://feeds.transistor.fm/$1"] },
];

/** The last resort, for every site. */
const USUAL = [
  "{page}/feed",
  "{page}/rss",
  "{origin}/rss.xml",
  "{origin}/feed.xml",
  "{origin}/atom.xml",
  "{origin}/index.xml",
  "{page}/feed/rss2",
  "{page}?feed=rss2",
  "{page}?format=rss",
];

/** Feeds that follow from the URL alone, without a request. */
export function directFeeds(address: URL): string[] {
  const text = address.host + address.pathname + address.search;
  return DIRECT.flatMap(({ at, feeds }) => {
    const match = at.exec(text);
    return match === null ? [] : feeds.map((feed) => expand(feed, match));
  });
}

/** Where the type's software keeps its feeds, most likely first. */
export function likelyFeeds(type: FeedType, address: URL): string[] {
  const text = address.host + address.pathname.replace(/\/$/, "");
  const rows = LIKELY[type].filter((row) => row.at?.test(text) ?? true);
  return rows.flatMap((row) => row.feeds.map((feed) => place(feed, address)));
}

/** Feeds that the source of a page names in its scripts. */
export function feedsInPage(address: URL, html: string): string[] {
  return IN_PAGE.flatMap(({ at, pattern, feeds }) => {
    const match = at.test(address.hostname) ? pattern.exec(html) : null;
    return match === null ? [] : feeds.map((feed) => expand(feed, match));
  });
}

export function usualFeeds(address: URL): string[] {
  return USUAL.map((feed) => place(feed, address));
}

function expand(feed: string, match: RegExpExecArray): string {
  return feed.replace(/\$(\d)/g, (_text, index) => match[Number(index)] ?? "");
}

function place(feed: string, address: URL): string {
  const page = address.origin + address.pathname.replace(/\/+$/, "");
  return feed.replace("{origin}", () => address.origin).replace("{page}", () => page);
}
