import { fetchMedia } from "../../sandbox/kit/fetch-media.ts";
import { keepFile } from "../../sandbox/kit/stored.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { mimeOf, pictureOf, videoOf } from "../../sandbox/uploaded.ts";
import type { PostKind, StoredFile } from "./model.ts";
import { refusal } from "./refusals.ts";

/** https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/media (2026-06) */
const IMAGE_BYTES_MAX = 8 * 1024 * 1024;
const REEL = { bytesMax: 300_000_000, seconds: { min: 3, max: 900 } };
const STORY = { bytesMax: 100_000_000, seconds: { min: 3, max: 60 } };
const VIDEO_WIDTH_MAX = 1920;
const VIDEO_TYPES = ["video/mp4", "video/quicktime"];
const FRAME_RATES = { min: 23, max: 60 };
const VIDEO_RATIOS = { min: 0.01, max: 10 };
/** Above the largest file of any kind, so that one that is too large is refused for its size. */
const FETCHED_BYTES_MAX = 320_000_000;

/** Codes in a container's status. */
export const DOWNLOAD_FAILED = 2207077;
export const PROCESSING_FAILED = 2207085;
const VIDEO_FORMAT = 2207026;

/** A video with what is wrong with it: processing finds that out later. */
export interface VideoFile {
  readonly file: StoredFile | null;
  readonly failure: number | null;
  readonly seconds: number | null;
}

/** Images are fetched and checked before a call is answered. */
export async function fetchImage(world: SandboxWorld, url: string): Promise<StoredFile> {
  const bytes = await fetched(world, url);
  if (bytes === null) throw refusal("fetchFailed");
  if (!isJpeg(bytes)) throw refusal("imageFormat");
  if (bytes.byteLength > IMAGE_BYTES_MAX) throw refusal("imageSize");
  const picture = await pictureOf(bytes);
  if (picture === null) throw refusal("imageFormat");
  return store(world, bytes, { mime: "image/jpeg", ratio: picture.width / picture.height });
}

export async function fetchVideo(world: SandboxWorld, url: string, kind: PostKind): Promise<VideoFile> {
  const bytes = await fetched(world, url);
  return bytes === null ? { file: null, failure: DOWNLOAD_FAILED, seconds: null } : storeVideo(world, bytes, kind);
}

export async function storeVideo(world: SandboxWorld, bytes: Uint8Array, kind: PostKind): Promise<VideoFile> {
  const { bytesMax, seconds } = kind === "story" ? STORY : REEL;
  const mime = await mimeOf(bytes);
  const facts = VIDEO_TYPES.includes(mime) ? await videoOf(bytes) : null;
  const isTaken =
    facts !== null &&
    bytes.byteLength <= bytesMax &&
    isWithin(facts.seconds, seconds) &&
    isWithin(facts.framesPerSecond ?? 0, FRAME_RATES) &&
    facts.width <= VIDEO_WIDTH_MAX &&
    isWithin(facts.width / facts.height, VIDEO_RATIOS);
  if (!isTaken) return { file: null, failure: VIDEO_FORMAT, seconds: facts?.seconds ?? null };
  return { file: await store(world, bytes, { mime, ratio: null }), failure: null, seconds: facts.seconds };
}

/** Public addresses in plain ASCII. */
async function fetched(world: SandboxWorld, url: string): Promise<Uint8Array | null> {
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(url)) return null;
  const media = await fetchMedia(world, { url, bytesMax: FETCHED_BYTES_MAX });
  return media.kind === "fetched" ? media.bytes : null;
}

async function store(world: SandboxWorld, bytes: Uint8Array, facts: Pick<StoredFile, "mime" | "ratio">): Promise<StoredFile> {
  const { file: id, digest } = await keepFile(world, bytes);
  return { id, digest, ...facts };
}

/** By its first bytes; names and declared types do not count. */
function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}

function isWithin(value: number, { min, max }: { readonly min: number; readonly max: number }): boolean {
  return value >= min && value <= max;
}
