import { mimeOf, pictureOf, videoOf } from "../../sandbox/uploaded.ts";
import type { Attached } from "./model.ts";
import { invalidRequest } from "./refusals.ts";

const MIB = 1024 * 1024;
const IMAGE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/bmp"];
const VIDEO_TYPES = ["video/mp4", "video/quicktime"];

/** What X calls the purpose of an upload, for posts. */
export const CATEGORIES = ["tweet_image", "tweet_gif", "tweet_video", "amplify_video"] as const;
export type Category = (typeof CATEGORIES)[number];

/** https://docs.x.com/x-api/media/quickstart/best-practices (2026-08) */
export const BYTES_MAX: Readonly<Record<Category, number>> = {
  tweet_image: 5 * MIB,
  tweet_gif: 15 * MIB,
  tweet_video: 512 * MIB,
  amplify_video: 512 * MIB,
};
const GIF = { width: 1280, height: 1080, frames: 350, pixels: 300_000_000 };
const VIDEO = { seconds: { min: 0.5, max: 140 }, side: { min: 32, max: 1920 }, ratio: { min: 1 / 3, max: 3 }, framesPerSecondMax: 60 };

/** Of subscribers. */
export const LONG_VIDEO_SECONDS_MAX = 3 * 3600;

/** Of keys: 3 for photos, 7 for videos, 16 for animated GIFs. */
const KEY_PREFIXES: Readonly<Record<Attached["kind"], number>> = { photo: 3, video: 7, animated_gif: 16 };

export interface ReadFile {
  readonly facts: Omit<Attached, "id" | "key" | "alt">;
  /** Whether processing succeeds. */
  readonly isReadable: boolean;
  /** False for a video that passes processing and is then refused by posting. */
  readonly fits: boolean;
}

export function keyOf(id: string, kind: Attached["kind"]): string {
  return `${KEY_PREFIXES[kind]}_${id}`;
}

/** What media will be, before the file is there. */
export function kindOf(category: Category): Attached["kind"] {
  return ({ tweet_image: "photo", tweet_gif: "animated_gif", tweet_video: "video", amplify_video: "video" } as const)[category];
}

/** Reads an uploaded file; throws if it is not what its category says. */
export async function readFile(bytes: Uint8Array, category: Category, videoSecondsMax = VIDEO.seconds.max): Promise<ReadFile> {
  requireSize(bytes.byteLength, category);
  const mime = await mimeOf(bytes);
  if (kindOf(category) === "video") return readVideo(bytes, mime, videoSecondsMax);
  const isAllowed = category === "tweet_gif" ? mime === "image/gif" : IMAGE_TYPES.includes(mime);
  const picture = isAllowed ? await pictureOf(bytes) : null;
  if (picture === null && mime !== "image/bmp") throw unrecognized();
  const kind = mime === "image/gif" && (picture?.pages ?? 1) > 1 ? "animated_gif" : "photo";
  const facts = { kind, mime, width: picture?.width ?? null, height: picture?.height ?? null, seconds: null } as const;
  return { facts, isReadable: true, fits: picture === null || kind === "photo" || isFittingGif(picture) };
}

export function requireSize(bytes: number, category: Category): void {
  const max = BYTES_MAX[category];
  if (bytes > max) throw invalidRequest({ total_bytes: [String(bytes)] }, `File size exceeds ${max} bytes.`);
}

async function readVideo(bytes: Uint8Array, mime: string, secondsMax: number): Promise<ReadFile> {
  if (!VIDEO_TYPES.includes(mime)) throw unrecognized();
  const video = await videoOf(bytes);
  const facts = {
    kind: "video",
    mime,
    width: video?.width ?? null,
    height: video?.height ?? null,
    seconds: video?.seconds ?? null,
  } as const;
  if (video === null) return { facts, isReadable: false, fits: false };
  const fits =
    isWithin(video.seconds, { ...VIDEO.seconds, max: secondsMax }) &&
    isWithin(video.width, VIDEO.side) &&
    isWithin(video.height, VIDEO.side) &&
    isWithin(video.width / video.height, VIDEO.ratio) &&
    (video.framesPerSecond ?? 0) <= VIDEO.framesPerSecondMax;
  return { facts, isReadable: true, fits };
}

function isFittingGif({ width, height, pages }: { readonly width: number; readonly height: number; readonly pages: number }): boolean {
  return width <= GIF.width && height <= GIF.height && pages <= GIF.frames && width * height * pages <= GIF.pixels;
}

function isWithin(value: number, { min, max }: { readonly min: number; readonly max: number }): boolean {
  return value >= min && value <= max;
}

function unrecognized() {
  return invalidRequest({ media: [] }, "media type unrecognized.");
}
