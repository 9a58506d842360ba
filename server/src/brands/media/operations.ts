import type { OperationInput, OperationOutput } from "@rostrum/contract/operations.ts";
import type { App } from "../../app.ts";
import { offsetOf } from "../../ground/database/page.ts";
import { Refused, refuse } from "../../ground/refusal.ts";
import type { ReceivedFile } from "../../ground/storage/storage.ts";
import type { BrandViewer, Entering } from "../../ground/viewer.ts";
import { inspectFile } from "./inspect.ts";
import { discardFiles, holdRoom, keepMedia, storeFile } from "./keep.ts";
import { type LinkedMedium, readMediaLink } from "./link.ts";
import { listMediaOf } from "./store.ts";
import { findDerivedMedium, findStoredMedium, type StoredMedia } from "./stored.ts";
import { smallPicture, THUMBNAIL, THUMBNAIL_PATH_SECONDS } from "./thumbnail.ts";

export async function listMedia(app: App, viewer: BrandViewer, input: OperationInput<"listMedia">): Promise<OperationOutput<"listMedia">> {
  const brandId = viewer.brand.id;
  const filter = input.type ?? null;
  return await listMediaOf(app.db, { brandId, filter, limit: input.perPage, offset: offsetOf(input) });
}

export async function uploadMedia(
  app: App,
  viewer: BrandViewer,
  input: OperationInput<"uploadMedia"> & Partial<Entering> & { readonly upload: ReceivedFile },
): Promise<OperationOutput<"uploadMedia">> {
  const facts = await inspectFile(input.upload.path);
  if (facts === null) {
    throw new Refused({
      kind: "fields",
      fields: { media: ["The media field must be a file of type jpg, jpeg, png, bmp, mp4, mov or pdf."] },
    });
  }
  await holdRoom(app, { brandId: viewer.brand.id, files: [{ facts }] });
  const file = await storeFile(app, { ...input.upload, facts });
  const enterAndKeep = async () => {
    // A bucket may take minutes for it.
    await input.again?.();
    return await keepMedia(app, app.db, { brandId: viewer.brand.id, file });
  };
  const media = await enterAndKeep().catch(async (error: unknown) => {
    if (error instanceof Refused) await discardFiles(app, [file]);
    throw error;
  });
  return { id: media.id, type: media.type, size: media.size };
}

/** The file behind a `mediaLink`. All invalid links get the same 404. */
export async function findLinkedMedium(app: App, token: string): Promise<StoredMedia> {
  const linked = readMediaLink(app, token);
  const media = linked === null ? null : await findLinked(app, linked);
  return media ?? refuse(404, "token", "This link is wrong or has expired.");
}

async function findLinked(app: App, { variant, ...medium }: LinkedMedium): Promise<StoredMedia | null> {
  if (variant === THUMBNAIL) return findSmallPicture(app, medium);
  return variant === null ? findStoredMedium(app.db, medium) : findDerivedMedium(app.db, { ...medium, variant });
}

/** How long browsers may keep what a link gave them, in seconds: small pictures, as long as their path stays the same; others not. */
export function keepSeconds({ variant }: Pick<StoredMedia, "variant">): number | null {
  return variant === THUMBNAIL ? THUMBNAIL_PATH_SECONDS : null;
}

/** Made now if nobody has looked at it before. */
async function findSmallPicture(app: App, medium: Omit<LinkedMedium, "variant">): Promise<StoredMedia | null> {
  const media = await findStoredMedium(app.db, medium);
  const small = media === null ? null : await smallPicture(app, { brandId: medium.brandId, media });
  return typeof small === "string" ? null : small;
}
