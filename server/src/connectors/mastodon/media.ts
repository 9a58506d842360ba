import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type CheckOutcome, type ImageDemand, type OutgoingMedia, type PublishOutcome, unreadable } from "../connector.ts";
import { coverOf } from "../cover.ts";
import { IdForm } from "../reply.ts";
import { ask, type Server } from "./api.ts";
import { busy, reasonOf, uploadOutcomeOf } from "./errors.ts";
import type { Limits } from "./limits.ts";
import { imageTypes, type Part } from "./plan.ts";
import type { Progress, Uploaded } from "./progress.ts";

/** Pauses between polls of a file being transcoded; after the last one, a later `check` takes over. */
export const PROCESSING_PAUSES_SECONDS = [1, 2, 3, 5, 5, 5, 5, 5] as const;
const CHECK_AFTER_SECONDS = 10;
export const UPLOAD_AGAIN_SECONDS = 5;
const UPLOAD_SECONDS_MIN = 60;
/** The slowest connection on which an upload still completes. */
const UPLOAD_BYTES_PER_SECOND = 100_000;

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
  | Exclude<PublishOutcome, { kind: "pending" }>
  | { readonly kind: "processing"; readonly checkAfterSeconds: number }
  /** The instance did not report the processing state. */
  | Extract<CheckOutcome, { kind: "notAsked" | "lost" }>;

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
  const content = await contentOf(file, limits);
  if ("kind" in content) return content;
  const form = new FormData();
  form.set("file", content.file);
  if (file.alt?.trim()) form.set("description", file.alt);
  const cover = await coverOf(file, demandOf(limits));
  if (cover !== null) form.set("thumbnail", cover);
  const timeoutSeconds = UPLOAD_SECONDS_MIN + Math.ceil(content.file.size / UPLOAD_BYTES_PER_SECOND);
  const post = (path: string) => ask(server, { method: "POST", path, form, timeoutSeconds });
  const current = await post("/api/v2/media");
  // Servers before 3.1.3 only have the synchronous endpoint.
  const answer = current.kind === "refused" && current.status === 404 ? await post("/api/v1/media") : current;
  if (answer.kind !== "ok") return uploadOutcomeOf(answer, server.call.now());
  const media = Media.safeParse(answer.body);
  if (!media.success) return busy("Mastodon: the response to an upload names no file", UPLOAD_AGAIN_SECONDS);
  return { id: media.data.id, isReady: answer.status !== 202 };
}

function demandOf(limits: Limits): ImageDemand {
  return { types: imageTypes(limits), maxBytes: limits.imageBytes, maxPixels: limits.imagePixels };
}

async function contentOf(file: OutgoingMedia, limits: Limits): Promise<{ readonly file: File } | FilesOutcome> {
  // Converting a GIF to another type would lose its animation.
  const isMoving = file.mime === "image/gif" && file.sizeBytes <= limits.imageBytes;
  if (file.mime.startsWith("video/") || isMoving) return { file: await file.file(nameFor(file.mime)) };
  const image = await file.image(demandOf(limits));
  if (image === "unreadable") return unreadable(file);
  if (image !== null) return { file: new File([new Uint8Array(image.bytes)], nameFor(image.mime), { type: image.mime }) };
  return {
    kind: "rejected",
    reason: `The image ${file.name} cannot be made to fit the ${limits.imageBytes} bytes that this Mastodon instance takes.`,
  };
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
    const outcome = uploadOutcomeOf(answer, server.call.now());
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
