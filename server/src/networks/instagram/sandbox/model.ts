import { z } from "zod";
import { model, type StoredOf } from "../../sandbox/kit/model.ts";
import { Processing } from "../../sandbox/kit/processing.ts";
import { numbered } from "../../sandbox/kit/stored.ts";

/** Bytes that the network fetched or was sent. `ratio`: width by height; null for videos. `digest`: of the bytes. */
const file = z.object({ id: z.string(), mime: z.string(), ratio: z.number().nullable(), digest: z.string() });
export type StoredFile = z.output<typeof file>;

const tag = z.object({ username: z.string(), x: z.number().nullable(), y: z.number().nullable() });

/** What readers see of a post; the same in a container and in the media object that it becomes. */
const content = z.object({
  caption: z.string(),
  alt_text: z.string(),
  location_id: z.string().nullable(),
  collaborators: z.array(z.string()),
  user_tags: z.array(tag),
  share_to_feed: z.boolean(),
  /** How a trial reel ends; null for other media. */
  trial: z.enum(["MANUAL", "SS_PERFORMANCE"]).nullable(),
  cover: file.nullable(),
});
export type Content = z.output<typeof content>;

/** `item`: part of a carousel. */
const postKind = z.enum(["image", "reel", "story", "carousel", "item"]);
export type PostKind = z.output<typeof postKind>;

const media = z.object({
  account_id: z.string(),
  kind: postKind,
  /** Null for a carousel. */
  file: file.nullable(),
  /** Ids of the carousel's items. */
  children: z.array(z.string()),
  content,
  likes: z.int().default(0),
  shares: z.int().default(0),
  saves: z.int().default(0),
  views: z.int().default(0),
});

/** What this network stores, by kind. Field names are Instagram's where it has them. */
const kinds = {
  account: z.object({
    username: z.string(),
    name: z.string(),
    account_type: z.enum(["BUSINESS", "MEDIA_CREATOR", "PERSONAL"]),
    /** The id under which an application sees the account when its owner logs in with Instagram. */
    scoped_id: z.string(),
    /** Whether Instagram restricts it until its owner opens the app. */
    restricted: z.boolean().default(false),
    takes_collaborators: z.boolean().default(true),
    takes_trial_reels: z.boolean().default(true),
    hides_likes: z.boolean().default(false),
  }),
  /** By user name: which account has it. */
  username: z.object({ account_id: z.string() }),
  container: z.object({
    account_id: z.string(),
    kind: postKind,
    /** Null for a carousel, and while bytes are still to be uploaded. */
    file: file.nullable(),
    children: z.array(z.string()),
    content,
    /** Null while bytes are still to be uploaded. */
    processing: Processing.nullable(),
    /** The error code in which processing ends; null if nothing is wrong with the file. */
    failure: z.int().nullable(),
    /** In milliseconds: where in the video the cover is; null without. */
    thumb_offset: z.int().nullable(),
    expires_at: z.string(),
  }),
  /**
   * By the id that `mediaIdOf` gives for its container. Inserting it a second time fails, so no container becomes two posts; a
   * container is published when it is there.
   */
  media,
  /** The items of published carousels, which are in no list. */
  carousel_item: media,
  comment: z.object({
    media_id: z.string(),
    parent_id: z.string().nullable(),
    /** Null for readers, who have no account here. */
    account_id: z.string().nullable(),
    username: z.string(),
    text: z.string(),
    likes: z.int().default(0),
  }),
} as const;

export const { find, findOrInsert, known, list, insert, change } = model(kinds);
export type Stored<K extends keyof typeof kinds> = StoredOf<typeof kinds, K>;

/**
 * Ids are decimal strings of 17 digits, beyond what a JavaScript number can hold. The first digits tell what an id is of, and
 * Instagram's objects from those of the Facebook network, which answers for them on its own host.
 */
const PREFIXES = { account: "178414", container: "179", comment: "178500", media: "180", scoped: "26" } as const;
const LENGTH = 17;

export const newId = numbered({
  account: [PREFIXES.account, LENGTH],
  container: [PREFIXES.container, LENGTH],
  comment: [PREFIXES.comment, LENGTH],
  scoped: [PREFIXES.scoped, LENGTH],
});

/** The id that the short code stands for. */
export function idOfShortcode(code: string): string {
  const hex = Buffer.from(code, "base64url").toString("hex");
  return hex === "" ? "" : BigInt(`0x${hex}`).toString();
}

/** The id of the media object that a container becomes. */
export function mediaIdOf(containerId: string): string {
  return PREFIXES.media + containerId.slice(PREFIXES.container.length);
}

/** What the id is of; null if it is none of this network's. */
export function kindOfId(id: string): "account" | "container" | "comment" | "media" | null {
  if (!/^\d{17}$/.test(id)) return null;
  if (id.startsWith(PREFIXES.account)) return "account";
  if (id.startsWith(PREFIXES.container)) return "container";
  if (id.startsWith(PREFIXES.comment)) return "comment";
  return id.startsWith(PREFIXES.media) ? "media" : null;
}

/** The short code in permalinks: the number in the alphabet of base64url. */
export function shortcodeOf(id: string): string {
  return Buffer.from(BigInt(id).toString(16).padStart(16, "0"), "hex").toString("base64url");
}
