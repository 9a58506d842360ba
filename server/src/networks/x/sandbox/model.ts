import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { model, type StoredOf } from "../../sandbox/kit/model.ts";
import { Processing } from "../../sandbox/kit/processing.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";

/** What a post keeps of the media it was created with; `id` also names the stored bytes. */
const Attached = z.object({
  id: z.string(),
  key: z.string(),
  kind: z.enum(["photo", "animated_gif", "video"]),
  mime: z.string(),
  alt: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
});
const Poll = z.object({ id: z.string(), options: z.array(z.string()), ends_at: z.string() });

/** What this network stores, by kind. */
const kinds = {
  account: z.object({ username: z.string(), name: z.string() }),
  /** By user name: which account has it. */
  username: z.object({ account_id: z.string() }),
  media: z.object({
    account_id: z.string(),
    attached: Attached,
    size: z.int(),
    processing: Processing,
    expires_at: z.string(),
    /** False if posting finds something wrong with it that processing does not. */
    fits: z.boolean(),
  }),
  /** By media id: the post that was created with it. */
  media_use: z.object({ post: z.string() }),
  post: z.object({
    account_id: z.string(),
    /** As it was given, in NFC. */
    text: z.string(),
    /** The codes of the t.co links in place of the text's, in order. */
    links: z.array(z.string()),
    /** Of the link that posts with media end with; "" without media. */
    media_link: z.string(),
    media: z.array(Attached),
    poll: Poll.nullable(),
    /** The post it replies to, its author, and the post that the conversation began with; "" or its own id for one that replies to none. */
    parent: z.string(),
    parent_author: z.string(),
    root: z.string(),
    quoted: z.string(),
    reply_settings: z.string(),
    made_with_ai: z.boolean(),
    paid_partnership: z.boolean(),
  }),
  /** By limit, account and window: calls so far. */
  rate: z.object({ used: z.int() }),
  /** By account: it was refused once as the setting `unknown-authentication` says. */
  refused_once: z.object({}),
} as const;

export const { find, findOrInsert, known, list, insert, change } = model(kinds);

export type Stored<K extends keyof typeof kinds> = StoredOf<typeof kinds, K>;
export type Attached = z.output<typeof Attached>;
export type Poll = z.output<typeof Poll>;

/** More than any trial of the service creates. */
export const LIST_MAX = 10_000;

/** X's ids count milliseconds from here, and leave this many bits for what else tells them apart. */
const EPOCH_MILLISECONDS = 1_288_834_974_657;
const LOW_BITS = 22n;

/** A new id as X's look: ascending, and beyond 2^53, so that a client that reads them as numbers loses digits. */
export async function newId(world: SandboxWorld): Promise<string> {
  const milliseconds = BigInt(toEpochMilliseconds(world.now()) - EPOCH_MILLISECONDS);
  const low = BigInt(await world.objects.nextId()) & ((1n << LOW_BITS) - 1n);
  return String((milliseconds << LOW_BITS) | low);
}
