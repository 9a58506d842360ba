import { randomBytes } from "node:crypto";
import type { FastifyReply } from "fastify";
import { faultOn } from "../../sandbox/faults.ts";
import { expiryOf } from "../../sandbox/kit/processing.ts";
import { useQuota } from "../../sandbox/kit/quotas.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { type Asked, type Call, partsOf, requireChannel, spend } from "./calls.ts";
import { metadataIn } from "./metadata.ts";
import { find, insert, LIST_MAX, list, type Stored, sessionUrl } from "./model.ts";
import { newVideoId, UPLOADING } from "./people.ts";
import { channelLimitReached, invalidParameter, refusal } from "./refusals.ts";
import { VIDEO_PARTS } from "./video-view.ts";

const FILE_BYTES_MAX = 256 * 1024 ** 3;
const DAY_SECONDS = 86_400;

/**
 * Opening a resumable upload. The video does not exist before its last byte is there.
 * https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol (2026-03). The second path is what Google's
 * description of the API names.
 */
export const UPLOAD_CALL: Call = {
  method: "POST",
  name: "videos.insert",
  paths: ["/upload/upload/youtube/v3/videos", "/upload/resumable/upload/youtube/v3/videos"],
  scopes: UPLOADING,
  cost: null,
  answer: open,
};

/** A session that still takes bytes or answers; null if it is over or lost. */
export async function findSession(world: SandboxWorld, id: string): Promise<Stored<"session"> | null> {
  const session = await find(world, "session", id);
  return session === null || session.lost || session.ends_at <= world.now() ? null : session;
}

/** What it has received, in order. */
export async function piecesOf(world: SandboxWorld, session: Pick<Stored<"session">, "id">): Promise<Stored<"piece">[]> {
  const pieces = await list(world, "piece", { where: { session: session.id }, limit: LIST_MAX });
  return pieces.sort((a, b) => a.offset - b.offset);
}

async function open(asked: Asked, reply: FastifyReply): Promise<unknown> {
  const { world, request, settings, caller, query } = asked;
  const { clientId } = caller;
  if (settings.uploads_count_at === "opening") await spend(world, request, { clientId, cost: { bucket: "uploads" }, settings });
  const channel = requireChannel(asked);
  if (query.get("uploadType") !== "resumable") throw invalidParameter("uploadType", "This sandbox takes resumable uploads alone.");
  const parts = partsOf(asked, VIDEO_PARTS);
  const metadata = metadataIn(request.body, { parts, world, settings });
  const size = sizeIn(request.headers["x-upload-content-length"]);
  requireType(request.headers["x-upload-content-type"]);
  await useChannelLimit(asked, channel.id);
  const failing = faultOn(request, "processing-fails");
  const session: Stored<"session"> = {
    id: randomBytes(24).toString("base64url"),
    createdAt: world.now(),
    channel_id: channel.id,
    client_id: clientId,
    size,
    parts,
    metadata,
    notifies: query.get("notifySubscribers") !== "false",
    video_id: newVideoId(),
    ends_at: expiryOf(world, request, settings.session_seconds),
    lost: faultOn(request, "upload-lost") !== null,
    broken: false,
    processing: {
      seconds: (failing ?? faultOn(request, "processing"))?.seconds ?? settings.processing_seconds,
      fails: failing !== null,
    },
  };
  const { id, createdAt: _createdAt, ...fields } = session;
  await insert(world, "session", id, fields);
  return reply.status(200).header("location", sessionUrl(world, session)).header("x-guploader-uploadid", id).send();
}

async function useChannelLimit({ world, request, settings }: Asked, channelId: string): Promise<void> {
  const total = settings.channel_uploads_a_day;
  if (total === null) return;
  if (!(await useQuota(world, request, { name: `uploads ${channelId}`, total, seconds: DAY_SECONDS }))) throw channelLimitReached();
}

function sizeIn(header: string | string[] | undefined): number | null {
  if (header === undefined) return null;
  if (typeof header !== "string" || !/^\d{1,15}$/.test(header)) {
    throw invalidParameter("X-Upload-Content-Length", "The length of the upload is not a number.");
  }
  const size = Number(header);
  if (size > FILE_BYTES_MAX) throw refusal({ code: 413, reason: "uploadTooLarge", message: "The file is too large." });
  return size;
}

function requireType(header: string | string[] | undefined): void {
  const type = String(header ?? "application/octet-stream");
  if (/^(video\/[\w.+-]+|application\/octet-stream)$/.test(type)) return;
  const message = `Media type '${type}' is not supported. Valid media types: [video/*, application/octet-stream]`;
  throw refusal({ code: 400, reason: "badContent", message });
}
