import { createHash } from "node:crypto";
import type { Processing } from "../../sandbox/kit/processing.ts";
import { processingState } from "../../sandbox/kit/processing.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { mimeOf, pictureOf, videoOf } from "../../sandbox/uploaded.ts";
import { type AssetKind, change, find, type Stored } from "./model.ts";
import { notFound } from "./refusals.ts";
import { assetUrn } from "./urns.ts";

/**
 * Which files are taken. Unverified: the bytes of an image, and what a video must be.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api (2026-11)
 */
const IMAGE_TYPES = ["image/jpeg", "image/png", "image/gif"];
const IMAGE_PIXELS_END = 36_152_320;
const GIF_FRAMES_MAX = 250;
const VIDEO_SECONDS = { min: 3, max: 1800 };
const DOCUMENT_TYPES = [
  "application/pdf",
  // What older Word and PowerPoint files look like from outside.
  "application/x-cfb",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation",
];
const DOCUMENT_BYTES_MAX = 100 * 1024 * 1024;

/** The asset of this URN. */
export async function requireAsset(world: SandboxWorld, urn: string): Promise<Stored<"asset">> {
  const asset = await find(world, "asset", urn.split(":").at(-1) ?? "");
  if (asset === null || assetUrn(asset) !== urn) throw notFound(urn);
  return asset;
}

/** Takes in the whole file; processing is over when the clock says so. */
export async function takeFile(
  world: SandboxWorld,
  asset: Stored<"asset">,
  { bytes, processing }: { readonly bytes: Uint8Array; readonly processing: Processing },
): Promise<void> {
  const mime = await mimeOf(bytes);
  const problem = await PROBLEMS[asset.kind](bytes, mime);
  const digest = createHash("sha256").update(bytes).digest("base64url");
  // The bytes come first: a file that is noted is there.
  await world.objects.putBytes(asset.id, bytes);
  await change(world, "asset", asset, {
    file: { mime, digest, problem, processing: { ...processing, fails: processing.fails || problem !== null } },
  });
}

const STATUSES = { processing: "PROCESSING", ready: "AVAILABLE", failed: "PROCESSING_FAILED" } as const;

export function statusOf(world: SandboxWorld, { file }: Stored<"asset">): "WAITING_UPLOAD" | (typeof STATUSES)[keyof typeof STATUSES] {
  return file === null ? "WAITING_UPLOAD" : STATUSES[processingState(world, file.processing)];
}

const PROBLEMS: Readonly<Record<AssetKind, (bytes: Uint8Array, mime: string) => Promise<string | null>>> = {
  async image(bytes, mime) {
    const picture = await pictureOf(bytes);
    if (picture === null || !IMAGE_TYPES.includes(mime)) return "The file is not an image of a supported type.";
    if (picture.width * picture.height >= IMAGE_PIXELS_END) return "The image has too many pixels.";
    return picture.pages > GIF_FRAMES_MAX ? "The image has too many frames." : null;
  },
  async video(bytes, mime) {
    const video = mime === "video/mp4" ? await videoOf(bytes) : null;
    if (video === null) return "The file is not an MP4 video.";
    const fits = video.seconds >= VIDEO_SECONDS.min && video.seconds <= VIDEO_SECONDS.max;
    return fits ? null : "The video is too short or too long.";
  },
  async document(bytes, mime) {
    if (!DOCUMENT_TYPES.includes(mime)) return "The file is not a document of a supported type.";
    return bytes.byteLength > DOCUMENT_BYTES_MAX ? "The document is too large." : null;
  },
};
