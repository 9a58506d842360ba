import { randomInt } from "node:crypto";
import { type Instant, toEpochMilliseconds, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { model, type StoredOf } from "../../sandbox/kit/model.ts";

const blobRef = z.object({
  $type: z.literal("blob"),
  ref: z.object({ $link: z.string() }),
  mimeType: z.string(),
  size: z.number(),
});
/** A file reference in a record. */
export type BlobRef = z.output<typeof blobRef>;

/** The collections of records that it knows. */
export const POSTS = "app.bsky.feed.post";
export const LIKES = "app.bsky.feed.like";
export const REPOSTS = "app.bsky.feed.repost";

/** What this network stores, by kind. */
const kinds = {
  /** By DID. */
  account: z.object({ handle: z.string(), appPassword: z.string() }),
  /** By handle. */
  handle: z.object({ did: z.string() }),
  /** By token. Service tokens have the method they are for. */
  access: z.object({ did: z.string(), method: z.string().nullable(), expiresAt: z.string() }),
  /** By token. `next` is the token it was exchanged for. */
  refresh: z.object({ did: z.string(), next: z.string().nullable(), expiresAt: z.string() }),
  /** By DID and CID. */
  blob: z.object({ did: z.string(), blob: blobRef }),
  /** By `at://` address. `parent` is what it replies to and `subject` what it likes or shares; "" if nothing. */
  record: z.object({
    did: z.string(),
    collection: z.string(),
    rkey: z.string(),
    cid: z.string(),
    value: z.record(z.string(), z.unknown()),
    parent: z.string(),
    subject: z.string(),
  }),
  /** By id; a pushed authorization request. `jkt` is the thumbprint of the key it was proven with. */
  par: z.object({
    client_id: z.string(),
    redirect_uri: z.string(),
    scopes: z.array(z.string()),
    state: z.string().nullable(),
    challenge: z.string(),
    hint: z.string().nullable(),
    jkt: z.string(),
    /** Whether the application proved who it is. */
    proven: z.boolean(),
    ends_at: z.string(),
  }),
  /** By the id of its pushed request; a log-in. */
  session: z.object({
    did: z.string(),
    client_id: z.string(),
    jkt: z.string(),
    proven: z.boolean(),
    scopes: z.array(z.string()),
    begun_at: z.string().transform((text) => toInstant(text)),
    /** The access token in use. */
    access: z.string().nullable(),
    grant: z.string(),
  }),
  /** By key and number; proofs of possession, each of which is for one request. */
  proof: z.object({}),
  /** By id; an account's video being processed. */
  job: z.object({ did: z.string(), cid: z.string(), blob: blobRef.nullable(), readyAt: z.string() }),
} as const;

export const { find, known, list, insert, put } = model(kinds);

type Kind = keyof typeof kinds;
export type Stored<K extends Kind> = StoredOf<typeof kinds, K>;

const ALPHABET = "234567abcdefghijklmnopqrstuvwxyz";
const DIGITS = 13;
const CLOCK_IDS = 1024n;

/** A key for a record without one: microseconds (the last three digits random) and a random clock id. */
export function nextTid(now: Instant): string {
  let rest = (BigInt(toEpochMilliseconds(now)) * 1000n + BigInt(randomInt(1000))) * CLOCK_IDS + BigInt(randomInt(Number(CLOCK_IDS)));
  let text = "";
  for (let digit = 0; digit < DIGITS; digit += 1) {
    text = ALPHABET.charAt(Number(rest % 32n)) + text;
    rest /= 32n;
  }
  return text;
}
