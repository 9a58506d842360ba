import type { ChannelType } from "./channels.ts";
import { type Bounds, CODEC_NAMES, CONTAINER_NAMES, type DocumentRules, type ImageRules, type VideoRules } from "./media-rules.ts";
import { type MediumOutline, pixelsMaxOf } from "./medium-facts.ts";
import type { Obstacle } from "./outlines.ts";

/** What happens to a video on a platform. */
export type VideoCourse =
  | { readonly kind: "as it is" }
  /** To H.264 and AAC in MP4, within the rules. */
  | { readonly kind: "converted" }
  /** `convertible`: a service that converts videos would take the obstacle away. */
  | { readonly kind: "refused"; readonly obstacle: Obstacle; readonly convertible: boolean };

/** Durations are slightly off from whole seconds, and platforms tolerate that. */
const SECONDS_MARGIN = 0.1;
/** Platforms treat 59.94 and 60 fps alike, and averages are not exact. */
const RATE_MARGIN = 0.02;
/** Rounding to whole pixels distorts ratios slightly. */
const RATIO_MARGIN = 0.01;

/** An obstacle; `mends` if a conversion removes it. */
interface Problem extends Obstacle {
  readonly mends: boolean;
}

/** The video is refused for an obstacle that no conversion removes; any other is removed if the service can convert videos. */
export function videoCourse(
  video: MediumOutline,
  rules: VideoRules,
  { type, convertsVideos }: { readonly type: ChannelType; readonly convertsVideos: boolean },
): VideoCourse {
  const problems = [...formatProblems(video, rules, type), ...lengthProblems(video, rules, type), ...sizeProblems(video, rules, type)];
  const lasting = problems.find(({ mends }) => !mends);
  if (lasting !== undefined) return { kind: "refused", obstacle: obstacleFrom(lasting), convertible: false };
  const [first] = problems;
  if (first === undefined) return { kind: "as it is" };
  if (!hasRoomForVideo(video, rules)) return { kind: "refused", obstacle: obstacleFrom(first), convertible: false };
  if (convertsVideos) return { kind: "converted" };
  return { kind: "refused", obstacle: obstacleFrom(first), convertible: true };
}

/** What a conversion gives the sound. */
export const AUDIO_BITS_PER_SECOND = 128_000;
/** Margin for the container and for bit rate variation. */
const SIZE_SHARE = 0.9;
/** Below this the video would be unrecognisable. */
const VIDEO_BITS_PER_SECOND_MIN = 150_000;
/** More than any video here needs, and small enough for ffmpeg's own counters. */
const VIDEO_BITS_PER_SECOND_MAX = 50_000_000;

/** The bits per second that a conversion may give the picture, so that the file fits; null if nothing limits them. */
export function videoBitsPerSecond(
  { durationSeconds }: Pick<MediumOutline, "durationSeconds">,
  { bytes, bitsPerSecondMax }: Pick<VideoRules, "bytes" | "bitsPerSecondMax">,
): number | null {
  const bySize =
    bytes.max === null || durationSeconds === null ? null : ((bytes.max * 8) / durationSeconds) * SIZE_SHARE - AUDIO_BITS_PER_SECOND;
  const byRate = bitsPerSecondMax === null ? null : bitsPerSecondMax * SIZE_SHARE - AUDIO_BITS_PER_SECOND;
  const least = Math.min(bySize ?? Number.POSITIVE_INFINITY, byRate ?? Number.POSITIVE_INFINITY);
  return Number.isFinite(least) ? Math.floor(Math.min(Math.max(0, least), VIDEO_BITS_PER_SECOND_MAX)) : null;
}

/** Whether a conversion to the size that the platform takes would leave anything to be recognised. */
export function hasRoomForVideo(
  video: Pick<MediumOutline, "durationSeconds">,
  rules: Pick<VideoRules, "bytes" | "bitsPerSecondMax">,
): boolean {
  const bits = videoBitsPerSecond(video, rules);
  return bits === null || bits >= VIDEO_BITS_PER_SECOND_MIN;
}

