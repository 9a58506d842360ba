import { z } from "zod";
import { statusOf } from "./assets.ts";
import { READING_UPLOADS } from "./caller.ts";
import { type AssetKind, find } from "./model.ts";
import { readBody } from "./read-body.ts";
import { missingPermission } from "./refusals.ts";
import { queryOf } from "./restli.ts";
import { actionOf, expiryOf, Owner, openAsset, ownAsset, partUrl, unknownAction } from "./uploads.ts";
import { fileUrl, thumbnailKey } from "./urls.ts";
import { assetUrn, keyIn } from "./urns.ts";
import type { Visit } from "./visit.ts";

const Begin = z.strictObject({ initializeUploadRequest: z.strictObject({ owner: Owner }) });

/** `POST /rest/images`, and the same of documents: where to send the file. */
export async function beginUpload(visit: Visit, kind: "image" | "document"): Promise<unknown> {
  const action = actionOf(visit);
  if (action !== "initializeUpload") throw unknownAction(action);
  const { owner } = readBody(visit.request, Begin).initializeUploadRequest;
  const asset = await openAsset(visit, { kind, owner, parts: [{ first: 0, last: null }] });
  return { value: { uploadUrlExpiresAt: expiryOf(asset), uploadUrl: partUrl(visit.world, asset, 0), [kind]: assetUrn(asset) } };
}

/** `GET /rest/images/{urn}`, and the same of videos and documents. Of what is a member's own, only videos can be read. */
export async function readAsset(visit: Visit, kind: AssetKind): Promise<unknown> {
  const { world, key, resource } = visit;
  queryOf(visit.request, []);
  const asset = await ownAsset(visit, { urn: key, kind, deed: READING_UPLOADS });
  if (keyIn(asset.owner, "person") !== null && kind !== "video") throw missingPermission(resource);
  const status = statusOf(world, asset);
  return {
    id: assetUrn(asset),
    owner: asset.owner,
    status,
    ...(((await find(world, "thumbnail", asset.id))?.mime ?? null) === null ? {} : { thumbnail: fileUrl(world, thumbnailKey(asset.id)) }),
    ...(status === "AVAILABLE" ? { downloadUrl: fileUrl(world, asset.id) } : {}),
    ...(status === "PROCESSING_FAILED" ? { processingFailureReason: asset.file?.problem ?? "The file could not be processed." } : {}),
  };
}
