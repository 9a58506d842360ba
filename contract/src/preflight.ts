import type { ChannelType } from "./channels.ts";
import type { KindRule, MediaRules, VideoRules } from "./media-rules.ts";
import { kindOf, type MediumKind, type MediumOutline } from "./medium-facts.ts";
import type { ChannelOutline, Conversions, Obstacle, PostOutline } from "./outlines.ts";
import { platforms } from "./platforms.ts";
import { missingSentence, preferencesInEffect } from "./preferences.ts";
import { documentObstacle, imageObstacle, videoCourse } from "./preflight-files.ts";
import { textObstacle } from "./preflight-text.ts";

/**
 * An obstacle that is certain to keep a post from a platform, by the platform's facts, the account's limits and the known facts
 * of the files; null if there is none. Unknown facts count as fine: the connector finds out the rest. The engine calls this
 * before publishing, so forecasts agree with it.
 */
export function obstacleOf(post: PostOutline, channel: ChannelOutline, conversions: Conversions): Obstacle | null {
  return (
    obstacleOfKind(post, channel) ??
    obstacleOfChoice(post, channel) ??
    obstacleOfFiles(post, channel, conversions) ??
    textObstacle(post, channel)
  );
}

/** The file rules of a channel: its platform's row, overridden by the account's own limits. */
export function mediaRulesOf(channel: ChannelOutline, asStory: boolean): MediaRules {
  const row = platforms[channel.type].media;
  const own = asStory && row.story !== null ? { ...row, ...row.story } : row;
  const noSizes = own.sizesOfOwnAddressOnly && channel.elsewhere;
  const { limits } = channel;
  const video: VideoRules = {
    ...own.video,
    types: limits.mimeTypes ?? own.video.types,
    bytes: { min: own.video.bytes.min, max: limits.videoBytes ?? (noSizes ? null : own.video.bytes.max) },
    pixelsMax: limits.videoPixels ?? own.video.pixelsMax,
    seconds: { min: own.video.seconds.min, max: limits.videoSeconds ?? own.video.seconds.max },
  };
  return { ...own, video, document: noSizes ? { ...own.document, bytesMax: null } : own.document };
}

/** The files sent to a platform: all, or the first ones if it drops the rest. */
export function filesThatGo<M extends { readonly mime: string }>(media: readonly M[], rules: MediaRules): M[] {
  const seen: Record<MediumKind, number> = { image: 0, video: 0, document: 0 };
  return media.filter((medium) => {
    const kind = kindOf(medium);
    seen[kind] += 1;
    const rule = ruleOf(kind, rules);
    return rule.beyond !== "dropped" || seen[kind] <= rule.max;
  });
}

function obstacleOfKind(post: PostOutline, channel: ChannelOutline): Obstacle | null {
  const { type } = channel;
  const { polls, textAlone } = platforms[type];
  const rules = mediaRulesOf(channel, post.asStory);
  const left = filesThatGo(post.media, rules);
  const count = (kind: MediumKind) => post.media.filter((medium) => kindOf(medium) === kind).length;
  if (count("document") > 0 && isNever(rules.documents)) return unsuitable(`${type} takes no documents.`);
  if (count("video") > 0 && isNever(rules.videos)) return unsuitable(`${type} takes no videos.`);
  if (count("image") > 0 && (isNever(rules.images) || (left.length === 0 && !textAlone))) return unsuitable(`${type} takes no images.`);
  if (!textAlone && left.length === 0) return unsuitable(`${type} takes no text alone.`);
  if (!rules.mixed && count("image") > 0 && count("video") > 0) return unsuitable(`${type} takes images or a video in a post, not both.`);
  if (post.text.trim() !== "" || left.length > 0) return null;
  if (post.poll === null) return post.media.length === 0 ? null : unsuitable(`${type} takes no such files, and the post has no caption.`);
  return polls ? null : unsuitable(`${type} takes no polls, and the post has no caption.`);
}

function obstacleOfChoice({ preferences: own }: PostOutline, { preferences }: ChannelOutline): Obstacle | null {
  const missing = preferences === undefined ? [] : preferencesInEffect(preferences, own).missing;
  return missing.length === 0 ? null : { reason: "preference_missing", message: missing.map(missingSentence).join(" ") };
}

function isNever({ max, beyond }: KindRule): boolean {
  return max === 0 && beyond === "refused";
}

const NAMES: Readonly<Record<MediumKind, string>> = { image: "images", video: "videos", document: "documents" };

function obstacleOfFiles(post: PostOutline, channel: ChannelOutline, conversions: Conversions): Obstacle | null {
  const rules = mediaRulesOf(channel, post.asStory);
  const { type } = channel;
  const files = filesThatGo(post.media, rules);
  for (const kind of ["image", "video", "document"] as const) {
    const { max, beyond } = ruleOf(kind, rules);
    const count = files.filter((medium) => kindOf(medium) === kind).length;
    if (beyond === "refused" && count > max) return tooMany(type, { count, what: NAMES[kind], max });
  }
  if (rules.filesMax !== null && files.length > rules.filesMax) {
    return tooMany(type, { count: files.length, what: "files", max: rules.filesMax });
  }
  const hidden = files.find((medium) => channel.outOfReach?.kinds.includes(kindOf(medium)));
  if (hidden !== undefined) return outOfReach(type, { what: NAMES[kindOf(hidden)], address: channel.outOfReach?.address ?? "" });
  for (const [index, medium] of files.entries()) {
    const obstacle = obstacleOfFile(medium, { rules, type, conversions, isFirst: index === 0 });
    if (obstacle !== null) return obstacle;
  }
  return null;
}

function obstacleOfFile(
  medium: MediumOutline,
  { rules, type, conversions, isFirst }: { rules: MediaRules; type: ChannelType; conversions: Conversions; isFirst: boolean },
): Obstacle | null {
  const kind = kindOf(medium);
  if (kind === "image") return imageObstacle(medium, rules.image, { type, isFirst, fetches: rules.fetchesImages });
  if (kind === "document") return documentObstacle(medium, rules.document, type);
  const course = videoCourse(medium, rules.video, { type, convertsVideos: conversions.convertsVideos });
  if (course.kind !== "refused") return null;
  const { obstacle, convertible } = course;
  return convertible ? { ...obstacle, message: `${obstacle.message} With ffmpeg installed it is converted.` } : obstacle;
}

function ruleOf(kind: MediumKind, rules: MediaRules): KindRule {
  return { image: rules.images, video: rules.videos, document: rules.documents }[kind];
}

function tooMany(type: ChannelType, { count, what, max }: { count: number; what: string; max: number }): Obstacle {
  return { reason: "too_many_files", message: `The post has ${count} ${what}; ${type} takes at most ${max}.` };
}

function outOfReach(type: ChannelType, { what, address }: { what: string; address: string }): Obstacle {
  const message = `${type} fetches ${what} from this service, which it cannot do at ${address}. The operator has to give it a public https address (ROSTRUM_PUBLIC_URL).`;
  return { reason: "files_out_of_reach", message };
}

function unsuitable(message: string): Obstacle {
  return { reason: "unsuitable", message };
}
