import type { FastifyInstance } from "fastify";
import { beginProcessing } from "../../sandbox/kit/processing.ts";
import { finishUpload } from "../../sandbox/kit/uploads.ts";
import type { GuestGround } from "../../sandbox/meta/guest.ts";
import { unknownObject } from "../../sandbox/meta/refusal.ts";
import { requireVersion } from "../../sandbox/meta/request.ts";
import { hasUploadToken, receiveBytes, refuseBytes } from "../../sandbox/meta/rupload.ts";
import { storeVideo } from "./files.ts";
import { change, find } from "./model.ts";
import { settingsOf } from "./settings.ts";

interface UploadPath {
  readonly Params: { readonly version: string; readonly id: string };
}

/**
 * `POST /ig-api-upload/{version}/{container}`: the bytes of a container that was created for an upload. They may come in
 * ranges.
 * https://developers.facebook.com/documentation/instagram-platform/content-publishing/resumable-uploads (2026-06)
 */
export function uploadRoutes(scope: FastifyInstance, ground: GuestGround): void {
  const { world } = ground;
  scope.post<UploadPath>("/upload/ig-api-upload/:version/:id", async (request, reply) => {
    const { version, id } = request.params;
    requireVersion(version);
    if (!hasUploadToken(request))
      return refuseBytes(reply, { type: "NotAuthorizedError", message: "The header Authorization must be: OAuth <token>" });
    const { linked } = await ground.reach(request);
    const container = await find(world, "container", id);
    if (container === null || !linked.includes(container.account_id)) throw unknownObject(id, "POST");
    const refused = await receiveBytes(world, request, id);
    if (refused !== null) return refuseBytes(reply, refused);
    const bytes = await finishUpload(world, id);
    if (bytes === null) return refuseBytes(reply, { type: "ProcessingFailedError", message: "The upload session has ended." });
    const { file, failure } = await storeVideo(world, bytes, container.kind);
    const { video_seconds: seconds } = await settingsOf(world);
    await change(world, "container", container, { file, failure, processing: beginProcessing(world, request, seconds) });
    return { success: true };
  });
}
