import { z } from "zod";
import { beginProcessing, expiryOf, processingState } from "../../sandbox/kit/processing.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { mimeOf, pictureOf, videoOf } from "../../sandbox/uploaded.ts";
import type { Asked } from "./calls.ts";
import { type Attached, change, find, insert, known, type Stored } from "./model.ts";
import { invalidMediaIds, invalidRequest } from "./refusals.ts";
import { mayPostLong } from "./settings.ts";
import { readBody } from "./wanted.ts";

const IMAGES_MAX = 4;
const ALT_LENGTH_MAX = 1000;

/** Stores a whole file as media that can be posted once they are processed. */
export async function storeMedia(
  { world, request, settings, account }: Asked,
  { id, bytes, category }: { readonly id: string; readonly bytes: Uint8Array; readonly category: Category },
): Promise<Stored<"media">> {
  const { facts, isReadable, fits } = await readFile(
    bytes,
    category,
    mayPostLong(settings, account.username) ? LONG_VIDEO_SECONDS_MAX : undefined,
  );
  const seconds = facts.kind === "photo" ? settings.image_seconds : settings.video_seconds;
  const begun = beginProcessing(world, request, seconds);
  await world.objects.putBytes(id, bytes);
  await insert(world, "media", id, {
    account_id: account.id,
    attached: { ...facts, id, key: keyOf(id, facts.kind), alt: "" },
    size: bytes.byteLength,
    processing: { ...begun, fails: begun.fails || !isReadable },
    expires_at: expiryOf(world, request, settings.media_seconds),
    fits,
  });
  return known(world, "media", id);
}

/** The answer about an upload; photos that need no processing say nothing about it. */
export function mediaObjectOf({ world, settings }: Asked, media: Stored<"media">): Record<string, unknown> {
  const { attached, processing } = media;
  const isAtOnce = attached.kind === "photo" && processing.ready_at === media.createdAt && !processing.fails;
  const image = { image_type: attached.mime, w: attached.width ?? 0, h: attached.height ?? 0 };
  return {
    id: media.id,
    ...(settings.upload_keys === "all" ? { media_key: attached.key } : {}),
    size: media.size,
    expires_after_secs: Math.max(0, Math.floor(secondsBetween(world.now(), media.expires_at))),
    ...(attached.kind === "photo" ? { image } : {}),
    ...(isAtOnce ? {} : { processing_info: progressOf(world, media, settings.check_after_seconds) }),
  };
}

/** The caller's own media, by an id in a request; null if there are none, or they have expired. */
export async function ownMedia({ world, account }: Asked, id: string): Promise<Stored<"media"> | null> {
  const media = await find(world, "media", id);
  return media?.account_id === account.id && media.expires_at > world.now() ? media : null;
}

/** What a post is to contain; throws unless all of them are there, processed, and go together: four images, one GIF or one video. */
export async function mediaForPost(asked: Asked, ids: readonly string[]): Promise<Attached[]> {
  const found = await Promise.all(ids.map((id) => usableMedia(asked, id)));
  const media = found.filter((one) => one !== null);
  const isTogether = media.length <= 1 || (media.length <= IMAGES_MAX && media.every(({ kind }) => kind === "photo"));
  if (media.length < ids.length || new Set(ids).size < ids.length || !isTogether) throw invalidMediaIds(ids);
  return media;
}

const Metadata = z.object({
  id: z.string().regex(/^[0-9]{1,19}$/),
  metadata: z.object({ alt_text: z.strictObject({ text: z.string().max(ALT_LENGTH_MAX) }).optional() }).optional(),
});

/** `POST /2/media/metadata`: the alt text of media that are not in a post yet. */
export async function describeMedia(asked: Asked): Promise<unknown> {
  const { world, request, settings } = asked;
  const { id, metadata } = readBody(Metadata, request.body);
  const media = await ownMedia(asked, id);
  if (media === null) throw invalidRequest({ id: [id] }, "Your media IDs are invalid.");
  const alt = metadata?.alt_text?.text ?? "";
  if (media.attached.kind === "video" && !settings.video_alt_texts) throw invalidRequest({ id: [id] }, "Alt text is for images and GIFs.");
  await change(world, "media", media, { attached: { ...media.attached, alt } });
  return { data: { id, associated_metadata: { alt_text: { text: alt } } } };
}

async function usableMedia(asked: Asked, id: string): Promise<Attached | null> {
  const media = await ownMedia(asked, id);
  if (media === null || !media.fits || processingState(asked.world, media.processing) !== "ready") return null;
  const isUsed = asked.settings.media_used_once && (await find(asked.world, "media_use", id)) !== null;
  return isUsed ? null : media.attached;
}

function progressOf(world: SandboxWorld, media: Stored<"media">, checkAfterSeconds: number): Record<string, unknown> {
  const state = processingState(world, media.processing);
  if (state !== "processing") return { state: state === "ready" ? "succeeded" : "failed", progress_percent: 100 };
  const passed = secondsBetween(media.createdAt, world.now());
  const percent = Math.floor((100 * passed) / secondsBetween(media.createdAt, media.processing.ready_at));
  return { state: passed <= 0 ? "pending" : "in_progress", check_after_secs: checkAfterSeconds, progress_percent: percent };
}

function secondsBetween(from: string, to: string): number {
  return epochSeconds(to) - epochSeconds(from);
}

function epochSeconds(text: string): number {
  return Date.parse(text) / 1000;
}

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
  const facts = { kind, mime, width: picture?.width ?? null, height: picture?.height ?? null } as const;
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
