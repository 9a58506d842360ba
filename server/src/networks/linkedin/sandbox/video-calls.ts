import type { FastifyReply } from "fastify";
import { z } from "zod";
import { beginProcessing, type Processing } from "../../sandbox/kit/processing.ts";
import { finishUpload } from "../../sandbox/kit/uploads.ts";
import { takeFile } from "./assets.ts";
import type { Visit } from "./caller.ts";
import { POSTING } from "./caller.ts";
import { find, insert } from "./model.ts";
import { badInput } from "./refusals.ts";
import { readBody } from "./restli.ts";
import { actionOf, expiryOf, Owner, openAsset, ownAsset, partUrl, thumbnailUploadUrl, unknownAction } from "./uploads.ts";
import { assetUrn } from "./urns.ts";

const BYTES_MAX = 500_000_000;

const Begin = z.strictObject({
  initializeUploadRequest: z.strictObject({
    owner: Owner,
    fileSizeBytes: z.int().max(BYTES_MAX),
    uploadCaptions: z.literal(false).optional(),
    uploadThumbnail: z.boolean().optional(),
  }),
});
const Finish = z.strictObject({
  finalizeUploadRequest: z.strictObject({ video: z.string(), uploadToken: z.string(), uploadedPartIds: z.array(z.string()) }),
});

/**
 * `POST /rest/videos`: where to send which parts, or the end of that.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api (2024-05)
 */
export async function beginOrFinishVideo(visit: Visit): Promise<unknown> {
  const action = actionOf(visit);
  if (action === "initializeUpload") return beginVideo(visit);
  if (action === "finalizeUpload") return finishVideo(visit);
  throw unknownAction(action);
}

async function beginVideo(visit: Visit): Promise<unknown> {
  const { owner, fileSizeBytes: size, uploadThumbnail = false } = readBody(visit.request, Begin).initializeUploadRequest;
  if (size < visit.settings.video_bytes_min) {
    const field = "/initializeUploadRequest/fileSizeBytes";
    throw badInput({ code: "INVALID_FILE_SIZE", description: "The video is too small", field }, 400);
  }
  const parts = partsOf(size, visit.settings.part_bytes);
  const asset = await openAsset(visit, { kind: "video", owner, parts });
  if (uploadThumbnail) await insert(visit.world, "thumbnail", asset.id, { mime: null });
  return {
    value: {
      ...(uploadThumbnail ? { thumbnailUploadUrl: thumbnailUploadUrl(visit.world, asset) } : {}),
      uploadUrlsExpireAt: expiryOf(asset),
      video: assetUrn(asset),
      uploadToken: asset.upload_token,
      uploadInstructions: parts.map(({ first, last }, index) => ({
        uploadUrl: partUrl(visit.world, asset, index),
        firstByte: first,
        lastByte: last,
      })),
    },
  };
}

async function finishVideo(visit: Visit): Promise<FastifyReply> {
  const { world, request, reply, settings } = visit;
  const { video, uploadToken, uploadedPartIds } = readBody(request, Finish).finalizeUploadRequest;
  const asset = await ownAsset(visit, { urn: video, kind: "video", deed: POSTING });
  // Once more, because the answer was lost.
  if (asset.file !== null) return reply.status(200).send();
  const ids = asset.parts.map((_part, index) => `${asset.id}.${index}`);
  const parts = await Promise.all(ids.map((id) => find(world, "part", id)));
  const isWhole =
    parts.length === uploadedPartIds.length && parts.every((part, index) => part?.etag === withoutQuotes(uploadedPartIds[index]));
  const lacksThumbnail = (await find(world, "thumbnail", asset.id))?.mime === null;
  if (uploadToken !== asset.upload_token || !isWhole || lacksThumbnail) throw partsMissing();
  const pieces: Uint8Array[] = [];
  for (const id of ids) {
    const piece = await finishUpload(world, id);
    if (piece === null) throw partsMissing();
    pieces.push(piece);
  }
  const begun = [beginProcessing(world, request, settings.video_seconds), ...parts.map((part) => part?.processing)];
  await takeFile(world, asset, { bytes: Buffer.concat(pieces), processing: longest(begun.filter((one) => one !== undefined)) });
  return reply.status(200).send();
}

function partsOf(size: number, partBytes: number): { first: number; last: number }[] {
  const count = Math.ceil(size / partBytes);
  return Array.from({ length: count }, (_, index) => ({ first: index * partBytes, last: Math.min(size, (index + 1) * partBytes) - 1 }));
}

/** An ETag is taken with and without the quotes of its header. */
function withoutQuotes(etag = ""): string {
  return etag.replace(/^"(.*)"$/, "$1");
}

/** A fault may have struck any of the calls that brought the file. */
function longest(processings: readonly Processing[]): Processing {
  const ready_at = processings.map((one) => one.ready_at).reduce((a, b) => (a > b ? a : b));
  return { ready_at, fails: processings.some(({ fails }) => fails) };
}

function partsMissing() {
  const description = "The parts of the upload are not complete, or not those that were asked for";
  return badInput({ code: "INVALID_UPLOAD", description, field: "/finalizeUploadRequest/uploadedPartIds" }, 400);
}
