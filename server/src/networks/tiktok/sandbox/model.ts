import { createHash } from "node:crypto";
import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { model, type StoredOf } from "../../sandbox/kit/model.ts";
import { Processing } from "../../sandbox/kit/processing.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";

export const PUBLIC = "PUBLIC_TO_EVERYONE";
export const FRIENDS = "MUTUAL_FOLLOW_FRIENDS";
export const FOLLOWERS = "FOLLOWER_OF_CREATOR";
export const ONLY_ME = "SELF_ONLY";

/** A stored file; `id` also names its bytes. Measures are null if it cannot be read. */
const StoredFile = z.object({
  id: z.string(),
  mime: z.string(),
  digest: z.string(),
  facts: z.object({ width: z.number(), height: z.number(), seconds: z.number().nullable() }).nullable(),
});

/** What this network stores, by kind. What happens by itself is computed from the clock when somebody looks. */
const kinds = {
  account: z.object({ username: z.string(), name: z.string() }),
  /** By user name: whose it is. */
  username: z.object({ account_id: z.string() }),
  /** By publish id: a post from its beginning on, or a draft in the creator's inbox. */
  publish: z.object({
    account_id: z.string(),
    client_id: z.string(),
    mode: z.enum(["direct", "inbox"]),
    media: z.enum(["video", "photos"]),
    source: z.enum(["file", "url"]),
    title: z.string(),
    description: z.string(),
    /** Null for drafts: the creator chooses in the app. */
    privacy_level: z.string().nullable(),
    /** What viewers are told besides, such as `Paid partnership`. */
    marks: z.array(z.string()),
    /** Null where TikTok fetches. */
    upload: z
      .object({ id: z.string(), token: z.string(), size: z.int(), chunk_size: z.int(), count: z.int(), ends_at: z.string() })
      .nullable(),
    /** Uploaded or fetched so far. */
    bytes: z.int(),
    /** A fault that struck one of the ranges decides about the processing of the whole. */
    strike: z.object({ seconds: z.number(), fails: z.boolean() }).nullable(),
    /** Null until all files are here. */
    received: z
      .object({
        processing: Processing,
        fail_reason: z.string(),
        files: z.array(StoredFile),
        post_id: z.string(),
        second_id: z.string().nullable(),
      })
      .nullable(),
  }),
  /** By upload id. */
  upload: z.object({ publish_id: z.string() }),
  /** By id of a post: it is public knowledge only once the post is. */
  post: z.object({ publish_id: z.string() }),
  /** `on`: the comment that it answers; "" if it answers the post itself. */
  comment: z.object({ publish_id: z.string(), on: z.string(), text: z.string() }),
} as const;

export const { find, findOrInsert, known, list, insert, change } = model(kinds);

export type Stored<K extends keyof typeof kinds> = StoredOf<typeof kinds, K>;
export type StoredFile = z.output<typeof StoredFile>;

/** More than any trial of the service creates. */
export const LIST_MAX = 10_000;

/** Ids of posts begin with the second of their creation; these bits tell apart what was created within one. */
const LOW_BITS = 32n;

/** A new id as TikTok's look: ascending, and beyond 2^53, so that a client that reads them as numbers loses digits. */
export async function newId(world: SandboxWorld): Promise<string> {
  const seconds = BigInt(Math.floor(toEpochMilliseconds(world.now()) / 1000));
  return String((seconds << LOW_BITS) | BigInt.asUintN(Number(LOW_BITS), BigInt(await world.objects.nextId())));
}

/** A creator's id, which is another one for each application. */
export function openIdOf(clientId: string, accountId: string): string {
  return `-000${hashed(`${clientId} ${accountId}`)}`;
}

export function unionIdOf(accountId: string): string {
  return hashed(accountId);
}

function hashed(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 32);
}

/** Addresses of the web site, which is `/www` here, of files, and of the host of uploads. */

export function permalinkOf(world: SandboxWorld, username: string, postId: string): string {
  return `${world.baseUrl}/www/@${username}/video/${postId}`;
}

export function profileUrl(world: SandboxWorld, username: string): string {
  return `${world.baseUrl}/www/@${username}`;
}

export function tagUrl(world: SandboxWorld, tag: string): string {
  return `${world.baseUrl}/www/tag/${encodeURIComponent(tag)}`;
}

export const PORTRAIT = "/www/portrait.png";

export function portraitUrl(world: SandboxWorld): string {
  return world.baseUrl + PORTRAIT;
}

export function uploadUrl(world: SandboxWorld, { id, token }: { readonly id: string; readonly token: string }): string {
  return `${world.baseUrl}/upload/video/?upload_id=${id}&upload_token=${token}`;
}