/** The reason why a platform cannot accept an image even though images are resized and converted. */
export function imageObstacle(
  image: MediumOutline,
  rules: ImageRules,
  { type, isFirst, fetches }: { readonly type: ChannelType; readonly isFirst: boolean; readonly fetches: boolean },
): Obstacle | null {
  const { name, mime, width, height, sizeBytes, facts } = image;
  // If any type is accepted, files are sent unchanged and never opened here.
  if (facts?.undecodable && rules.types !== null) {
    return {
      reason: "file_unreadable",
      message: `The image ${name} cannot be opened: reading it took too much time or memory, three times.`,
    };
  }
  if (rules.bytesMin !== null && sizeBytes < rules.bytesMin) {
    return { reason: "file_too_small", message: `The image ${name} has ${sizeBytes} bytes; ${type} takes at least ${rules.bytesMin}.` };
  }
  if (width === null || height === null) return null;
  if (
    rules.types !== null &&
    width * height > pixelsMaxOf(mime) &&
    !(fetches && isFitImage(image, rules) && (isFirst || !rules.sameSize))
  ) {
    const most = `${pixelsMaxOf(mime) / 1_000_000} million`;
    return {
      reason: "file_unreadable",
      message: `The image ${name} cannot be opened: it has ${width} × ${height} pixels, and no more than ${most} can be read.`,
    };
  }
  if (rules.sideMin !== null && Math.min(width, height) < rules.sideMin) {
    return {
      reason: "dimensions",
      message: `The image ${name} has ${width} × ${height} pixels; ${type} takes at least ${rules.sideMin} × ${rules.sideMin}.`,
    };
  }
  if (rules.ratios === null || (rules.cropsToFirst && !isFirst)) return null;
  return ratioProblem({ what: "image", name, width, height }, rules.ratios, type);
}

/**
 * Whether an image is sent as it is where the platform takes files unopened: of an accepted type, within the limits, upright and without
 * metadata, which are re-encoded.
 */
export function isFitImage(
  { mime, sizeBytes, width, height, facts }: MediumOutline,
  { types, bytesMax, pixelsMax, sidesMax }: ImageRules,
): boolean {
  const isSmall =
    width === null || height === null
      ? pixelsMax === null && sidesMax === null
      : width * height <= (pixelsMax ?? Number.POSITIVE_INFINITY) &&
        (sidesMax === null || (Math.min(width, height) <= sidesMax[0] && Math.max(width, height) <= sidesMax[1]));
  return (
    (types === null || types.includes(mime)) &&
    sizeBytes <= (bytesMax ?? Number.POSITIVE_INFINITY) &&
    isSmall &&
    facts?.tagged === false &&
    facts.rotation === 0
  );
}

export function documentObstacle(document: MediumOutline, rules: DocumentRules, type: ChannelType): Obstacle | null {
  const { name, mime, sizeBytes, facts } = document;
  if (rules.types !== null && !rules.types.includes(mime))
    return { reason: "unsuitable", message: `${type} takes no ${mime} files (${name}).` };
  if (rules.bytesMax !== null && sizeBytes > rules.bytesMax) {
    return {
      reason: "file_too_large",
      message: `The file ${name} has ${megabytes(sizeBytes)}; ${type} takes ${megabytes(rules.bytesMax)}.`,
    };
  }
  const pages = facts?.pages ?? null;
  if (rules.pagesMax === null || pages === null || pages <= rules.pagesMax) return null;
  return { reason: "document_too_long", message: `The document ${name} has ${pages} pages; ${type} takes ${rules.pagesMax}.` };
}

function* formatProblems({ name, mime, facts }: MediumOutline, rules: VideoRules, type: ChannelType): Generator<Problem> {
  const wrongContainer = rules.types !== null && !rules.types.includes(mime);
  const wrongVideo = isOutside(facts?.videoCodec ?? null, rules.videoCodecs);
  const wrongAudio = isOutside(facts?.audioCodec ?? null, rules.audioCodecs);
  if (!wrongContainer && !wrongVideo && !wrongAudio) return;
  const codecs = [facts?.videoCodec, wrongAudio ? facts?.audioCodec : null]
    .flatMap((codec) => codec ?? [])
    .map((codec) => CODEC_NAMES[codec] ?? codec);
  const container = CONTAINER_NAMES[mime] ?? mime;
  const is = codecs.length === 0 ? container : `${codecs.join(" with ")} in ${container}`;
  const streams = [named(rules.videoCodecs, CODEC_NAMES), wrongAudio ? named(rules.audioCodecs, CODEC_NAMES) : null];
  const takes = [streams.filter((part) => part !== null).join(" with "), named(rules.types, CONTAINER_NAMES) ?? ""];
  const taken = takes.filter((part) => part !== "").join(" in ");
  yield { reason: "video_format", message: `The video ${name} is ${is}; ${type} takes ${taken}.`, mends: true };
}

function* lengthProblems({ name, durationSeconds }: MediumOutline, { seconds }: VideoRules, type: ChannelType): Generator<Problem> {
  if (durationSeconds === null) return;
  const is = `The video ${name} is ${lengthText(durationSeconds)} long; ${type} takes`;
  if (seconds.max !== null && durationSeconds > seconds.max + SECONDS_MARGIN) {
    yield { reason: "video_too_long", message: `${is} at most ${lengthText(seconds.max)}.`, mends: false };
  }
  if (seconds.min !== null && durationSeconds < seconds.min - SECONDS_MARGIN) {
    yield { reason: "video_too_short", message: `${is} at least ${lengthText(seconds.min)}.`, mends: false };
  }
}

