import { fetchMedia } from "../../sandbox/kit/fetch-media.ts";
import { keepFile } from "../../sandbox/kit/stored.ts";
import { SANDBOX_BODY_BYTES_MAX } from "../../sandbox/limits.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { mimeOf, pictureOf, videoOf } from "../../sandbox/uploaded.ts";
import type { Asked } from "./calls.ts";
import type { StoredFile } from "./model.ts";
import type { Arrival } from "./publishes.ts";
import { invalidParams, notVerified } from "./refusals.ts";
import type { Settings } from "./settings.ts";

const VIDEO_TYPES = ["video/mp4", "video/quicktime", "video/webm"];
const PHOTO_TYPES = ["image/jpeg", "image/webp"];
/** https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide (2026-11) */
const PHOTO_BYTES_MAX = 20_000_000;
const VIDEO = { sideMin: 360, sideMax: 4096, framesPerSecondMin: 23, framesPerSecondMax: 60 };

/** A file that TikTok keeps, with what it will find wrong with it: never at once, only when it is processed. */
interface Inspected {
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

async function inspectPhoto(world: SandboxWorld, bytes: Uint8Array, { photo_sides_max }: Settings): Promise<Inspected> {
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

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const ADDRESS = /^(\d+(\.\d+){3}|\[.*\])$/;
/** For how long TikTok tries. https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide (2026-11) */
const WINDOW_SECONDS = 3600;

/**
 * Fetches photos, each once, before the call is answered: a lost answer changes nothing for the post. Throws for addresses that do not
 * belong to the application; what cannot be had otherwise only shows in the post's status.
 */
export async function pull({ world, settings }: Asked, urls: readonly string[]): Promise<Arrival> {
  for (const url of urls) requireVerified(url, settings.verified_prefixes);
  const mistake = "photo_pull_failed";
  if (!settings.fetches) return { files: [], bytes: 0, mistake, seconds: WINDOW_SECONDS, fails: true };
  const seconds = settings.photo_seconds;
  const inspected: Inspected[] = [];
  let bytes = 0;
  for (const url of urls) {
    const fetched = await fetchMedia(world, { url, bytesMax: SANDBOX_BODY_BYTES_MAX });
    if (fetched.kind === "foreign") throw notVerified();
    if (fetched.kind === "unreachable") return { files: [], bytes, mistake, seconds, fails: true };
    inspected.push(await inspectPhoto(world, fetched.bytes, settings));
    bytes += fetched.bytes.byteLength;
  }
  const found = inspected.find((one) => one.mistake !== null)?.mistake ?? null;
  return { files: inspected.map(({ file }) => file), bytes, mistake: found, seconds, fails: false };
}

/** TikTok wants https and a name. At a loopback address, where only trials of the service are, the sandbox asks for neither. */
function requireVerified(url: string, prefixes: readonly string[] | null): void {
  if (!URL.canParse(url)) throw invalidParams(`This is no address: ${url}`);
  const { protocol, hostname } = new URL(url);
  if (!LOOPBACK.test(hostname) && (protocol !== "https:" || ADDRESS.test(hostname))) {
    throw invalidParams("An address must begin with https:// and a domain name.");
  }
  if (prefixes !== null && !prefixes.some((prefix) => url.startsWith(prefix))) throw notVerified();
}
