import { z } from "zod";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { accountOf } from "./accounts.ts";
import { verifyBlob } from "./blobs.ts";
import { recordCid } from "./cid.ts";
import { type Asked, type Method, pageLength, required } from "./methods.ts";
import { type BlobRef, find, insert, list, nextTid, POSTS, put, type Stored } from "./model.ts";
import { checkPost, type PostRecord } from "./post-schema.ts";
import { invalidRequest, refusal } from "./refusal.ts";
import { requireAccess } from "./tokens.ts";

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

const target = z.object({ repo: z.string(), collection: z.string().regex(/^[a-zA-Z0-9.-]+$/), validate: z.boolean().optional() });
const placement = target.extend({ rkey: z.string(), record: z.unknown(), swapRecord: z.string().nullable().optional() });
/** `com.atproto.repo.*` except files. */
export const repoMethods: Record<string, Method> = {
  "com.atproto.repo.putRecord": { verb: "POST", run: putRecord },
  "com.atproto.repo.getRecord": { verb: "GET", run: getRecord },
  "com.atproto.repo.listRecords": { verb: "GET", run: listRecords },
};

async function putRecord(asked: Asked): Promise<unknown> {
  const { collection, rkey, record, validate, swapRecord, did } = await authorized(asked, placement);
  const write = await prepareWrite(asked.world, { did, collection, rkey, record, validate });
  const isNew = await putWrite(asked.world, write, swapRecord);
  // An identical repeat makes no commit.
  return { ...writtenView(write), ...(isNew ? { commit: commitOf(asked, write) } : {}), validationStatus: write.validationStatus };
}

async function getRecord(asked: Asked): Promise<unknown> {
  const account = await accountOf(asked.world, required(asked, "repo"));
  if (account === null) throw invalidRequest("Could not locate record");
  const uri = uriOf({ did: account.id, collection: required(asked, "collection"), rkey: required(asked, "rkey") });
  const record = await find(asked.world, "record", uri);
  const isWanted = record !== null && (asked.parameters.cid ?? record.cid) === record.cid;
  if (!isWanted) throw refusal(400, "RecordNotFound", `Could not locate record: ${uri}`);
  return { uri, cid: record.cid, value: record.value };
}

async function listRecords(asked: Asked): Promise<unknown> {
  const account = await accountOf(asked.world, required(asked, "repo"));
  if (account === null) throw invalidRequest(`Could not find repo: ${asked.parameters.repo}`);
  const limit = pageLength(asked);
  const records = await list(asked.world, "record", { where: { did: account.id, collection: required(asked, "collection") }, limit });
  const newestKeyFirst = records.toSorted((one, other) => (one.rkey < other.rkey ? 1 : -1));
  return { records: newestKeyFirst.map(({ id, cid, value }) => ({ uri: id, cid, value })) };
}

/** Parses the input by its schema and checks that it comes from the account it is for. */
async function authorized<T extends { repo: string }>(asked: Asked, schema: z.ZodType<T>): Promise<T & { readonly did: string }> {
  const { world, body } = asked;
  const did = await requireAccess(asked, null);
  const input = schema.safeParse(body);
  if (!input.success)
    throw invalidRequest(`Input is invalid: ${input.error.issues[0]?.message} at ${input.error.issues[0]?.path.join(".")}`);
  const account = await accountOf(world, input.data.repo);
  if (account?.id !== did) throw refusal(401, "AuthenticationRequired", "Authentication Required");
  return { ...input.data, did };
}

function writtenView(write: Write) {
  return { uri: uriOf(write), cid: write.cid };
}

function commitOf({ world }: Asked, { cid }: Write) {
  return { cid, rev: nextTid(world.now()) };
}
