import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { Call, OutgoingMedia } from "../../connectors/connector.ts";
import type { Json } from "../../connectors/json.ts";
import type { Trouble } from "../../connectors/signs.ts";
import { type Wait, wait } from "../../connectors/wait.ts";
import { serverDid, videoServiceOf } from "./addresses.ts";
import { troubleBeside, troubleOfPreparation } from "./errors.ts";
import { at, countAt, textAt } from "./json.ts";
import { mediaCheckpoint, type Uploaded, type Uploader, uploadBlob } from "./upload.ts";
import { procedure, query, type Refused } from "./xrpc.ts";

const TOKEN_SECONDS = 1800;
const UPLOAD_TIMEOUT_SECONDS = 900;
const CHECK_SECONDS = 3;
/** Processing takes up to ten minutes; the service has lost any job older than this. */
const JOB_SECONDS_MAX = 1800;
const JOB_RETRY_SECONDS = 60;
const LIMIT_RETRY_SECONDS = 3600;

/** https://github.com/bluesky-social/atproto/tree/main/lexicons/app/bsky/video, read in August 2026. */
const LIMIT_ERRORS = new Set(["DailyLimitExceeded", "TooManyOpenUploads", "ServiceOverloaded"]);
const FINAL_ERRORS = new Set(["VideoTooLarge", "VideoTooLong", "UploadForbidden"]);
/** Job failures that a retry cannot fix. */
const FINAL_FAILURES = new Set(["validation_failure", "encoding_failure", "pds_upload_unsupported_blob_size"]);

/**
 * The video's blob on the account's server. The video service processes it first, so that the post plays at once. If that
 * service does not accept it (a separate network, an unconfirmed e-mail address), the server gets the file directly and the
 * network processes it once the post exists.
 */
export async function videoBlob(item: OutgoingMedia, uploader: Uploader): Promise<Uploaded | Trouble | Wait> {
  const { checkpoint } = uploader.call;
  const known = checkpoint.get(mediaCheckpoint(item.id));
  const done = at(known, "blob");
  if (done !== undefined) return { blob: done };

  const step = textAt(known, "jobId") === null ? await startJob(item, uploader) : await followJob(known ?? null, item, uploader);
  if ("blob" in step) await checkpoint.set(mediaCheckpoint(item.id), { blob: step.blob });
  return step;
}

async function startJob(item: OutgoingMedia, { session, call }: Uploader): Promise<Uploaded | Trouble | Wait> {
  const now = call.now();
  const expiry = Math.floor(toEpochMilliseconds(now) / 1000) + TOKEN_SECONDS;
  // The service writes the file to the account's server, so the token's audience is that server.
  const token = await session.query({
    name: "com.atproto.server.getServiceAuth",
    parameters: [
      ["aud", serverDid(session.pds)],
      ["lxm", "com.atproto.repo.uploadBlob"],
      ["exp", String(expiry)],
    ],
  });
  const file = (await item.file()).slice(undefined, undefined, item.mime);
  if (token.kind === "refused") return refusedUpload(token, call) ?? uploadDirectly(item, file, { session, call });
  if (token.kind !== "ok") return troubleOfPreparation(token, call);

  const reply = await procedure(call, {
    base: videoServiceOf(call),
    name: "app.bsky.video.uploadVideo",
    parameters: [
      ["did", session.did],
      ["name", `${item.id}.${item.mime === MP4 ? "mp4" : "mov"}`],
    ],
    token: textAt(token.body, "token") ?? "",
    input: file,
    timeoutSeconds: UPLOAD_TIMEOUT_SECONDS,
  });
  if (reply.kind !== "ok" && reply.kind !== "refused") return troubleBeside(reply, call);
  // For a file it already has, the service responds with 409 and the job or the blob.
  const job = jobStatus(reply.body);
  if (at(job, "blob") !== undefined || textAt(job, "jobId") !== null) return judgeJob({ job, startedAt: now, item, call });
  if (reply.kind === "ok")
    return { kind: "busy", reason: "Bluesky: the video service's response names no job.", retryAfterSeconds: JOB_RETRY_SECONDS };
  return refusedUpload(reply, call) ?? uploadDirectly(item, file, { session, call });
}

