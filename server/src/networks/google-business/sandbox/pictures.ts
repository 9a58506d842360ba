import { fetchMedia } from "../../sandbox/kit/fetch-media.ts";
import { digestOf } from "../../sandbox/kit/stored.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { mimeOf, pictureOf, videoOf } from "../../sandbox/uploaded.ts";
import type { Fields, Pictured } from "./model.ts";
import type { ErrorCode } from "./refusals.ts";
import type { Settings } from "./settings.ts";

/** https://support.google.com/business/answer/6103862 (2026-07); what counts as 720p, whichever side it is, is unverified. */
const PHOTO_TYPES = ["image/jpeg", "image/png"];
const VIDEO_BYTES_MAX = 75_000_000;
const VIDEO_SECONDS_MAX = 30;
const VIDEO_SIDE_MIN = 720;

type Format = Fields<"media_item">["format"];

export type Taken =
  | { readonly kind: "taken"; readonly picture: Pictured }
  | { readonly kind: "refused"; readonly code: ErrorCode; readonly message: string };

export interface Given {
  readonly format: Format;
  /** Under which it is stored. */
  readonly file: string;
  readonly settings: Settings;
}

/** Fetches a photo or a video, and keeps it if Google would. */
export async function takeFrom(world: SandboxWorld, url: string, given: Given): Promise<Taken> {
  const bytesMax = given.format === "PHOTO" ? given.settings.photo_bytes_max : VIDEO_BYTES_MAX;
  const found = await fetchMedia(world, { url, bytesMax });
  if (found.kind !== "fetched") return { kind: "refused", code: "PHOTO_FETCH_FAILED", message: "Fetching image failed." };
  return takeBytes(world, found.bytes, given);
}

export async function takeBytes(world: SandboxWorld, bytes: Uint8Array, { format, file, settings }: Given): Promise<Taken> {
  const mime = await mimeOf(bytes);
  const size = format === "PHOTO" ? await photoSize(bytes, mime, settings) : await videoSize(bytes, mime);
  if ("mistake" in size) return { kind: "refused", code: "PHOTO_UPLOAD_FAILED", message: size.mistake };
  await world.objects.putBytes(file, bytes);
  return { kind: "taken", picture: { file, mime, digest: digestOf(bytes), width: size.width, height: size.height } };
}

type Size = { readonly width: number; readonly height: number } | { readonly mistake: string };

async function photoSize(bytes: Uint8Array, mime: string, settings: Settings): Promise<Size> {
  const { photo_bytes_min, photo_bytes_max, photo_side_min } = settings;
  const size = PHOTO_TYPES.includes(mime) ? await pictureOf(bytes) : null;
  if (size === null) return { mistake: "Photo must be a JPEG or PNG." };
  if (bytes.byteLength < photo_bytes_min) return { mistake: "Photo file is too small." };
  if (bytes.byteLength > photo_bytes_max) return { mistake: "Photo file is too large." };
  if (Math.min(size.width, size.height) < photo_side_min) return { mistake: `Photo must be at least ${photo_side_min} pixels per side.` };
  return size;
}

async function videoSize(bytes: Uint8Array, mime: string): Promise<Size> {
  const video = mime.startsWith("video/") ? await videoOf(bytes) : null;
  if (video === null) return { mistake: "Video could not be read." };
  if (bytes.byteLength > VIDEO_BYTES_MAX) return { mistake: "Video file is too large." };
  if (video.seconds > VIDEO_SECONDS_MAX) return { mistake: `Video duration exceeds ${VIDEO_SECONDS_MAX} seconds.` };
  if (Math.min(video.width, video.height) < VIDEO_SIDE_MIN) return { mistake: "Video resolution must be 720p or higher." };
  return video;
}
