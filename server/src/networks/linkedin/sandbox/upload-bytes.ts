import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { beginProcessing } from "../../sandbox/kit/processing.ts";
import { dropUpload, findUpload, finishUpload, openUpload, type Received, receiveRange } from "../../sandbox/kit/uploads.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { mimeOf } from "../../sandbox/uploaded.ts";
import { takeFile } from "./assets.ts";
import { callerOf } from "./caller.ts";
import { find, put, type Stored } from "./model.ts";
import { badArgument, notFound } from "./refusals.ts";
import { settingsOf } from "./settings.ts";
import { thumbnailKey } from "./urns.ts";

/**
 * Where bytes are sent: a whole image or document, or one part of a video. They can be sent again. Images want the token as well;
 * for the others the address is enough.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/videos-api (2024-05)
 */
export function uploadRoutes(scope: FastifyInstance, world: SandboxWorld): void {
  scope.put<{ Params: { key: string; index: string } }>("/www/dms-uploads/:key.:index", async (request, reply) => {
    const { key, index } = request.params;
    const asset = await find(world, "asset", key);
    const part = asset?.parts[Number(index)];
    if (asset === null || part === undefined || asset.upload_ends_at <= world.now()) throw notFound("The upload");
    if (asset.kind === "image") await callerOf(world, request);
    if (!Buffer.isBuffer(request.body) || request.body.byteLength === 0) throw badArgument("The request has no bytes");
    if (part.last !== null && request.body.byteLength !== part.last - part.first + 1)
      throw badArgument("The bytes are not those of the part");
    // The address was used before: it has what it wants.
    if (asset.file !== null) return reply.status(asset.kind === "video" ? 200 : 201).send();
    const upload = { id: `${key}.${index}`, bytes: request.body };
    await receive(world, request, upload);
    if (asset.kind !== "video") {
      await takeWhole(world, request, asset);
      return reply.status(201).send();
    }
    const etag = `/ambry-video/signed/${createHash("sha256").update(upload.id).update(upload.bytes).digest("base64url")}`;
    await put(world, "part", upload.id, { etag, processing: beginProcessing(world, request, 0) });
    return reply.status(200).header("etag", `"${etag}"`).send();
  });

  scope.put<{ Params: { key: string } }>("/www/dms-thumbnails/:key", async (request, reply) => {
    const { key } = request.params;
    const asset = await find(world, "asset", key);
    if (asset === null || (await find(world, "thumbnail", key)) === null || asset.upload_ends_at <= world.now())
      throw notFound("The upload");
    if (!Buffer.isBuffer(request.body)) throw badArgument("The request has no bytes");
    const mime = await mimeOf(request.body);
    if (!mime.startsWith("image/")) throw badArgument("The bytes are no picture");
    await world.objects.putBytes(thumbnailKey(key), request.body);
    await put(world, "thumbnail", key, { mime });
    return reply.status(201).send();
  });
}

/** Takes the bytes, in place of those that were sent before. */
async function receive(world: SandboxWorld, request: FastifyRequest, { id, bytes }: { id: string; bytes: Uint8Array }): Promise<void> {
  const earlier = await findUpload(world, id);
  if (earlier === null) throw notFound("The upload");
  if (earlier.received > 0) {
    await dropUpload(world, id);
    const { upload_seconds } = await settingsOf(world);
    await openUpload(world, request, { id, size: earlier.size, about: {}, lifetimeSeconds: upload_seconds });
  }
  const received: Received = await receiveRange(world, request, { upload: id, offset: 0, bytes });
  if (received.kind !== "received") throw notFound("The upload");
}

async function takeWhole(world: SandboxWorld, request: FastifyRequest, asset: Stored<"asset">): Promise<void> {
  const bytes = await finishUpload(world, `${asset.id}.0`);
  if (bytes === null) throw notFound("The upload");
  const { image_seconds, document_seconds } = await settingsOf(world);
  const processing = beginProcessing(world, request, asset.kind === "image" ? image_seconds : document_seconds);
  await takeFile(world, asset, { bytes, processing });
}