function* sizeProblems(video: MediumOutline, rules: VideoRules, type: ChannelType): Generator<Problem> {
  const { name, sizeBytes, width, height, facts } = video;
  const { bytes } = rules;
  if (bytes.max !== null && sizeBytes > bytes.max) {
    const message = `The video ${name} has ${megabytes(sizeBytes)}; ${type} takes ${megabytes(bytes.max)}.`;
    yield { reason: "file_too_large", message, mends: true };
  }
  if (bytes.min !== null && sizeBytes < bytes.min) {
    yield {
      reason: "file_too_small",
      message: `The video ${name} has ${sizeBytes} bytes; ${type} takes at least ${bytes.min}.`,
      mends: false,
    };
  }
  if (width !== null && height !== null) yield* extentProblems({ name, width, height }, rules, type);
  const rate = facts?.framesPerSecond ?? null;
  if (rate !== null && isOutOf(rate, rules.framesPerSecond, RATE_MARGIN)) {
    const message = `The video ${name} has ${rounded(rate)} frames a second; ${type} takes ${boundsText(rules.framesPerSecond)}.`;
    yield { reason: "frame_rate", message, mends: true };
  }
  const bits = facts?.bitsPerSecond ?? null;
  if (rules.bitsPerSecondMax !== null && bits !== null && bits > rules.bitsPerSecondMax * (1 + RATE_MARGIN)) {
    const message = `The video ${name} has ${megabits(bits)}; ${type} takes ${megabits(rules.bitsPerSecondMax)}.`;
    yield { reason: "bit_rate", message, mends: true };
  }
}

function* extentProblems(
  { name, width, height }: { readonly name: string; readonly width: number; readonly height: number },
  rules: VideoRules,
  type: ChannelType,
): Generator<Problem> {
  const ratio = rules.ratios === null ? null : ratioProblem({ what: "video", name, width, height }, rules.ratios, type);
  if (ratio !== null) yield { ...ratio, mends: false };
  const is = `The video ${name} has ${width} × ${height} pixels; ${type} takes`;
  const short = Math.min(width, height);
  if (rules.side.min !== null && short < rules.side.min) {
    yield { reason: "dimensions", message: `${is} at least ${rules.side.min} on each side.`, mends: false };
  }
  if (rules.side.max !== null && Math.max(width, height) > rules.side.max) {
    yield { reason: "dimensions", message: `${is} at most ${rules.side.max} on each side.`, mends: true };
  }
  if (rules.width.max !== null && width > rules.width.max) {
    yield { reason: "dimensions", message: `${is} a width of at most ${rules.width.max}.`, mends: true };
  }
  if (rules.pixelsMax !== null && width * height > rules.pixelsMax) {
    yield { reason: "dimensions", message: `${is} ${rules.pixelsMax} in all.`, mends: true };
  }
}

function ratioProblem(
  { what, name, width, height }: { what: string; name: string; width: number; height: number },
  [narrowest, widest]: readonly [number, number],
  type: ChannelType,
): Obstacle | null {
  const ratio = width / height;
  if (ratio >= narrowest * (1 - RATIO_MARGIN) && ratio <= widest * (1 + RATIO_MARGIN)) return null;
  return {
    reason: "aspect_ratio",
    message: `The ${what} ${name} is ${width} × ${height}, a ratio of ${rounded(ratio)}:1; ${type} takes ${rounded(narrowest)}:1 to ${rounded(widest)}:1.`,
  };
}

function obstacleFrom({ reason, message }: Problem): Obstacle {
  return { reason, message };
}

/** Whether a codec is known and not among the accepted ones. */
function isOutside(codec: string | null, taken: readonly string[] | null): boolean {
  return codec !== null && taken !== null && !taken.includes(codec);
}

function isOutOf(value: number, { min, max }: Bounds, margin: number): boolean {
  return (min !== null && value < min * (1 - margin)) || (max !== null && value > max * (1 + margin));
}

function named(words: readonly string[] | null, names: Readonly<Record<string, string>>): string | null {
  if (words === null) return null;
  const known = words.flatMap((word) => names[word] ?? []);
  return known.length < 2 ? (known[0] ?? null) : `${known.slice(0, -1).join(", ")} or ${known.at(-1)}`;
}

function boundsText({ min, max }: Bounds): string {
  if (min === null) return `at most ${max}`;
  return max === null ? `at least ${min}` : `${min} to ${max}`;
}

/** As people say how long a film is. */
export function lengthText(seconds: number): string {
  if (seconds < 60) return `${rounded(seconds)} s`;
  const whole = Math.round(seconds);
  const rest = whole % 60;
  return rest === 0 ? `${whole / 60} min` : `${Math.floor(whole / 60)} min ${rest} s`;
}

function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${bytes} bytes` : `${rounded(bytes / 1_000_000)} MB`;
}

function megabits(bitsPerSecond: number): string {
  return `${rounded(bitsPerSecond / 1_000_000)} Mbit/s`;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
