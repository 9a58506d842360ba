import { spawn } from "node:child_process";
import { access, constants as files } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { delimiter, join } from "node:path";
import type { VideoRules } from "@rostrum/contract/media-rules.ts";
import type { MediumOutline } from "@rostrum/contract/medium-facts.ts";
import { AUDIO_BITS_PER_SECOND, hasRoomForVideo, videoBitsPerSecond } from "@rostrum/contract/preflight-files.ts";
import { bounded } from "../../ground/decoding/bounds.ts";
import type { Ended } from "./trials.ts";

/** Conversion is given up after this: the channel's other posts are waiting. */
const CONVERT_SECONDS_MAX = 600;
/** Each thread buffers frames: on a large machine one per core would waste memory. */
const THREADS_MAX = 4;
/** The CPU limit applies even if this process is killed and cannot stop it. */
const BOUNDS = { memoryMegabytes: 3000, processorSeconds: CONVERT_SECONDS_MAX * THREADS_MAX };
/** Maximum length of the error output kept. */
const WORDS_MAX = 2000;
/** Frame rate if the source's is too low or too high. */
const FRAMES_PER_SECOND = 30;
/** No platform shows videos larger than this. */
const SIDE_MAX = 3840;

/** ffmpeg on this `PATH`, or null. Looked up every time, so that installing it needs no restart. */
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

/** Null on success, else why it failed, or that the process was killed. On abort, kills the process and rejects. */
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
  // Do not reveal paths of this machine.
  return typeof failure === "string" ? failure.replaceAll(from, "the file").replaceAll(to, "the result") : failure;
}

/** No film needs longer for its first frame. */
const FRAME_SECONDS_MAX = 30;
const FRAME_SIDE_MAX = 960;

interface Frame {
  readonly program: string;
  readonly from: string;
  readonly to: string;
  readonly mime: string;
}

/** Writes a video's first frame as a PNG. Null on success, else why it failed, or that it was ended. */
export async function firstFrame({ program, from, to, mime }: Frame): Promise<string | null | Ended> {
  const demuxer = DEMUXERS[mime];
  if (demuxer === undefined) return `files of the type ${mime} are not read`;
  const filter = `scale='trunc(iw*sar)':ih,scale='min(${FRAME_SIDE_MAX},iw)':'min(${FRAME_SIDE_MAX},ih)':force_original_aspect_ratio=decrease`;
  const frame = ["-map", "0:v:0", "-frames:v", "1", "-an", "-sn", "-dn", "-vf", filter, "-c:v", "png", "-f", "image2", "-update", "1"];
  const signal = AbortSignal.timeout(FRAME_SECONDS_MAX * 1000);
  const failure = await run(program, [...QUIET, "-threads", "1", "-f", demuxer, "-i", from, ...frame, to], signal);
  return signal.aborted ? { ended: `it took longer than ${FRAME_SECONDS_MAX} s` } : failure;
}

/** Explicit demuxers and file access only, so that a playlist in a hostile file cannot make ffmpeg open other files or URLs. */
const DEMUXERS: Readonly<Record<string, string>> = {
  "video/mp4": "mov",
  "video/quicktime": "mov",
  "video/x-m4v": "mov",
  "video/webm": "matroska",
  "video/x-matroska": "matroska",
};
const QUIET = ["-hide_banner", "-nostdin", "-loglevel", "error", "-y", "-protocol_whitelist", "file", "-max_alloc", "1000000000"];

/** The options for H.264 and AAC in MP4 within the rules; null if the bit rate left for video is too low. */
export function optionsFor(video: MediumOutline, rules: VideoRules): string[] | null {
  if (!hasRoomForVideo(video, rules)) return null;
  const bits = videoBitsPerSecond(video, rules);
  const rate = bits === null ? [] : ["-maxrate", String(bits), "-bufsize", String(bits * 2)];
  const picture = ["-c:v", "libx264", "-profile:v", "high", "-preset", "veryfast", "-crf", "21", "-pix_fmt", "yuv420p", ...rate];
  const sound = ["-c:a", "aac", "-b:a", String(AUDIO_BITS_PER_SECOND), "-ac", "2", "-ar", "48000"];
  // Closed GOPs and the index at the front: several platforms require both.
  const container = ["-flags", "+cgop", "-g", "60", "-movflags", "+faststart", "-map_metadata", "-1", "-f", "mp4"];
  return ["-map", "0:v:0", "-map", "0:a:0?", "-sn", "-dn", "-vf", filters(video, rules), ...picture, ...sound, ...container];
}

/** Even dimensions, as the codec requires, and square pixels; ffmpeg rotates by itself. */
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
  // Wait for a started process to exit: its file is removed afterwards.
  child.once("error", (error) => child.pid === undefined && resolve(error.message));
  child.once("close", (code, by) => {
    if (ended.aborted) return resolve(`it took longer than ${CONVERT_SECONDS_MAX / 60} minutes`);
    if (by !== null) return resolve({ ended: `ffmpeg was ended by ${by}` });
    resolve(code === 0 ? null : firstWords(words) || `ffmpeg ended with ${code}`);
  });
  return promise;
}

/** The first error is the cause, later ones follow from it; the component prefix is dropped. */
function firstWords(words: string): string {
  const [line = ""] = words.trim().split("\n");
  return line.replace(/^\[[^\]]*\]\s*/, "").replace(/\.$/, "");
}

/** Lowers the priority: requests come first. */
function yieldTo(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It may have exited already.
  }
}
