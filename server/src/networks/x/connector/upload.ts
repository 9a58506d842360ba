import { addSeconds, type Instant, secondsBetween } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { OutgoingMedia } from "../../connectors/connector.ts";
import { hasTooManyBytes, sendPicture } from "../../connectors/pictures.ts";
import { secondsFor } from "../../connectors/sending.ts";
import { busy } from "../../connectors/signs.ts";
import { wait } from "../../connectors/wait.ts";
import { type Answer, ask, type Failure } from "./api.ts";
import { reasonOf, stopAfter } from "./errors.ts";
import { isGif } from "./plan.ts";
import { ALT_TEXT_PRICE } from "./prices.ts";
import type { Upload } from "./progress.ts";
import { ALT_TYPES } from "./unverified.ts";
import type { Halt, Work } from "./work.ts";

/** https://docs.x.com/x-api/media/quickstart/best-practices and https://docs.x.com/x-api/media/introduction (2026-08). */
const IMAGE_DEMAND = { types: ["image/jpeg", "image/png", "image/webp"], maxBytes: 5_000_000 };
const PART_BYTES = 4_000_000;
const PROCESSING_SECONDS_MAX = 900;
const CHECK_SECONDS_DEFAULT = 5;
const CHECK_SECONDS_MAX = 60;
/** Longer than X keeps any upload. */
const EXPIRY_SECONDS_MAX = 7 * 86_400;
export const RESTART_SECONDS = 60;
/** A file that ends sooner than this might end before its post is made. */
const REMAINING_SECONDS_MIN = 600;

const Processing = z.object({
  state: z.string(),
  check_after_secs: z.number().nullish(),
  error: z.object({ message: z.string().nullish() }).nullish(),
});
const Media = z.object({
  data: z.object({
    id: z.string().regex(/^\d{1,19}$/),
    media_key: z.string().nullish(),
    expires_after_secs: z.number().nullish(),
    processing_info: Processing.nullish(),
  }),
});
type Media = z.output<typeof Media>["data"];
const Status = z.object({ data: z.object({ processing_info: Processing.nullish() }) });

/**
 * Uploads the files of a post and waits until X has processed them; null once all are ready. Nobody sees uploads, so everything here
 * may be repeated.
 */
export async function bringFiles(work: Work): Promise<Halt | null> {
  const { progress, piece, server } = work;
  for (const [index, file] of piece.media.entries()) {
    const upload = progress.upload(piece.name, index);
    if (upload !== null && isOver(upload, server.reach.now())) await progress.setUpload(piece.name, index, null);
    const halt = (await bringFile({ ...work, file, index })) ?? (await describe({ ...work, file, index }));
    if (halt !== null) return halt;
  }
  return null;
}

interface FileWork extends Work {
  readonly file: OutgoingMedia;
  readonly index: number;
}

function isOver({ endsAt }: Upload, now: Instant): boolean {
  return endsAt !== null && endsAt < addSeconds(now, REMAINING_SECONDS_MIN);
}

async function bringFile(work: FileWork): Promise<Halt | null> {
  const { progress, piece, index, file } = work;
  const upload = progress.upload(piece.name, index);
  switch (upload?.state) {
    case "ready":
      return null;
    case "sending":
      return sendParts(work, upload);
    case "processing":
      return checkProcessing(work, upload);
    case undefined:
      return file.mime.startsWith("video/") || isGif(file) ? begin(work) : bringPicture(work);
  }
}

async function bringPicture(work: FileWork): Promise<Halt | null> {
  const { server, file } = work;
  const send = ({ file: picture }: { readonly file: File }) => {
    const form = new FormData();
    form.set("media_category", "tweet_image");
    form.set("media", picture);
    return ask(server, { method: "POST", path: "/2/media/upload", form, timeoutSeconds: secondsFor(picture.size) });
  };
  const answer = await sendPicture(file, { network: "X", demand: IMAGE_DEMAND }, { send, isTooLarge: hasTooManyBytes });
  return answer.kind === "rejected" ? answer : keep(work, answer, { parts: 1, stateWithoutProcessing: "ready" });
}

/** In parts, as X asks for videos and GIFs: https://docs.x.com/x-api/media/quickstart/media-upload-chunked (2026-08). */
async function begin(work: FileWork): Promise<Halt | null> {
  const { server, file, progress, piece, index } = work;
  const { size } = await file.file();
  const json = { media_type: file.mime, media_category: isGif(file) ? "tweet_gif" : "tweet_video", total_bytes: size };
  const answer = await ask(server, { method: "POST", path: "/2/media/upload/initialize", json });
  const halt = await keep(work, answer, { parts: 0, stateWithoutProcessing: "sending" });
  const upload = progress.upload(piece.name, index);
  return halt ?? (upload === null ? wait(RESTART_SECONDS) : sendParts(work, upload));
}

