import type { Json } from "../../connectors/json.ts";
import type { Trouble } from "../../connectors/signs.ts";
import { POSTS, splitUri } from "./addresses.ts";
import { troubleOfPreparation } from "./errors.ts";
import { at, textAt } from "./json.ts";
import type { Uploader } from "./upload.ts";
import { query, type Reply } from "./xrpc.ts";

/** What replies refer to: the record's address and the hash of its content. */
export type StrongRef = { readonly uri: string; readonly cid: string };

export interface StoredRecord extends StrongRef {
  readonly value: Json;
}

/** Reads the record from the account's server, without a session: `absent` is certain. */
export async function readRecord(
  uri: string,
  { session, call }: Uploader,
): Promise<StoredRecord | "absent" | Exclude<Reply, { kind: "ok" }>> {
  const { did, recordKey } = splitUri(uri);
  const parameters = Object.entries({ repo: did, collection: POSTS, rkey: recordKey });
  const reply = await query(call, { base: session.pds, name: "com.atproto.repo.getRecord", parameters });
  if (reply.kind === "refused" && reply.error === "RecordNotFound") return "absent";
  if (reply.kind !== "ok") return reply;
  const cid = textAt(reply.body, "cid");
  const value = at(reply.body, "value");
  return cid === null || value === undefined ? { kind: "lost", reason: "the record is incomplete" } : { uri, cid, value };
}

/** The `reply` member of a reply to the post. A reply to a reply keeps the thread's root. */
export async function replyTo(uri: string, uploader: Uploader): Promise<{ readonly reply: Json } | Trouble> {
  const post = await readRecord(uri, uploader);
  if (post === "absent") return { kind: "rejected", reason: "The post is no longer on Bluesky." };
  if ("kind" in post) return troubleOfPreparation(post, uploader.call);
  const parent = { uri: post.uri, cid: post.cid };
  return { reply: { root: at(post.value, "reply", "root") ?? parent, parent } };
}
