import { stat } from "node:fs/promises";
import type { ImageRules, MediaRules, VideoRules } from "@rostrum/contract/media-rules.ts";
import { kindOf } from "@rostrum/contract/medium-facts.ts";
import type { ChannelOutline } from "@rostrum/contract/outlines.ts";
import { filesThatGo, mediaRulesOf } from "@rostrum/contract/preflight.ts";
import { isFitImage, lengthText, videoCourse } from "@rostrum/contract/preflight-files.ts";
import type { App } from "../../app.ts";
import { deriveMedium } from "./derive.ts";
import { convertVideo, findFfmpeg } from "./ffmpeg.ts";
import { fitStored } from "./fit.ts";
import type { ImageOrder } from "./images.ts";
import { inspectContent } from "./inspect.ts";
import { localCopy } from "./local-copy.ts";
import type { StoredMedia } from "./stored.ts";
import { GIVEN_UP, hasEnded, isGivenUp } from "./trials.ts";

export interface Preparation {
  readonly brandId: number;
  /** All media of the post. */
  readonly media: readonly StoredMedia[];
  readonly channel: ChannelOutline;
  readonly asStory: boolean;
}

export type Prepared =
  | { readonly kind: "ready"; readonly media: readonly StoredMedia[] }
  | { readonly kind: "failed"; readonly message: string };

/**
 * The post's files in a form the platform accepts: videos are converted if necessary and ffmpeg is available, images if the
 * platform fetches them from us. Derived files are reused. Rejects when the signal aborts.
 */
export async function prepareMedia(app: App, preparation: Preparation, signal: AbortSignal): Promise<Prepared> {
  const { media, channel, asStory } = preparation;
  const rules = mediaRulesOf(channel, asStory);
  const going = new Set(filesThatGo(media, rules).map(({ id }) => id));
  const ready: StoredMedia[] = [];
  for (const medium of media) {
    const made = going.has(medium.id) ? await prepareMedium(app, { ...preparation, medium, rules }, signal) : medium;
    if (typeof made === "string") return { kind: "failed", message: `The file ${medium.name} could not be converted: ${made}.` };
    ready.push(made);
  }
  return { kind: "ready", media: ready };
}

interface Step extends Preparation {
  readonly medium: StoredMedia;
  readonly rules: MediaRules;
}

async function prepareMedium(app: App, step: Step, signal: AbortSignal): Promise<StoredMedia | string> {
  const kind = kindOf(step.medium);
  if (kind === "video") return prepareVideo(app, step, signal);
  if (kind !== "image" || step.rules.image.types === null) return step.medium;
  if (step.rules.fetchesImages) return prepareImage(app, step, signal);
  // Its connector would request it in the middle of an attempt, too late to find out that it is unreadable.
  return (await isGivenUp(app, { mediaId: step.medium.id, work: "image" })) ? GIVEN_UP : step.medium;
}

async function prepareVideo(app: App, { brandId, medium, channel, rules }: Step, signal: AbortSignal): Promise<StoredMedia | string> {
  const { type } = channel;
  const course = videoCourse(medium, rules.video, { type, convertsVideos: true });
  if (course.kind !== "converted") return medium;
  const program = await findFfmpeg(app.config.path);
  if (program === null) return medium;
  return deriveMedium(app, {
    brandId,
    media: medium,
    kind: "video",
    recipe: { video: rules.video },
    async make(path) {
      signal.throwIfAborted();
      await using source = await localCopy(app.storage, medium.storageKey);
      const failure = await convertVideo({ program, from: source.path, to: path, video: medium, rules: rules.video }, signal);
      if (failure !== null) return failure;
      return judged(path, medium, rules.video, type);
    },
  });
}

/** The result is examined like an upload: if it is still over the limits, it is not sent. */
async function judged(path: string, medium: StoredMedia, rules: VideoRules, type: ChannelOutline["type"]) {
  const { size } = await stat(path);
  const looked = await inspectContent(path, "video/mp4");
  if (hasEnded(looked)) return "the result is not a video";
  const { facts, ...content } = looked;
  const made = { mime: "video/mp4", sizeBytes: size, ...content };
  if (content.width === null) return "the result is not a video";
  const course = videoCourse({ ...made, name: medium.name, facts }, rules, { type, convertsVideos: false });
  if (course.kind === "refused") return `the result is not accepted (${withoutPeriod(course.obstacle.message)})`;
  return brokenOff(medium, made) ?? made;
}

/** For a sentence inside another. */
function withoutPeriod(sentence: string): string {
  return sentence.endsWith(".") ? sentence.slice(0, -1) : sentence;
}

/** The streams of a video end at different times, and those left out may be the longest. */
const SHORTFALL_SECONDS_MAX = 1;
const SHORTFALL_SHARE_MAX = 0.02;

/** Trap: ffmpeg converts whatever is left of a truncated file, and reports success. */
function brokenOff(medium: Length, made: Length): string | null {
  if (medium.durationSeconds === null || made.durationSeconds === null) return null;
  const missing = medium.durationSeconds - made.durationSeconds;
  if (missing <= SHORTFALL_SECONDS_MAX + medium.durationSeconds * SHORTFALL_SHARE_MAX) return null;
  return `it breaks off after ${lengthText(made.durationSeconds)} of ${lengthText(medium.durationSeconds)}`;
}

type Length = Pick<StoredMedia, "durationSeconds">;

async function prepareImage(app: App, step: Step, signal: AbortSignal): Promise<StoredMedia | string> {
  const { brandId, medium, rules } = step;
  const order = orderOf(step, rules.image);
  if (order === null) return medium;
  return deriveMedium(app, {
    brandId,
    media: medium,
    kind: "image",
    recipe: { image: order },
    async make(path) {
      const image = await fitStored(app, { media: medium, wanted: order, to: path, signal });
      if (image === null) return "it cannot be read, or not be made small enough";
      return hasEnded(image) ? image : { ...image, durationSeconds: null };
    },
  });
}

/** Null for an image the platform accepts unchanged. */
function orderOf({ medium, media }: Step, rules: ImageRules): ImageOrder | null {
  const { types, bytesMin, bytesMax, pixelsMax, sidesMax, animatedGifBytesMax } = rules;
  if (medium.mime === "image/gif" && medium.facts?.animated === true && medium.sizeBytes <= (animatedGifBytesMax ?? -1)) return null;
  const size = sizeOf(media, medium, rules);
  if (size === null && isFitImage(medium, rules)) return null;
  return {
    types: types ?? [medium.mime, "image/jpeg"],
    maxBytes: bytesMax ?? Number.POSITIVE_INFINITY,
    ...(bytesMin === null ? {} : { minBytes: bytesMin }),
    ...(pixelsMax === null ? {} : { maxPixels: pixelsMax }),
    ...(sidesMax === null ? {} : { sidesMax }),
    ...(size === null ? {} : { size }),
  };
}

/** The first image's size, if all must have it and this one does not. */
function sizeOf(media: readonly StoredMedia[], medium: StoredMedia, { sameSize }: ImageRules): { width: number; height: number } | null {
  const [first] = media.filter((other) => kindOf(other) === "image");
  if (!sameSize || first === undefined || first.width === null || first.height === null) return null;
  const { width, height } = first;
  return medium.width === width && medium.height === height ? null : { width, height };
}