const MP4 = "video/mp4";

/** The account's server takes MP4 alone; only the video service makes it of other files. */
async function uploadDirectly(item: OutgoingMedia, file: Blob, uploader: Uploader): Promise<Uploaded | Trouble> {
  if (item.mime === MP4) return uploadBlob(file, uploader);
  return {
    kind: "rejected",
    reason: `Bluesky's video service is not there for this account, and without it ${item.name} has to be an MP4.`,
  };
}

async function followJob(known: Json, item: OutgoingMedia, { call }: Uploader): Promise<Uploaded | Trouble | Wait> {
  const reply = await query(call, {
    base: videoServiceOf(call),
    name: "app.bsky.video.getJobStatus",
    parameters: [["jobId", textAt(known, "jobId") ?? ""]],
  });
  if (reply.kind !== "ok") {
    const trouble = troubleBeside(reply, call);
    // It is asked without the account's log-in.
    if (trouble.kind === "unauthorized") return { kind: "busy", reason: trouble.reason, retryAfterSeconds: JOB_RETRY_SECONDS };
    // A job that the service no longer knows is started again.
    return trouble.kind === "rejected" ? dropJob(trouble.reason, item, call) : trouble;
  }
  return judgeJob({ job: jobStatus(reply.body), startedAt: textAt(known, "startedAt") ?? call.now(), item, call });
}

interface Judged {
  readonly job: unknown;
  readonly startedAt: string;
  readonly item: OutgoingMedia;
  readonly call: Call;
}

/** A blob means success, whatever the state says. */
async function judgeJob({ job, startedAt, item, call }: Judged): Promise<Uploaded | Trouble | Wait> {
  const blob = at(job, "blob");
  if (blob !== undefined) return { blob };
  if (textAt(job, "state") === "JOB_STATE_FAILED") {
    const code = textAt(job, "failureCode") ?? "";
    const reason = `Bluesky could not process the video ${item.name}: ${textAt(job, "message") ?? textAt(job, "error") ?? code}`;
    // Whoever has the post tried again begins with another job.
    const dropped = await dropJob(reason, item, call);
    return FINAL_FAILURES.has(code) ? { kind: "rejected", reason } : dropped;
  }
  const ageSeconds = (toEpochMilliseconds(call.now()) - Date.parse(startedAt)) / 1000;
  if (ageSeconds > JOB_SECONDS_MAX) return dropJob(`Bluesky is still processing the video ${item.name}.`, item, call);
  const jobId = textAt(job, "jobId") ?? "";
  await call.checkpoint.set(mediaCheckpoint(item.id), { jobId, startedAt, progress: countAt(job, "progress") });
  return wait(CHECK_SECONDS);
}

async function dropJob(reason: string, item: OutgoingMedia, call: Call): Promise<Trouble> {
  await call.checkpoint.set(mediaCheckpoint(item.id), null);
  return { kind: "busy", reason, retryAfterSeconds: JOB_RETRY_SECONDS };
}

/** The outcome that ends the attempt; null if the server itself may still accept the file. */
function refusedUpload(refused: Refused, call: Call): Trouble | null {
  const name = textAt(jobStatus(refused.body), "error") ?? refused.error;
  const reason = `Bluesky: ${refused.message === "" ? name : refused.message}`;
  if (LIMIT_ERRORS.has(name)) return { kind: "busy", reason, retryAfterSeconds: LIMIT_RETRY_SECONDS };
  if (FINAL_ERRORS.has(name)) return { kind: "rejected", reason };
  if (refused.status !== 429 && (refused.status < 500 || refused.status === 501)) return null;
  return troubleBeside(refused, call);
}

/** The service sends it both bare and inside `jobStatus`. */
function jobStatus(body: unknown): unknown {
  return at(body, "jobStatus") ?? body;
}
