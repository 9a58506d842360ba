import { z } from "zod";
import { type FieldsOf, model, type StoredOf } from "../../sandbox/kit/model.ts";
import { Processing } from "../../sandbox/kit/processing.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";

export const PRIVACIES = ["public", "unlisted", "private"] as const;
export const MODERATION = ["published", "heldForReview", "likelySpam", "rejected"] as const;

/** What an uploader says about a video. */
const Metadata = z.object({
  title: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  category_id: z.string(),
  default_language: z.string().nullable(),
  /** Null if it was left out. */
  privacy: z.enum(PRIVACIES).nullable(),
  publish_at: z.string().nullable(),
  made_for_kids: z.boolean(),
  embeddable: z.boolean(),
  license: z.enum(["youtube", "creativeCommon"]),
  stats_viewable: z.boolean(),
  synthetic: z.boolean(),
});

/** Bytes of a file, which is never held as a whole; `file` names what is stored. */
const Piece = z.object({ file: z.string(), size: z.int() });

const Facts = z.object({ width: z.number(), height: z.number(), seconds: z.number(), framesPerSecond: z.number().nullable() });

const ErrorSchema = z.object({
  code: z.int(),
  message: z.string(),
  status: z.string().optional(),
  reason: z
    .object({
      reason: z.string(),
      domain: z.string().optional(),
      location: z.string().optional(),
      locationType: z.string().optional(),
    })
    .optional(),
});

/** What this network stores, by kind. Times are ISO; what happens by itself is computed from them when somebody looks. */
const kinds = {
  /** Of a person, by its number. */
  google_account: z.object({ name: z.string(), email: z.string() }),
  /** A channel. `owner` is the Google account. */
  account: z.object({ owner: z.string(), title: z.string(), handle: z.string(), is_brand: z.boolean() }),
  /** An upload that was begun, by its id in the address. */
  session: z.object({
    channel_id: z.string(),
    client_id: z.string(),
    /** Null if it was not said beforehand. */
    size: z.int().nullable(),
    parts: z.array(z.string()),
    metadata: Metadata,
    notifies: z.boolean(),
    /** Of the video that it becomes. */
    video_id: z.string(),
    ends_at: z.string(),
    lost: z.boolean(),
    /** A chunk of it has been broken already. */
    broken: z.boolean(),
    /** What will become of the video. */
    processing: z.object({ seconds: z.number(), fails: z.boolean() }),
  }),
  /** By session and offset. */
  piece: Piece.extend({ session: z.string(), offset: z.int() }),
  /** By session: why its video was refused when all bytes were there. */
  session_error: ErrorSchema,
  video: Metadata.extend({
    channel_id: z.string(),
    privacy: z.enum(PRIVACIES),
    /** When it is made private; null: never. */
    locks_at: z.string().nullable().default(null),
    notifies: z.boolean(),
    mime: z.string(),
    digest: z.string(),
    size: z.int(),
    /** Null if the file's tables cannot be read. */
    facts: Facts.nullable(),
    pieces: z.array(Piece),
    processing: Processing,
    failure: z.string(),
    /** Why it is taken down once it has been processed. */
    rejection: z.string().nullable(),
  }),
  /** By video. */
  thumbnail: z.object({ file: z.string(), mime: z.string(), width: z.int(), height: z.int() }),
  playlist: z.object({ channel_id: z.string(), title: z.string(), privacy: z.enum(PRIVACIES), serial: z.int() }),
  playlist_item: z.object({ playlist_id: z.string(), video_id: z.string(), serial: z.int() }),
  /** `parent` is a comment or empty; a reader's has no author. */
  comment: z.object({
    video_id: z.string(),
    parent: z.string(),
    author_id: z.string(),
    text: z.string(),
    moderation: z.enum(MODERATION),
  }),
  /** What an application has used of a bucket on a day of the Pacific coast: calls that cost 1, and calls that cost 50. */
  usage: z.object({ ones: z.int(), fifties: z.int() }),
} as const;

export const { find, findOrInsert, list, insert, change, put, remove, known } = model(kinds);

export type Stored<K extends keyof typeof kinds> = StoredOf<typeof kinds, K>;
export type Fields<K extends keyof typeof kinds> = FieldsOf<typeof kinds, K>;
export type Metadata = z.output<typeof Metadata>;
export type Piece = z.output<typeof Piece>;

/** More than any test or demo makes. */
export const LIST_MAX = 10_000;

/** Addresses of the web site, which is `/www` here, and of the host of files. */

export function watchUrl(world: SandboxWorld, videoId: string): string {
  return `${world.baseUrl}/www/watch?v=${videoId}`;
}

export function channelUrl(world: SandboxWorld, channel: string): string {
  return `${world.baseUrl}/www/channel/${channel}`;
}

export function thumbnailUrl(world: SandboxWorld, videoId: string): string {
  return `${world.baseUrl}/vi/${videoId}/default.jpg`;
}

export const PORTRAIT = "/www/portrait.png";

export function portraitUrl(world: SandboxWorld): string {
  return world.baseUrl + PORTRAIT;
}

/** Where the bytes of an upload go. The upload host has its own place, and `/upload` once more in its paths. */
export function sessionUrl(world: SandboxWorld, session: { readonly id: string; readonly parts: readonly string[] }): string {
  const query = new URLSearchParams({ uploadType: "resumable", upload_id: session.id, part: session.parts.join(",") });
  return `${world.baseUrl}/upload/upload/youtube/v3/videos?${query}`;
}

/** Times as this API writes them: without fractions of a second. */
export function printTime(instant: string): string {
  return `${instant.slice(0, 19)}Z`;
}
