import { addSeconds, toEpochMilliseconds, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { openUpload } from "../../sandbox/kit/uploads.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { requireAsset, statusOf } from "./assets.ts";
import type { Visit } from "./caller.ts";
import { type Deed, mayActFor, POSTING, READING_UPLOADS, roleAt } from "./caller.ts";
import { type AssetKind, find, insert, type Stored } from "./model.ts";
import { badArgument, foreignAsset, foreignAuthor, missingPermission, notFound } from "./refusals.ts";
import { queryOf, readBody } from "./restli.ts";
import { assetUrn, fileUrl, keyIn, newAssetKey, thumbnailKey } from "./urns.ts";

/** What uploads of all kinds have in common. */

export const Owner = z.string().regex(/^urn:li:(?:person|organization|organizationBrand):[\w-]+$/);

export function actionOf({ request }: Visit): string {
  return queryOf(request, ["action"]).required("action");
}

export function unknownAction(action: string) {
  return badArgument(`There is no action ${action}`);
}

export interface NewAsset {
  readonly kind: AssetKind;
  /** A URN. */
  readonly owner: string;
  readonly parts: Stored<"asset">["parts"];
}

/** An asset without its file, and an upload session for each of its parts. */
export async function openAsset(visit: Visit, { kind, owner, parts }: NewAsset): Promise<Stored<"asset">> {
  const { world, request, caller, settings } = visit;
  if (!(await mayUpload(visit, { owner, kind, deed: POSTING }))) throw foreignAuthor("initializeUploadRequest/owner");
  const id = newAssetKey(kind);
  await insert(world, "asset", id, {
    kind,
    owner,
    client_id: caller.clientId,
    upload_token: kind === "video" ? settings.upload_token : "",
    upload_ends_at: addSeconds(world.now(), settings.upload_seconds),
    parts,
    file: null,
  });
  for (const [index, { first, last }] of parts.entries()) {
    const size = last === null ? null : last - first + 1;
    await openUpload(world, request, { id: `${id}.${index}`, size, about: {}, lifetimeSeconds: settings.upload_seconds });
  }
  return requireAsset(world, assetUrn({ id, kind }));
}

/** The asset of this URN and kind, with which the caller may do this. */
export async function ownAsset(
  visit: Visit,
  { urn, kind, deed }: { readonly urn: string; readonly kind: AssetKind; readonly deed: Deed },
): Promise<Stored<"asset">> {
  const asset = await requireAsset(visit.world, urn);
  if (asset.kind !== kind) throw notFound(urn);
  if (!(await mayUpload(visit, { owner: asset.owner, kind, deed }))) throw foreignAsset(kind);
  return asset;
}

/** Where the bytes of a part are sent. */
export function partUrl(world: SandboxWorld, { id }: Stored<"asset">, index: number): string {
  return `${world.baseUrl}/www/dms-uploads/${id}.${index}`;
}

/** Where the picture of a video is sent. */
export function thumbnailUploadUrl(world: SandboxWorld, { id }: Stored<"asset">): string {
  return `${world.baseUrl}/www/dms-thumbnails/${id}`;
}

export function expiryOf({ upload_ends_at }: Stored<"asset">): number {
  return toEpochMilliseconds(toInstant(upload_ends_at));
}

interface Use {
  readonly owner: string;
  readonly kind: AssetKind;
  readonly deed: Deed;
}

async function mayUpload({ world, caller, resource, settings }: Visit, { owner, kind, deed }: Use): Promise<boolean> {
  if (!(await mayActFor(world, caller, { author: owner, deed, resource }))) return false;
  if (kind !== "video" || keyIn(owner, "person") !== null || settings.content_administrators_upload_videos) return true;
  if ((await roleAt(world, caller, owner)) === "CONTENT_ADMINISTRATOR") throw foreignAsset(kind);
  return true;
}

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
