import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { OutgoingMedia, PublishOutcome } from "../../connectors/connector.ts";
import { coverOf } from "../../connectors/cover.ts";
import { sendPicture } from "../../connectors/pictures.ts";
import { IdForm } from "../../connectors/reply.ts";
import { secondsFor } from "../../connectors/sending.ts";
import { busy } from "../../connectors/signs.ts";
import { ask, type Server } from "./api.ts";
import { isTooLarge, reasonOf, uploadOutcomeOf } from "./errors.ts";
import type { Limits } from "./limits.ts";
import { imageTypes, type Part } from "./plan.ts";
import type { Progress, Uploaded } from "./progress.ts";

/** Pauses between polls of a file being transcoded; after the last one, a later `check` takes over. */
export const PROCESSING_PAUSES_SECONDS = [1, 2, 3, 5, 5, 5, 5, 5] as const;
const CHECK_AFTER_SECONDS = 10;
export const UPLOAD_AGAIN_SECONDS = 5;

const Media = z.object({ id: IdForm });

export interface Upload {
  readonly server: Server;
  readonly progress: Progress;
  readonly limits: Limits;
  readonly part: Part;
  readonly name: string;
}

/** Why a part's files are not ready. */
export type FilesOutcome =
  | Exclude<PublishOutcome, { kind: "published" | "handedOver" | "pending" }>
  | { readonly kind: "processing"; readonly checkAfterSeconds: number }
  /** The instance did not report the processing state. */
  | Extract<PublishOutcome, { kind: "notAsked" | "lost" }>;

/**
 * Uploads the files of a part, each exactly once, and waits for those that are being transcoded.
 * Returns null once all are ready, else the attempt's outcome. Nobody sees uploads, so a failure here is never `unknown`.
 */
export async function bringFiles(upload: Upload, pauses: readonly number[] = PROCESSING_PAUSES_SECONDS): Promise<FilesOutcome | null> {
  for (const [index, file] of upload.part.media.entries()) {
    if (upload.progress.uploaded(upload.name, index) !== null) continue;
    const result = await send(upload, file);
    if ("kind" in result) return result;
    await upload.progress.setUploaded(upload.name, index, result);
  }
  for (const index of upload.part.media.keys()) {
    const outcome = await untilReady(upload, index, pauses);
    if (outcome !== null) return outcome;
  }
  return null;
}

async function send({ server, limits }: Upload, file: OutgoingMedia): Promise<Uploaded | FilesOutcome> {
  const demand = { types: imageTypes(limits), maxBytes: limits.imageBytes, maxPixels: limits.imagePixels };
  const cover = await coverOf(file, demand);
  const answer = file.mime.startsWith("video/")
    ? await post(server, { file, cover, content: await file.file(nameFor(file.mime)) })
    : await sendPicture(
        file,
        { network: "this Mastodon instance", demand, takesGifs: true },
        { send: (picture) => post(server, { file, cover, content: picture.file }), isTooLarge },
      );
  if (answer.kind === "rejected") return answer;
  if (answer.kind !== "ok") return uploadOutcomeOf(answer, server.call);
  const media = Media.safeParse(answer.body);
  if (!media.success) return busy("Mastodon: the response to an upload names no file", UPLOAD_AGAIN_SECONDS);
  return { id: media.data.id, isReady: answer.status !== 202 };
}

interface Sending {
  readonly file: OutgoingMedia;
  readonly cover: File | null;
  readonly content: File;
}

async function post(server: Server, { file, cover, content }: Sending): Promise<Awaited<ReturnType<typeof ask>>> {
  const form = new FormData();
  form.set("file", content);
  if (file.alt?.trim()) form.set("description", file.alt);
  if (cover !== null) form.set("thumbnail", cover);
  const timeoutSeconds = secondsFor(content.size);
  const at = (path: string) => ask(server, { method: "POST", path, form, timeoutSeconds });
  const current = await at("/api/v2/media");
  // Servers before 3.1.3 only have the synchronous endpoint.
  return current.kind === "refused" && current.status === 404 ? at("/api/v1/media") : current;
}

function nameFor(mime: string): string {
  return `upload.${mime.split("/")[1]}`;
}

async function untilReady({ server, progress, name }: Upload, index: number, pauses: readonly number[]): Promise<FilesOutcome | null> {
  const media = progress.uploaded(name, index);
  if (media === null || media.isReady) return null;
  let silence: { readonly reason: string; readonly retryAfterSeconds: number } | null = null;
  for (const pauseSeconds of [0, ...pauses]) {
    if (pauseSeconds > 0 && !(await paused(pauseSeconds, server.call.signal))) break;
    const answer = await ask(server, { method: "GET", path: `/api/v1/media/${encodeURIComponent(media.id)}` });
    if (answer.kind === "ok" && answer.status !== 206) {
      await progress.setUploaded(name, index, { id: media.id, isReady: true });
      return null;
    }
    silence = answer.kind === "ok" ? null : { reason: reasonOf(answer), retryAfterSeconds: CHECK_AFTER_SECONDS };
    if (answer.kind !== "refused" || answer.status >= 500) continue;
    if (answer.status === 404 && answer.message !== null) {
      await progress.setUploaded(name, index, null);
      return { kind: "lost", reason: "Mastodon: an uploaded file is gone and will be uploaded again" };
    }
    if (answer.status === 422) {
      // Whoever has the post tried again uploads it anew.
      await progress.setUploaded(name, index, null);
      return { kind: "rejected", reason: reasonOf(answer) };
    }
    const outcome = uploadOutcomeOf(answer, server.call);
    if (outcome.kind !== "busy") return outcome;
    silence = outcome;
    break;
  }
  if (silence === null) return { kind: "processing", checkAfterSeconds: CHECK_AFTER_SECONDS };
  return { kind: "notAsked", reason: silence.reason, retryAfterSeconds: silence.retryAfterSeconds };
}

/** Returns false if the service stops meanwhile. */
async function paused(seconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(seconds * 1000, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
