import { keepFile } from "../../sandbox/kit/stored.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { mimeOf, pictureOf, videoOf } from "../../sandbox/uploaded.ts";
import type { StoredFile } from "./model.ts";
import type { Settings } from "./settings.ts";

const VIDEO_TYPES = ["video/mp4", "video/quicktime", "video/webm"];
const PHOTO_TYPES = ["image/jpeg", "image/webp"];
/** https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide (2026-11) */
const PHOTO_BYTES_MAX = 20_000_000;
const VIDEO = { sideMin: 360, sideMax: 4096, framesPerSecondMin: 23, framesPerSecondMax: 60 };

/** A file that TikTok keeps, with what it will find wrong with it: never at once, only when it is processed. */
export interface Inspected {
  readonly file: StoredFile;
  readonly mistake: string | null;
}

export async function inspectVideo(world: SandboxWorld, bytes: Uint8Array, { max_video_seconds }: Settings): Promise<Inspected> {
  const mime = await mimeOf(bytes);
  const facts = VIDEO_TYPES.includes(mime) ? await videoOf(bytes) : null;
  const file = await keep(world, { bytes, mime, facts });
  if (facts === null) return { file, mistake: "file_format_check_failed" };
  if (facts.seconds > max_video_seconds) return { file, mistake: "duration_check_failed" };
  const rate = facts.framesPerSecond ?? 0;
  if (rate < VIDEO.framesPerSecondMin || rate > VIDEO.framesPerSecondMax) return { file, mistake: "frame_rate_check_failed" };
  const sides = [facts.width, facts.height];
  const fits = sides.every((side) => side >= VIDEO.sideMin && side <= VIDEO.sideMax);
  return { file, mistake: fits ? null : "picture_size_check_failed" };
}

export async function inspectPhoto(world: SandboxWorld, bytes: Uint8Array, { photo_sides_max }: Settings): Promise<Inspected> {
  const mime = await mimeOf(bytes);
  const size = PHOTO_TYPES.includes(mime) ? await pictureOf(bytes) : null;
  const file = await keep(world, { bytes, mime, facts: size === null ? null : { ...size, seconds: null } });
  if (size === null) return { file, mistake: "file_format_check_failed" };
  const [shorter, longer] = [Math.min(size.width, size.height), Math.max(size.width, size.height)];
  const isLarge = photo_sides_max !== null && (shorter > photo_sides_max[0] || longer > photo_sides_max[1]);
  return { file, mistake: isLarge || bytes.byteLength > PHOTO_BYTES_MAX ? "picture_size_check_failed" : null };
}

interface Kept {
  readonly bytes: Uint8Array;
  readonly mime: string;
  readonly facts: { readonly width: number; readonly height: number; readonly seconds: number | null } | null;
}

async function keep(world: SandboxWorld, { bytes, mime, facts }: Kept): Promise<StoredFile> {
  const { file: id, digest } = await keepFile(world, bytes);
  return { id, mime, digest, facts: facts === null ? null : { width: facts.width, height: facts.height, seconds: facts.seconds } };
}
