import type { SandboxWorld } from "../../sandbox/network.ts";
import { verifyBlob } from "./blobs.ts";
import { recordCid } from "./cid.ts";
import { type BlobRef, find, insert, put, type Stored } from "./model.ts";
import { checkPost, type PostRecord } from "./post-schema.ts";
import { invalidRequest, refusal } from "./refusal.ts";

export const POSTS = "app.bsky.feed.post";
export const LIKES = "app.bsky.feed.like";
export const REPOSTS = "app.bsky.feed.repost";

const TID = /^[2-7a-j][2-7a-z]{12}$/;
const RECORD_KEY = /^(?!\.{1,2}$)[\w.~:-]{1,512}$/;

/** A validated record, ready to be stored. */
export interface Write {
  readonly did: string;
  readonly collection: string;
  readonly rkey: string;
  readonly cid: string;
  readonly value: Record<string, unknown>;
  readonly validationStatus: "valid" | "unknown";
}

export interface WriteOrder {
  readonly did: string;
  readonly collection: string;
  readonly rkey: string;
  readonly record: unknown;
  /** True requires a known lexicon, false skips validation. */
  readonly validate: boolean | undefined;
}

export function uriOf({ did, collection, rkey }: Pick<Write, "did" | "collection" | "rkey">): string {
  return `at://${did}/${collection}/${rkey}`;
}

export async function prepareWrite(world: SandboxWorld, { did, collection, rkey, record, validate }: WriteOrder): Promise<Write> {
  if (!RECORD_KEY.test(rkey)) throw invalidRequest(`Invalid record key: ${rkey}`);
  if (typeof record !== "object" || record === null || Array.isArray(record)) throw invalidRequest("Input/record must be an object");
  const value: Record<string, unknown> = { $type: collection, ...record };
  if (value.$type !== collection) throw invalidRequest(`Invalid $type: expected ${collection}, got ${String(value.$type)}`);

  const isKnown = collection === POSTS;
  if (validate === true && !isKnown) throw invalidRequest(`Unknown lexicon type: ${collection}`);
  if (isKnown && validate !== false) {
    if (!TID.test(rkey)) throw invalidRequest(`Invalid record key for ${collection}: Invalid TID`);
    await checkReferences(world, did, checkPost(value));
  }
  return { did, collection, rkey, cid: cidOf(value), value, validationStatus: isKnown && validate !== false ? "valid" : "unknown" };
}

/** Writes or overwrites; returns false if the identical record is already there. */
export async function putWrite(world: SandboxWorld, write: Write, expectedCid: string | null | undefined): Promise<boolean> {
  const uri = uriOf(write);
  const current = await find(world, "record", uri);
  if (current?.cid === write.cid) return false;
  const currentCid = current?.cid ?? null;
  if (expectedCid !== undefined && expectedCid !== currentCid) throw refusal(400, "InvalidSwap", `Record was at ${currentCid}`);
  if (current !== null) {
    await put(world, "record", uri, fieldsOf(write));
    return true;
  }
  if (await insert(world, "record", uri, fieldsOf(write))) return true;
  // Another request created the record in between: decide again on what is there now.
  return putWrite(world, write, expectedCid);
}

/** Writes under a free key. A taken one gets a 500 without details, as on a real server. */
export async function createWrite(world: SandboxWorld, write: Write): Promise<void> {
  if (!(await insert(world, "record", uriOf(write), fieldsOf(write)))) throw refusal(500, "InternalServerError", "Internal Server Error");
}

function fieldsOf({ did, collection, rkey, cid, value }: Write) {
  return {
    did,
    collection,
    rkey,
    cid,
    value,
    parent: memberText(value, "reply", "parent", "uri"),
    subject: memberText(value, "subject", "uri"),
  };
}

function memberText(value: unknown, ...path: readonly string[]): string {
  let inner = value;
  for (const name of path) inner = typeof inner === "object" && inner !== null ? new Map(Object.entries(inner)).get(name) : undefined;
  return typeof inner === "string" ? inner : "";
}

function cidOf(value: Record<string, unknown>): string {
  try {
    return recordCid(value);
  } catch (error) {
    if (error instanceof TypeError) throw invalidRequest(error.message);
    throw error;
  }
}

async function checkReferences(world: SandboxWorld, did: string, record: PostRecord): Promise<void> {
  for (const blob of blobsOf(record)) await verifyBlob(world, did, blob);
  for (const name of ["root", "parent"] as const) {
    const ref = record.reply?.[name];
    if (ref === undefined) continue;
    // A real server accepts any reference and readers see an orphan; here it is an error.
    const there: Stored<"record"> | null = await find(world, "record", ref.uri);
    if (there?.cid !== ref.cid) throw invalidRequest(`Invalid app.bsky.feed.post record: reply.${name} is not a record of this network`);
  }
}

function blobsOf({ embed }: PostRecord): BlobRef[] {
  if (embed === undefined) return [];
  if (embed.$type === "app.bsky.embed.images") return embed.images.map(({ image }) => image);
  if (embed.$type === "app.bsky.embed.video") return [embed.video];
  return embed.external.thumb === undefined ? [] : [embed.external.thumb];
}
