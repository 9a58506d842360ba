import type { FastifyInstance, FastifyReply } from "fastify";
import { GoogleRefusal } from "../../sandbox/google/refusals.ts";
import { processingState } from "../../sandbox/kit/processing.ts";
import { useQuota } from "../../sandbox/kit/quotas.ts";
import { takeRawBodies } from "../../sandbox/kit/uploads.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { mimeOf, pictureOf } from "../../sandbox/uploaded.ts";
import { type Asked, type Call, etagOf, mountCall, requireChannel } from "./calls.ts";
import { find, put, type Stored, thumbnailUrl } from "./model.ts";
import { UPLOADING } from "./people.ts";
import { FORBIDDEN, missingParameter, notFound, refusal } from "./refusals.ts";
import { isShort } from "./videos.ts";

/** Since 14 September 2026. https://developers.google.com/youtube/v3/docs/thumbnails/set (2026-09) */
const BYTES_MAX = 52_428_800;
const TYPES = ["image/jpeg", "image/png"];
const DAY_SECONDS = 86_400;
const SIZES = { default: [120, 90], medium: [320, 180], high: [480, 360] } as const;

export const THUMBNAIL_CALL: Call = {
  method: "POST",
  name: "thumbnails.set",
  paths: ["/upload/upload/youtube/v3/thumbnails/set", "/upload/resumable/upload/youtube/v3/thumbnails/set"],
  scopes: UPLOADING,
  cost: { bucket: "units", units: 50 },
  answer: setThumbnail,
};

export function thumbnailRoutes(parent: FastifyInstance, world: SandboxWorld): void {
  parent.register(async (scope) => {
    takeRawBodies(scope);
    mountCall(scope, world, THUMBNAIL_CALL);
  });
}

/** The sizes in which a thumbnail can be had; an own one also as it was uploaded. */
export function thumbnailsOf(world: SandboxWorld, videoId: string, own: Stored<"thumbnail"> | null): Record<string, unknown> {
  const url = thumbnailUrl(world, videoId);
  const usual = Object.entries(SIZES).map(([name, [width, height]]) => [name, { url, width, height }] as const);
  return { ...Object.fromEntries(usual), ...(own === null ? {} : { maxres: { url, width: own.width, height: own.height } }) };
}

/** Replaces an earlier one. A Short takes it only once it has been processed; before, nothing is said and nothing is done. */
async function setThumbnail(asked: Asked, reply: FastifyReply): Promise<unknown> {
  const { world, settings, request, query } = asked;
  const channel = requireChannel(asked);
  const videoId = query.get("videoId");
  if (videoId === null || videoId === "") throw missingParameter("videoId");
  const video = await find(world, "video", videoId);
  if (video === null) throw notFound("video", "videoId");
  if (video.channel_id !== channel.id || !settings.verified) throw new GoogleRefusal(FORBIDDEN);
  await useChannelLimit(asked, channel.id);
  const thumbnail = await pictureIn(request.body);
  const isEarly = isShort(video) && processingState(world, video.processing) === "processing";
  if (!isEarly) {
    const { bytes, ...facts } = thumbnail;
    const file = `thumbnail ${video.id}`;
    await world.objects.putBytes(file, bytes);
    await put(world, "thumbnail", video.id, { ...facts, file });
  }
  const items = [thumbnailsOf(world, video.id, await find(world, "thumbnail", video.id))];
  return reply.send({ kind: "youtube#thumbnailSetResponse", etag: etagOf(items), items });
}

async function useChannelLimit({ world, request, settings }: Asked, channelId: string): Promise<void> {
  const quota = { name: `thumbnails ${channelId}`, total: settings.thumbnails_a_day, seconds: DAY_SECONDS };
  if (await useQuota(world, request, quota)) return;
  const message = "The channel has uploaded too many thumbnails recently. Please try the request again later.";
  throw refusal({ code: 429, reason: "uploadRateLimitExceeded", message, domain: "youtube.thumbnail" });
}

async function pictureIn(body: unknown): Promise<{ bytes: Buffer; mime: string; width: number; height: number }> {
  if (!Buffer.isBuffer(body) || body.byteLength === 0) throw wrong("mediaBodyRequired", "The request does not include the image content.");
  if (body.byteLength > BYTES_MAX) throw refusal({ code: 413, reason: "uploadTooLarge", message: "The image is too large." });
  const mime = await mimeOf(body);
  const picture = TYPES.includes(mime) ? await pictureOf(body) : null;
  if (picture === null) throw wrong("invalidImage", "The provided image content is invalid.");
  return { bytes: body, mime, width: picture.width, height: picture.height };
}

function wrong(reason: string, message: string): GoogleRefusal {
  return refusal({ code: 400, reason, message, domain: "youtube.thumbnail", location: "body", locationType: "other" });
}
