import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";

/** The folder of ffmpeg: the package for this machine or, to test another version, `ROSTRUM_TEST_FFMPEG`. */
export const FFMPEG_FOLDER =
  process.env.ROSTRUM_TEST_FFMPEG ?? join(import.meta.dirname, `node_modules/@ffmpeg-installer/${process.platform}-${process.arch}`);
export const PROGRAM = join(FFMPEG_FOLDER, "ffmpeg");

/** The `skip` option of every test here. */
export const skip = existsSync(PROGRAM)
  ? false
  : `no package brings ffmpeg to ${process.platform}-${process.arch}: set ROSTRUM_TEST_FFMPEG`;

const execute = promisify(execFile);

/** Runs ffmpeg and returns its error output. Rejects if it fails. */
export async function ffmpeg(...argv: readonly string[]): Promise<string> {
  return (await execute(PROGRAM, ["-hide_banner", "-nostdin", "-loglevel", "error", "-y", ...argv])).stderr;
}

export interface Wish {
  /** The extension determines the container. */
  readonly name?: string;
  readonly size?: string;
  readonly framesPerSecond?: number;
  readonly seconds?: number;
  readonly video?: readonly string[];
  /** Null for a video without sound. */
  readonly audio?: string | null;
  /** Options before the output file. */
  readonly more?: readonly string[];
}

/** The encoder's fastest settings: picture quality does not matter here. */
const VP9 = ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"];

/** Older versions consider Opus in MP4 experimental. */
const IN_MP4 = ["-strict", "-2"];

/** A video of a test picture with a clock, and a tone, as an editor or a camera would write it. */
export async function aFilm(wish: Wish = {}): Promise<Buffer<ArrayBuffer>> {
  const { name = "film.mp4", size = "320x240", framesPerSecond = 25, seconds = 4, video = VP9, audio = "libopus", more = [] } = wish;
  await using folder = await temporaryFolder();
  const path = join(folder.path, name);
  const picture = ["-f", "lavfi", "-i", `testsrc=size=${size}:rate=${framesPerSecond}:duration=${seconds}`];
  const sound = audio === null ? [] : ["-f", "lavfi", "-i", `sine=duration=${seconds}:sample_rate=48000`];
  await ffmpeg(...picture, ...sound, ...video, ...(audio === null ? [] : ["-c:a", audio]), ...IN_MP4, ...more, path);
  return Buffer.from(await readFile(path));
}

/** The same video, rotated by the matrix of its track (ISO/IEC 14496-12, 8.3.2), as if filmed with the camera upright. */
export function turned(film: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(film);
  const matrix = bytes.indexOf("tkhd", 0, "latin1") + 44;
  for (const [index, value] of [0, 0x10000, 0, -0x10000, 0, 0].entries()) bytes.writeInt32BE(value, matrix + 4 * index);
  return bytes;
}

export interface Seen {
  /** Codec and profile; an AVC level follows from dimensions and frame rate. */
  readonly video: string | null;
  readonly width: number;
  readonly height: number;
  readonly rotation: number;
  readonly framesPerSecond: number;
  readonly audio: string | null;
  readonly seconds: number;
  /** The top-level boxes, in order. */
  readonly boxes: readonly string[];
}

/** What an independent reader finds in a video. */
export async function seen(bytes: Buffer<ArrayBuffer>): Promise<Seen> {
  using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  if (video === null) throw new Error("no picture");
  return {
    video: (await video.getCodecParameterString())?.replace(/^(avc1\.....)..$/, "$1") ?? null,
    width: await video.getDisplayWidth(),
    height: await video.getDisplayHeight(),
    rotation: await video.getRotation(),
    framesPerSecond: Math.round((await video.computePacketStats()).averagePacketRate),
    audio: audio === null ? null : await audio.getCodecParameterString(),
    seconds: Math.round((await input.computeDuration()) * 10) / 10,
    boxes: boxesOf(bytes),
  };
}

function boxesOf(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 8 <= bytes.length; at += Math.max(8, bytes.readUInt32BE(at))) names.push(bytes.toString("latin1", at + 4, at + 8));
  return names;
}

/** The errors of a player that plays every frame; empty for an intact video. */
export async function played(bytes: Buffer, folder: string): Promise<string> {
  const path = join(folder, "played");
  await writeFile(path, bytes);
  return ffmpeg("-i", path, "-f", "null", "-");
}
