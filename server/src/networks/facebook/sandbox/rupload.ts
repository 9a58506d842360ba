import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fetchMedia } from "../../sandbox/kit/fetch-media.ts";
import { dropUpload, findUpload } from "../../sandbox/kit/uploads.ts";
import { SANDBOX_BODY_BYTES_MAX } from "../../sandbox/limits.ts";
import { readCall, requireVersion } from "../../sandbox/meta/request.ts";
import { hasUploadToken, receiveBytes, refuseBytes } from "../../sandbox/meta/rupload.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { callerOf, requirePublisher } from "./access.ts";
import { find, type Stored } from "./model.ts";
import { isKnownYet } from "./video-node.ts";
import { takeFile, takeUploaded } from "./videos.ts";

interface Upload {
  readonly Params: { readonly version: string; readonly id: string };
}

/**
 * The host that takes the bytes of reels and stories, or fetches them.
 * https://developers.facebook.com/documentation/video-api/guides/reels-publishing (2026-07)
 */
export function uploadRoutes(scope: FastifyInstance, world: SandboxWorld): void {
  scope.post<Upload>("/upload/video-upload/:version/:id", async (request, reply) => {
    requireVersion(request.params.version);
    const call = await readCall(request);
    if (!hasUploadToken(request))
      return refuseBytes(reply, { type: "NotAuthorizedError", message: "The header Authorization must be: OAuth <token>" });
    const caller = await callerOf(world, request, call);
    const video = await find(world, "video", request.params.id);
    if (video === null || video.page_id !== caller.page?.id || !(await isKnownYet(world, video))) {
      return refuseBytes(reply, { type: "ProcessingFailedError", message: "There is no such video." });
    }
    await requirePublisher(world, caller, video.page_id);
    const url = request.headers.file_url;
    return typeof url === "string" ? takeLink(reply, { world, request, video, url }) : takeBytes(reply, { world, request, video });
  });
}

interface Taking {
  readonly world: SandboxWorld;
  readonly request: FastifyRequest;
  readonly video: Stored<"video">;
}

async function takeLink(reply: FastifyReply, { world, request, video, url }: Taking & { readonly url: string }): Promise<unknown> {
  if ((await findUpload(world, video.id)) === null)
    return refuseBytes(reply, { type: "ProcessingFailedError", message: "The upload session has ended." });
  const fetched = await fetchMedia(world, { url, bytesMax: SANDBOX_BODY_BYTES_MAX });
  if (fetched.kind !== "fetched")
    return refuseBytes(reply, { type: "ProcessingFailedError", message: "The file could not be fetched from its URL." });
  await dropUpload(world, video.id);
  await takeFile(world, request, { video, bytes: fetched.bytes });
  return { success: true };
}

async function takeBytes(reply: FastifyReply, { world, request, video }: Taking): Promise<unknown> {
  const refused = await receiveBytes(world, request, video.id);
  if (refused !== null) return refuseBytes(reply, refused);
  await takeUploaded(world, request, video);
  return { success: true };
}