async function sendParts(work: FileWork, begun: Upload): Promise<Halt | null> {
  const { server, file, progress, piece, index } = work;
  const whole = await file.file();
  for (let part = begun.parts; part * PART_BYTES < whole.size; part += 1) {
    const form = new FormData();
    form.set("segment_index", String(part));
    form.set("media", whole.slice(part * PART_BYTES, (part + 1) * PART_BYTES));
    const path = `/2/media/upload/${begun.media}/append`;
    const answer = await ask(server, { method: "POST", path, form, timeoutSeconds: secondsFor(PART_BYTES), reads: "status" });
    if (answer.kind !== "ok") return lost(work, answer);
    await progress.setUpload(piece.name, index, { ...begun, parts: part + 1 });
  }
  const answer = await ask(server, { method: "POST", path: `/2/media/upload/${begun.media}/finalize`, json: {} });
  const parts = Math.ceil(whole.size / PART_BYTES);
  return answer.kind === "ok" ? keep(work, answer, { parts, stateWithoutProcessing: "ready" }) : lost(work, answer);
}

async function checkProcessing(work: FileWork, upload: Upload): Promise<Halt | null> {
  const { server, progress, piece, index, file } = work;
  const query = { command: "STATUS", media_id: upload.media };
  const answer = await ask(server, { method: "GET", path: "/2/media/upload", query });
  if (answer.kind !== "ok") return lost(work, answer);
  const status = Status.safeParse(answer.body);
  if (!status.success) return wait(CHECK_SECONDS_DEFAULT);
  const info = status.data.data.processing_info;
  if (info == null || info.state === "succeeded") {
    await progress.setUpload(piece.name, index, { ...upload, state: "ready" });
    return null;
  }
  if (info.state === "failed") {
    // Whoever has it tried again wants another upload.
    await progress.setUpload(piece.name, index, null);
    const why = info.error?.message?.slice(0, 300) ?? "it gives no reason";
    return { kind: "rejected", reason: `X could not process the file ${file.name}: ${why.replace(/\.$/, "")}.` };
  }
  const age = secondsBetween(upload.begunAt, server.reach.now());
  if (age > PROCESSING_SECONDS_MAX) return restart(work, `X is still processing the file ${file.name}.`);
  // X asks for a second at first; the longer it takes, the longer the pauses.
  return wait(Math.max(checkSeconds(info.check_after_secs), Math.min(CHECK_SECONDS_MAX, age / 4)));
}

/** A refusal in the middle of an upload says that this upload is over, not that the file is refused. */
async function lost(work: FileWork, failure: Failure): Promise<Halt> {
  if (failure.kind === "refused" && (failure.status === 404 || failure.status === 400)) return restart(work, reasonOf(failure));
  return stopAfter(failure, work.server.reach);
}

async function restart(work: FileWork, reason: string): Promise<Halt> {
  await work.progress.setUpload(work.piece.name, work.index, null);
  return busy(reason, RESTART_SECONDS);
}

/** Stores what X answered about an upload, before anything else is asked. */
async function keep(
  work: FileWork,
  answer: Answer,
  { parts, stateWithoutProcessing }: { parts: number; stateWithoutProcessing: "sending" | "ready" },
): Promise<Halt | null> {
  const { server, progress, piece, index, file } = work;
  const now = server.reach.now();
  if (answer.kind !== "ok") return stopAfter(answer, server.reach);
  const media = Media.safeParse(answer.body);
  if (!media.success) return busy("X: the response to an upload names no file.", RESTART_SECONDS);
  const earlier = progress.upload(piece.name, index);
  const info = media.data.data.processing_info;
  const isBusy = info != null && info.state !== "succeeded";
  const alt = file.alt?.trim() && ALT_TYPES.test(file.mime) ? "due" : "set";
  const state = isBusy ? "processing" : stateWithoutProcessing;
  // Of the processing once it has begun, however long the upload took.
  const begunAt = earlier === null || earlier.state !== state ? now : earlier.begunAt;
  const ids = idsOf(media.data.data, now);
  // Each answer to an upload may leave out what an earlier one has said.
  const key = ids.key ?? (earlier?.media === ids.media ? earlier.key : null);
  await progress.setUpload(piece.name, index, { ...ids, key, begunAt, parts, state, alt });
  return isBusy ? wait(checkSeconds(info.check_after_secs)) : null;
}

/** The network may say any number. */
function checkSeconds(asked: number | null | undefined): number {
  return Math.min(CHECK_SECONDS_MAX, Math.max(1, asked ?? CHECK_SECONDS_DEFAULT));
}

function idsOf({ id, media_key: key, expires_after_secs: seconds }: Media, now: Instant): Pick<Upload, "media" | "key" | "endsAt"> {
  return { media: id, key: key ?? null, endsAt: seconds == null ? null : addSeconds(now, Math.min(EXPIRY_SECONDS_MAX, seconds)) };
}

/** An alternative text that cannot be set does not stop the post. */
async function describe({ server, call, progress, piece, file, index }: FileWork): Promise<Halt | null> {
  const upload = progress.upload(piece.name, index);
  if (upload?.alt !== "due" || !file.alt?.trim()) return null;
  const hold = await call.spend(ALT_TEXT_PRICE);
  if (hold !== null) return hold;
  const json = { id: upload.media, metadata: { alt_text: { text: file.alt } } };
  const answer = await ask(server, { method: "POST", path: "/2/media/metadata", json, reads: "status" });
  if (answer.kind === "unreached") return stopAfter(answer, server.reach);
  await progress.setUpload(piece.name, index, { ...upload, alt: answer.kind === "ok" ? "set" : "failed" });
  return null;
}
