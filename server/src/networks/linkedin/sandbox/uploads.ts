import { addSeconds, toEpochMilliseconds, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { openUpload } from "../../sandbox/kit/uploads.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { requireAsset } from "./assets.ts";
import { type Deed, mayActFor, POSTING, roleAt } from "./caller.ts";
import { type AssetKind, insert, type Stored } from "./model.ts";
import { badArgument, foreignAsset, foreignAuthor, notFound } from "./refusals.ts";
import { queryOf } from "./restli.ts";
import { assetUrn, keyIn, newAssetKey } from "./urns.ts";
import type { Visit } from "./visit.ts";

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
