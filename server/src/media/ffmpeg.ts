import { spawn } from "node:child_process";
import { access, constants as files } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { delimiter, join } from "node:path";
import type { VideoRules } from "@rostrum/contract/media-rules.ts";
import type { MediumOutline } from "@rostrum/contract/medium-facts.ts";
import { bounded } from "../decoding/bounds.ts";
import type { Ended } from "./trials.ts";

/** A video that is not done by then is given up: posts of its channel wait behind it. */
const CONVERT_SECONDS_MAX = 600;
/** Each holds pictures of its own: on a large machine many of them would need more memory than there is good reason for. */
const THREADS_MAX = 4;
/** The processor time ends it also when this process is killed and cannot. */
const BOUNDS = { memoryMegabytes: 3000, processorSeconds: CONVERT_SECONDS_MAX * THREADS_MAX };
/** What the program says of its trouble is kept up to here. */
const WORDS_MAX = 2000;
const AUDIO_BITS_PER_SECOND = 128_000;
/** Room for the container and for rates that swing. */
const SIZE_SHARE = 0.9;
/** Below this nothing can be made out. */
const VIDEO_BITS_PER_SECOND_MIN = 150_000;
/** More than any picture here needs, and little enough for the program's own counters. */
const VIDEO_BITS_PER_SECOND_MAX = 50_000_000;
/** Frames when the source has too few or too many of them. */
const FRAMES_PER_SECOND = 30;
/** Nothing that is published here is shown larger. */
const SIDE_MAX = 3840;

