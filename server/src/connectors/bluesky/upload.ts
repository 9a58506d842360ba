import type { Call, Json } from "../connector.ts";
import { type Trouble, troubleOfPreparation } from "./errors.ts";
import { at } from "./json.ts";
import type { Session } from "./session.ts";

const UPLOAD_TIMEOUT_SECONDS = 300;
const INCOMPLETE_RETRY_SECONDS = 60;

export interface Uploader {
  readonly session: Session;
  readonly call: Call;
}

/** A file as the account's server names it; it goes into a record unchanged. */
export interface Uploaded {
  readonly blob: Json;
}

/** Sends a file to the account's server, which keeps it for hours when no record comes to refer to it. */
export async function uploadBlob(file: { bytes: Uint8Array; mime: string }, { session, call }: Uploader): Promise<Uploaded | Trouble> {
  const reply = await session.procedure({ name: "com.atproto.repo.uploadBlob", input: file, timeoutSeconds: UPLOAD_TIMEOUT_SECONDS });
  if (reply.kind !== "ok") return troubleOfPreparation(reply, call.now());
  const blob = at(reply.body, "blob");
  return blob === undefined
    ? { kind: "busy", reason: "Bluesky: the upload's answer names no file.", retryAfterSeconds: INCOMPLETE_RETRY_SECONDS }
    : { blob };
}

/** Checkpoint that holds what became of one medium's upload; null once the server has dropped the file. */
export function mediaCheckpoint(mediaId: string): string {
  return `media-${mediaId}`;
}
