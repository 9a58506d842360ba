import { open } from "node:fs/promises";
import type { MediumFacts } from "@rostrum/contract/medium-facts.ts";
import { CustomSource, Input, type InputVideoTrack, MATROSKA, MP4, QTFF, WEBM } from "mediabunny";

export interface VideoQuestion {
  readonly path: string;
  readonly sizeBytes: number;
}

/** Dimensions in pixels as displayed, after rotation. */
export type VideoFacts = Pick<MediumFacts, "rotation" | "hasAudio" | "videoCodec" | "audioCodec" | "framesPerSecond" | "bitsPerSecond"> & {
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
};

/** Enough for the tables of a video of several hours, whatever sizes the file claims. */
const READ_BYTES_MAX = 12 * 1024 * 1024;
const READ_BYTES_IN_ALL_MAX = 48 * 1024 * 1024;
const CACHE_BYTES_MAX = 4 * 1024 * 1024;
/** Frames used to determine the frame rate. */
const FRAMES_LOOKED_AT = 256;

/** Null if unreadable. */
export async function readVideoFacts(question: VideoQuestion): Promise<VideoFacts | null> {
  return attempt(() => factsOf(question));
}

async function factsOf({ path, sizeBytes }: VideoQuestion): Promise<VideoFacts> {
  await using file = await open(path, "r");
  let inAll = 0;
  const source = new CustomSource({
    getSize: () => sizeBytes,
    async read(start, end) {
      const length = end - start;
      inAll += length;
      if (length > READ_BYTES_MAX || inAll > READ_BYTES_IN_ALL_MAX) throw new Error("The file requires too much to be read");
      const bytes = new Uint8Array(length);
      const { bytesRead } = await file.read(bytes, 0, length, start);
      return bytes.subarray(0, bytesRead);
    },
    maxCacheSize: CACHE_BYTES_MAX,
    handleUnhandledError: () => {},
  });
  using input = new Input({ source, formats: [MP4, QTFF, WEBM, MATROSKA] });
  const tracks = await input.getTracks();
  const video = tracks.find((track) => track.isVideoTrack());
  const audio = tracks.find((track) => track.isAudioTrack());
  const durationSeconds = positive(await attempt(async () => (await input.getDurationFromMetadata()) ?? (await input.computeDuration())));
  return {
    ...(video === undefined ? NO_PICTURE : await pictureFacts(video)),
    durationSeconds,
    hasAudio: audio !== undefined,
    audioCodec: audio === undefined ? null : await codecOf(audio),
    bitsPerSecond: durationSeconds === null ? null : Math.round((sizeBytes * 8) / durationSeconds),
  };
}

const NO_PICTURE = { width: null, height: null, rotation: null, videoCodec: null, framesPerSecond: null };

async function pictureFacts(video: InputVideoTrack) {
  const rate = await attempt(async () => (await video.computeFrameRateMetrics({ targetPacketCount: FRAMES_LOOKED_AT })).bestGuessFrameRate);
  return {
    width: positive(await attempt(() => video.getDisplayWidth())),
    height: positive(await attempt(() => video.getDisplayHeight())),
    rotation: await attempt(() => video.getRotation()),
    videoCodec: await codecOf(video),
    framesPerSecond: positive(rate),
  };
}

type Track = Pick<InputVideoTrack, "getInternalCodecId"> & { getCodec(): Promise<string | null> };

/** An unknown codec gets the container's own name for it. */
async function codecOf(track: Track): Promise<string | null> {
  const codec = await attempt(() => track.getCodec());
  if (codec !== null) return codec;
  const internal = await attempt(() => track.getInternalCodecId());
  return typeof internal === "string" && /^[\x20-\x7e]{1,32}$/.test(internal) ? internal.trim() : null;
}

/** A fact that a damaged file lacks does not affect the others. */
async function attempt<T>(ask: () => Promise<T>): Promise<T | null> {
  return ask().catch(() => null);
}

function positive(value: number | null): number | null {
  return value !== null && Number.isFinite(value) && value > 0 ? value : null;
}
