import type { Json } from "../../connectors/json.ts";
import { POSTS, postUriOf } from "./addresses.ts";
import { type Trouble, troubleOfPreparation, troubleOfWrite } from "./errors.ts";
import { type JsonObject, textAt } from "./json.ts";
import type { PlannedPart } from "./plan.ts";
import { readRecord, type StrongRef } from "./records.ts";
import type { Uploader } from "./upload.ts";

/** The server dropped an upload before the record was written: upload it again. */
export interface BlobsGone {
  readonly kind: "blobsGone";
  readonly reason: string;
}

/** Another record has the key, or the server does not allow it: use the next one. */
export interface KeyTaken {
  readonly kind: "keyTaken";
}

const KEY_FREED_RETRY_SECONDS = 5;

/**
 * Writes one record by `putRecord` with `swapRecord: null`: the same body again is a no-op, and a different body under an
 * existing key is refused with `InvalidSwap` instead of overwriting the record.
 */
export async function putPart(part: PlannedPart, uploader: Uploader): Promise<StrongRef | Trouble | BlobsGone | KeyTaken> {
  const { session, call } = uploader;
  const { recordKey: rkey, record } = part;
  const json = { repo: session.did, collection: POSTS, rkey, validate: true, record, swapRecord: null };
  const reply = await session.procedure({ name: "com.atproto.repo.putRecord", input: { json } });
  if (reply.kind === "ok") {
    const cid = textAt(reply.body, "cid");
    return cid === null
      ? { kind: "unknown", reason: "Bluesky: the response names no record." }
      : { uri: postUriOf(session.did, rkey), cid };
  }
  if (reply.kind !== "refused") return troubleOfWrite(reply, call.now());
  if (reply.error === "BlobNotFound") return { kind: "blobsGone", reason: "Bluesky no longer has the uploaded media." };
  if (reply.error === "InvalidSwap") return whoHasKey(part, uploader);
  // A key can happen to contain a word that the server forbids.
  if (reply.status === 400 && /\brecord key\b/iu.test(reply.message)) return { kind: "keyTaken" };
  return troubleOfWrite(reply, call.now());
}

/** Whether the record under one of our keys is the one we meant to write. */
export function isSameRecord(value: Json, record: JsonObject): boolean {
  return textAt(value, "createdAt") === textAt(record, "createdAt") && textAt(value, "text") === textAt(record, "text");
}

/** A key may belong to another delivery due at the same time (see `recordKey`), or to this one if edited since. */
async function whoHasKey(part: PlannedPart, uploader: Uploader): Promise<StrongRef | Trouble | KeyTaken> {
  const there = await readRecord(postUriOf(uploader.session.did, part.recordKey), uploader);
  if (there === "absent")
    return { kind: "busy", reason: "Bluesky: the record's key has just become free.", retryAfterSeconds: KEY_FREED_RETRY_SECONDS };
  if ("kind" in there) return troubleOfPreparation(there, uploader.call.now());
  return isSameRecord(there.value, part.record) ? { uri: there.uri, cid: there.cid } : { kind: "keyTaken" };
}