/** The program on this path (`PATH`), or null. Looked up each time: whoever installs it need not restart anything. */
export async function findFfmpeg(path: string): Promise<string | null> {
  for (const folder of path.split(delimiter)) {
    if (folder === "") continue;
    const file = join(folder, "ffmpeg");
    const isThere = await access(file, files.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return null;
}

export interface Conversion {
  readonly program: string;
  readonly from: string;
  readonly to: string;
  readonly video: MediumOutline;
  readonly rules: VideoRules;
}

/** Null when it is done, else why it is not, or that something ended the program. The program is killed when the signal aborts; then this rejects. */
export async function convertVideo(conversion: Conversion, signal: AbortSignal): Promise<string | null | Ended> {
  const options = optionsFor(conversion.video, conversion.rules);
  if (options === null) return "the platform takes too few bytes for its length";
  const { program, from, to, video } = conversion;
  const demuxer = DEMUXERS[video.mime];
  if (demuxer === undefined) return `files of the type ${video.mime} are not converted`;
  const threads = ["-threads", String(THREADS_MAX)];
  const argv = [...QUIET, ...threads, "-f", demuxer, "-i", from, ...options, ...threads, to];
  signal.throwIfAborted();
  const failure = await run(program, argv, signal);
  signal.throwIfAborted();
  // Places on this machine are nobody's business.
  return typeof failure === "string" ? failure.replaceAll(from, "the file").replaceAll(to, "the result") : failure;
}

/** Named, and files alone: a playlist inside a hostile file cannot send the program to other files or into the network. */
const DEMUXERS: Readonly<Record<string, string>> = {
  "video/mp4": "mov",
  "video/quicktime": "mov",
  "video/x-m4v": "mov",
  "video/webm": "matroska",
  "video/x-matroska": "matroska",
};
const QUIET = ["-hide_banner", "-nostdin", "-loglevel", "error", "-y", "-protocol_whitelist", "file", "-max_alloc", "1000000000"];

/** What makes H.264 and AAC in MP4 within the rules; null when no bits are left for the picture. */
export function optionsFor(video: MediumOutline, rules: VideoRules): string[] | null {
  const bits = bitsFor(video, rules);
  if (bits !== null && bits < VIDEO_BITS_PER_SECOND_MIN) return null;
  const rate = bits === null ? [] : ["-maxrate", String(bits), "-bufsize", String(bits * 2)];
  const picture = ["-c:v", "libx264", "-profile:v", "high", "-preset", "veryfast", "-crf", "21", "-pix_fmt", "yuv420p", ...rate];
  const sound = ["-c:a", "aac", "-b:a", String(AUDIO_BITS_PER_SECOND), "-ac", "2", "-ar", "48000"];
  // Closed groups of pictures, and the index before the pictures: several platforms ask for both.
  const container = ["-flags", "+cgop", "-g", "60", "-movflags", "+faststart", "-map_metadata", "-1", "-f", "mp4"];
  return ["-map", "0:v:0", "-map", "0:a:0?", "-sn", "-dn", "-vf", filters(video, rules), ...picture, ...sound, ...container];
}

function bitsFor({ durationSeconds }: MediumOutline, { bytes, bitsPerSecondMax }: VideoRules): number | null {
  const bySize =
    bytes.max === null || durationSeconds === null ? null : ((bytes.max * 8) / durationSeconds) * SIZE_SHARE - AUDIO_BITS_PER_SECOND;
  const byRate = bitsPerSecondMax === null ? null : bitsPerSecondMax * SIZE_SHARE - AUDIO_BITS_PER_SECOND;
  const least = Math.min(bySize ?? Number.POSITIVE_INFINITY, byRate ?? Number.POSITIVE_INFINITY);
  return Number.isFinite(least) ? Math.floor(Math.min(Math.max(0, least), VIDEO_BITS_PER_SECOND_MAX)) : null;
}

/** Sizes are even, as the codec wants them; pixels become square; turning is what the program does by itself. */
function filters({ width, height, facts }: MediumOutline, rules: VideoRules): string {
  const side = Math.min(rules.side.max ?? SIDE_MAX, SIDE_MAX);
  const wide = Math.min(rules.width.max ?? SIDE_MAX, side);
  const pixels = rules.pixelsMax ?? SIDE_MAX * SIDE_MAX;
  const scale = width === null || height === null ? 1 : Math.min(1, wide / width, side / height, Math.sqrt(pixels / (width * height)));
  const size =
    width === null || height === null
      ? `scale='trunc(min(iw,${wide})/2)*2':'trunc(ow/dar/2)*2'`
      : `scale=${even(width * scale)}:${even(height * scale)}`;
  const rate = facts?.framesPerSecond ?? null;
  const { min, max } = rules.framesPerSecond;
  const isOff = rate !== null && ((max !== null && rate > max) || (min !== null && rate < min));
  return [size, "setsar=1", ...(isOff ? [`fps=${FRAMES_PER_SECOND}`] : [])].join(",");
}

function even(value: number): number {
  return Math.max(2, Math.floor(value / 2) * 2);
}

async function run(program: string, argv: readonly string[], signal: AbortSignal): Promise<string | null | Ended> {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(CONVERT_SECONDS_MAX * 1000)]);
  const { promise, resolve } = Promise.withResolvers<string | null | Ended>();
  const within = bounded(BOUNDS, [program, ...argv]);
  const child = spawn(within.command, within.argv, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
    signal: ended,
    killSignal: "SIGKILL",
  });
  if (child.pid !== undefined) yieldTo(child.pid);
  let words = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    words = (words + text).slice(0, WORDS_MAX);
  });
  // Of a process that was started the end is waited for: its file is removed after it.
  child.once("error", (error) => child.pid === undefined && resolve(error.message));
  child.once("close", (code, by) => {
    if (ended.aborted) return resolve(`it took longer than ${CONVERT_SECONDS_MAX / 60} minutes`);
    if (by !== null) return resolve({ ended: `ffmpeg was ended by ${by}` });
    resolve(code === 0 ? null : firstWords(words) || `ffmpeg ended with ${code}`);
  });
  return promise;
}

/** What went wrong comes first, what followed from it after; the part of the program that speaks is of no interest. */
function firstWords(words: string): string {
  const [line = ""] = words.trim().split("\n");
  return line.replace(/^\[[^\]]*\]\s*/, "").replace(/\.$/, "");
}

/** Whoever waits for an answer goes first. */
function yieldTo(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It may have ended already.
  }
}
