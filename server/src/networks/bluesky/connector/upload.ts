import type { Call } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import type { Trouble } from "../../connectors/signs.ts";
import { troubleOfPreparation } from "./errors.ts";
import { at } from "./json.ts";
import type { Session } from "./session.ts";

const UPLOAD_TIMEOUT_SECONDS = 300;
const INCOMPLETE_RETRY_SECONDS = 60;

export interface Uploader {
  readonly session: Session;
  readonly call: Call;
}

/** The account's server's reference to a file, which goes into a record unchanged. */
export interface Uploaded {
  readonly blob: Json;
}

/** Uploads a file to the account's server, which keeps it for some hours even if no record refers to it. */
export async function uploadBlob(file: Blob, uploader: Uploader): Promise<Uploaded | Trouble> {
  return uploadedIn(await sendBlob(file, uploader), uploader);
}

type Reply = Awaited<ReturnType<Session["procedure"]>>;

export function sendBlob(file: Blob, { session }: Pick<Uploader, "session">): Promise<Reply> {
  return session.procedure({ name: "com.atproto.repo.uploadBlob", input: file, timeoutSeconds: UPLOAD_TIMEOUT_SECONDS });
}

/** What the answer to an upload says. */
export function uploadedIn(reply: Reply, { call }: Pick<Uploader, "call">): Uploaded | Trouble {
  if (reply.kind !== "ok") return troubleOfPreparation(reply, call);
  const blob = at(reply.body, "blob");
  return blob === undefined
    ? { kind: "busy", reason: "Bluesky: the response to the upload names no file.", retryAfterSeconds: INCOMPLETE_RETRY_SECONDS }
    : { blob };
}

/** Name of the checkpoint for one file's upload; its value is null once the server has dropped the file. */
export function mediaCheckpoint(mediaId: string): string {
  return `media-${mediaId}`;
}
