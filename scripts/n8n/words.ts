import type { EventType } from "@rostrum/contract/events.ts";
import type { OperationName } from "@rostrum/contract/operations.ts";

/** What n8n calls a resource and an operation on it, and the words that its interface wants and the table does not have. */
export interface NodeOperation {
  readonly resource: string;
  readonly operation: string;
  readonly name: string;
}

/** n8n's own names for what its nodes do: Get, Get Many, Create, Update, Delete. */
export const NODE_OPERATIONS: Readonly<Record<OperationName, NodeOperation>> = {
  getProfile: { resource: "profile", operation: "get", name: "Get" },
  validateToken: { resource: "profile", operation: "validateToken", name: "Validate Token" },
  listBrands: { resource: "brand", operation: "getAll", name: "Get Many" },
  getSchedule: { resource: "brand", operation: "getSchedule", name: "Get Schedule" },
  listChannels: { resource: "channel", operation: "getAll", name: "Get Many" },
  listCollections: { resource: "collection", operation: "getAll", name: "Get Many" },
  createCollection: { resource: "collection", operation: "create", name: "Create" },
  listAutomations: { resource: "automation", operation: "getAll", name: "Get Many" },
  createAutomation: { resource: "automation", operation: "create", name: "Create" },
  listMedia: { resource: "media", operation: "getAll", name: "Get Many" },
  uploadMedia: { resource: "media", operation: "upload", name: "Upload" },
  listCollectionPosts: { resource: "post", operation: "getAllOfCollection", name: "Get Many of a Collection" },
  listBrandPosts: { resource: "post", operation: "getAll", name: "Get Many" },
  createPost: { resource: "post", operation: "create", name: "Create" },
  updatePost: { resource: "post", operation: "update", name: "Update" },
  deletePost: { resource: "post", operation: "delete", name: "Delete" },
  listPublishedPosts: { resource: "publishedPost", operation: "getAll", name: "Get Many" },
};

/** Optional fields that most requests have: shown at once, not only after "Add Field". */
export const SHOWN_AT_ONCE: Readonly<Partial<Record<OperationName, readonly string[]>>> = {
  createPost: ["caption", "scheduledAt"],
  updatePost: ["publishMode", "scheduledAt", "queuePosition"],
};

/** Fields that mean something only with another's value. */
export const SHOWN_WITH: Readonly<Record<string, { readonly field: string; readonly values: readonly string[] }>> = {
  scheduledAt: { field: "publishMode", values: ["SCHEDULE"] },
};

/** The question that a switch answers; n8n wants it to begin with "Whether". */
export const SWITCHES: Readonly<Record<string, string>> = {
  postAsStory: "Whether it becomes a story on Instagram and Facebook; other platforms publish a regular post",
  autoThreadText:
    "Whether the text is split: at triple newlines into a thread of up to 10 segments; without them, on networks with threads, if it is too long",
  loadOldPosts: "Whether to also import the items currently in the feed, in the background",
  addPostsAsDraft: "Whether to import as drafts instead of queueing",
  shareToFeed: "Whether a reel shows in the feed too",
  sendToInbox: "Whether to finish in the app",
  autoAddMusic: "Whether TikTok adds music",
  uploadToPhotosSection: "Whether to add the image to the profile's photos",
};

/** When the trigger starts a workflow; `docs/events.md` says it exactly. */
export const EVENTS: Readonly<Record<EventType, string>> = {
  "post.scheduled": "A post got a date, or joined the queue",
  "post.published": "A post was published on all of its channels",
  "post.partly_failed": "A post was published on some of its channels, and failed on others",
  "post.failed": "A post was published on none of its channels",
  "post.skipped": "A post reached no channel, and failed on none",
  "queue.running_empty": "A collection's queue is running out of posts",
  "channel.connected": "A channel was connected",
  "channel.expiring": "The log-in of channels ends soon",
  "channel.disconnected": "A channel was disconnected, or its log-in ended",
  "automation.imported": "An automation imported posts from its feed",
  "automation.failing": "An automation cannot read its feed",
};

/** Words that are not written like others. */
const SPELLINGS: Readonly<Record<string, string>> = {
  id: "ID",
  url: "URL",
  rss: "RSS",
  gif: "GIF",
  csv: "CSV",
  youtube: "YouTube",
  tiktok: "TikTok",
  wordpress: "WordPress",
  woocommerce: "WooCommerce",
  woocommerce2: "WooCommerce 2",
  shopify2: "Shopify 2",
  soundcloud: "SoundCloud",
  squarespaceblog: "Squarespace Blog",
  squarespaceshop: "Squarespace Shop",
  prestashop: "PrestaShop",
  rsscom: "RSS.com",
  podcastco: "Podcast.co",
  googlemybusiness: "Google Business",
};

const SMALL_WORDS: ReadonlySet<string> = new Set(["a", "as", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"]);

/** `publishMode`, `created_at` or `QUEUE` as a title: "Publish Mode", "Created At", "Queue". */
export function title(name: string): string {
  const apart = /^[A-Z0-9_]+$/.test(name) ? name.toLowerCase() : name.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  const words = apart.split("_").filter((word) => word !== "");
  return words
    .map((word, index) => {
      if (index > 0 && index < words.length - 1 && SMALL_WORDS.has(word)) return word;
      return SPELLINGS[word] ?? word.charAt(0).toUpperCase() + word.slice(1);
    })
    .join(" ");
}

/** A description as n8n shows it, in HTML; a single sentence has no full stop there. */
export function sentence(description: string): string {
  const text = description
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .trim();
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  const isOne = !/[.!?]\s/.test(first);
  return isOne ? first.replace(/\.$/, "") : first;
}
