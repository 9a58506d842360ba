import type { Call } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import type { Made } from "../../connectors/once/calls.ts";
import type { Looked, Verdict } from "../../connectors/once/visible.ts";
import type { Trouble } from "../../connectors/signs.ts";
import { POSTS, permalinkOf, postUriOf } from "./addresses.ts";
import { troubleOfPreparation, troubleOfWrite, wordsOf } from "./errors.ts";
import { type JsonObject, textAt } from "./json.ts";
import type { Order } from "./order.ts";
import { forgetPlan, type Plan, type PlannedPart, storedPlan, storePlan } from "./plan.ts";
import { readRecord, type StrongRef } from "./records.ts";
import { recordKey } from "./tid.ts";
import type { Uploader } from "./upload.ts";

/** A post or a comment to write as the account. */
export interface Work extends Uploader {
  readonly order: Order;
}

/** Another record has the key, or the server does not allow it: the next one is used. */
interface KeyTaken {
  readonly kind: "keyTaken";
}

const SALT_MAX = 5;
const KEY_FREED_RETRY_SECONDS = 5;

/** Writes one record. Nothing is written under a key that is taken, so that another may follow at once. */
export async function putPart(part: number, { plan, ...work }: Work & { readonly plan: Plan }): Promise<Verdict> {
  const { order, call } = work;
  let changed = plan;
  for (let { salt } = partAt(plan, part); salt <= SALT_MAX; salt += 1) {
    const planned = { ...partAt(plan, part), salt, recordKey: recordKey({ ...order, part, salt }) };
    if (salt !== partAt(changed, part).salt) {
      changed = { ...changed, parts: changed.parts.with(part, planned) };
      await storePlan(changed, order, call);
    }
    const outcome = await put(planned, part, work);
    if (outcome.kind !== "keyTaken") return outcome;
  }
  return { kind: "refused", halt: { kind: "rejected", reason: "Bluesky: no free key was found for the record." } };
}

/** By `swapRecord: null`: the same body again is a no-op, and another under an existing key is refused instead of overwriting the record. */
async function put(planned: PlannedPart, part: number, work: Work): Promise<Verdict | KeyTaken> {
  const { session, call, order } = work;
  const { recordKey: rkey } = planned;
  const json = { repo: session.did, collection: POSTS, rkey, validate: true, record: bodyOf(planned, part, work), swapRecord: null };
  const reply = await session.procedure({ name: "com.atproto.repo.putRecord", input: { json } });
  if (reply.kind === "ok") {
    const cid = textAt(reply.body, "cid");
    if (cid === null) return { kind: "doubtful", reason: "Bluesky: the response names no record." };
    return { kind: "made", made: noteMade({ uri: postUriOf(session.did, rkey), cid }, part, work) };
  }
  if (reply.kind === "refused" && reply.error === "BlobNotFound") {
    await forgetPlan(order, call);
    return { kind: "refused", halt: { kind: "lost", reason: "Bluesky no longer has the uploaded media." } };
  }
  if (reply.kind === "refused" && reply.error === "InvalidSwap") return whoHasKey(planned, part, work);
  // A key can happen to contain a word that the server forbids.
  if (reply.kind === "refused" && reply.status === 400 && /\brecord key\b/iu.test(reply.message)) return { kind: "keyTaken" };
  const trouble = troubleOfWrite(reply, call);
  return trouble.kind === "unknown" ? { ...trouble, kind: "doubtful" } : { kind: "refused", halt: trouble };
}

function bodyOf({ record }: PlannedPart, part: number, { order, call }: Work): JsonObject {
  const [root, parent] = [storedRef(0, order, call), storedRef(part - 1, order, call)];
  return root === null || parent === null ? record : { ...record, reply: { root, parent } };
}

/** A key may belong to another delivery due at the same time (see `recordKey`), or to this one if edited since. */
async function whoHasKey(planned: PlannedPart, part: number, work: Work): Promise<Verdict | KeyTaken> {
  const { session, call } = work;
  const there = await readRecord(postUriOf(session.did, planned.recordKey), work);
  if (there === "absent") return refused({ kind: "busy", reason: KEY_FREED, retryAfterSeconds: KEY_FREED_RETRY_SECONDS });
  if ("kind" in there) return refused(troubleOfPreparation(there, call));
  return isSameRecord(there.value, planned.record) ? { kind: "made", made: noteMade(there, part, work) } : { kind: "keyTaken" };
}

const KEY_FREED = "Bluesky: the record's key has just become free.";

function refused(halt: Trouble): Verdict {
  return halt.kind === "unknown" ? { ...halt, kind: "doubtful" } : { kind: "refused", halt };
}

/** Looks a part up by its key. */
export async function findPart(part: number, work: Work): Promise<Looked> {
  const { order, session, call } = work;
  const planned = storedPlan(order, call)?.parts[part];
  if (planned === undefined) return { kind: "read", alike: [] };
  const there = await readRecord(postUriOf(session.did, planned.recordKey), work);
  if (there === "absent") return { kind: "read", alike: [] };
  if ("kind" in there) {
    const trouble = troubleOfPreparation(there, call);
    const reason = `Bluesky: ${there.kind === "refused" ? wordsOf(there) : there.reason}`;
    return { kind: "unread", isFinal: true, reason, ...(trouble.kind === "busy" ? { retryAfterSeconds: trouble.retryAfterSeconds } : {}) };
  }
  return { kind: "read", alike: isSameRecord(there.value, planned.record) ? [{ ...noteMade(there, part, work), at: null }] : [] };
}

/** Whether the server has nothing of what was planned before, if anything was. What is there keeps its time, and is not written again. */
export async function isNothingThere(work: Work): Promise<boolean> {
  const { order, session, call } = work;
  if (storedRef(0, order, call) !== null) return false;
  for (const { recordKey: rkey } of storedPlan(order, call)?.parts ?? [])
    if ((await readRecord(postUriOf(session.did, rkey), work)) !== "absent") return false;
  return true;
}

/** Whether the record under one of our keys is the one we meant to write. */
function isSameRecord(value: Json, record: JsonObject): boolean {
  return textAt(value, "createdAt") === textAt(record, "createdAt") && textAt(value, "text") === textAt(record, "text");
}

function partAt(plan: Plan, part: number): PlannedPart {
  const planned = plan.parts[part];
  if (planned === undefined) throw new RangeError(`The plan has no part ${part}.`);
  return planned;
}

/** Replies need the hash of what they reply to. */
function noteMade({ uri, cid }: StrongRef, part: number, { order, call }: Work): Made {
  call.checkpoint.note(refCheckpoint(part, order), { uri, cid });
  return { id: uri, url: permalinkOf(call, uri), at: null };
}

export function storedRef(part: number, order: Order, call: Call): StrongRef | null {
  const stored = call.checkpoint.get(refCheckpoint(part, order));
  const [uri, cid] = [textAt(stored, "uri"), textAt(stored, "cid")];
  return uri === null || cid === null ? null : { uri, cid };
}

function refCheckpoint(part: number, { scope }: Order): string {
  return `${scope}-part-${part}`;
}
