import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { processingState } from "../../sandbox/kit/processing.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { resource } from "./calls.ts";
import { find, known, printTime, type Stored } from "./model.ts";
import type { Settings } from "./settings.ts";
import { thumbnailsOf } from "./thumbnails.ts";
import { type Counts, countsOf, privacyOf, takesComments, uploadStatusOf } from "./videos.ts";

export const OWNER_PARTS = ["fileDetails", "processingDetails"];
export const VIDEO_PARTS = ["id", "snippet", "status", "statistics", ...OWNER_PARTS];

interface Ground {
  readonly world: SandboxWorld;
  readonly settings: Settings;
}

/** A video as the API gives it. */
export async function videoView(ground: Ground, video: Stored<"video">, parts: readonly string[]): Promise<Record<string, unknown>> {
  const { world } = ground;
  const { title } = await known(world, "account", video.channel_id);
  const counts = await countsOf(world, video.id);
  const own = await find(world, "thumbnail", video.id);
  const thumbnails = thumbnailsOf(world, video.id, own);
  return resource({ kind: "youtube#video", id: video.id }, parts, {
    snippet: () => ({ ...snippetOf(video), channelTitle: title, thumbnails }),
    status: () => statusOf(ground, video),
    statistics: () => ({ ...statisticsOf(ground, video, counts), favoriteCount: "0" }),
    fileDetails: () => (areDetailsKnown(ground, video) ? fileOf(video) : undefined),
    processingDetails: () => processingOf(ground, video),
  });
}

/** Numbers are texts. What is hidden or switched off is not there. */
export function statisticsOf({ settings }: Pick<Ground, "settings">, video: Stored<"video">, counts: Counts): Record<string, string> {
  return {
    viewCount: String(counts.views),
    ...(settings.hides_likes ? {} : { likeCount: String(counts.likes) }),
    ...(takesComments({ settings }, video) ? { commentCount: String(counts.comments) } : {}),
  };
}

function snippetOf(video: Stored<"video">): Record<string, unknown> {
  const { title, description, tags, category_id, default_language } = video;
  return {
    publishedAt: printTime(video.createdAt),
    channelId: video.channel_id,
    title,
    description,
    ...(tags.length === 0 ? {} : { tags }),
    categoryId: category_id,
    liveBroadcastContent: "none",
    ...(default_language === null ? {} : { defaultLanguage: default_language }),
    localized: { title, description },
  };
}

function statusOf({ world }: Ground, video: Stored<"video">): Record<string, unknown> {
  const uploadStatus = uploadStatusOf(world, video);
  const { publish_at, rejection } = video;
  return {
    uploadStatus,
    ...(uploadStatus === "failed" ? { failureReason: video.failure } : {}),
    ...(uploadStatus === "rejected" ? { rejectionReason: rejection } : {}),
    privacyStatus: privacyOf(world, video),
    ...(publish_at === null || publish_at <= world.now() ? {} : { publishAt: printTime(publish_at) }),
    license: video.license,
    embeddable: video.embeddable,
    publicStatsViewable: video.stats_viewable,
    madeForKids: video.made_for_kids,
    selfDeclaredMadeForKids: video.made_for_kids,
    containsSyntheticMedia: video.synthetic,
  };
}

function fileOf({ facts, size, mime }: Stored<"video">): Record<string, unknown> {
  const file = { fileName: "unknown", fileSize: String(size), fileType: facts === null ? "other" : "video", container: mime.split("/")[1] };
  if (facts === null) return file;
  const { width, height, seconds, framesPerSecond } = facts;
  const rate = framesPerSecond === null ? {} : { frameRateFps: framesPerSecond };
  return {
    ...file,
    videoStreams: [{ widthPixels: width, heightPixels: height, aspectRatio: width / height, ...rate }],
    durationMs: String(Math.round(seconds * 1000)),
    bitrateBps: String(seconds > 0 ? Math.round((size * 8) / seconds) : 0),
  };
}

/** Facts of the file may be known before the video has been processed. */
function areDetailsKnown({ world, settings }: Ground, { createdAt }: Stored<"video">): boolean {
  return addSeconds(createdAt, settings.file_details_seconds) <= world.now();
}

function processingOf(ground: Ground, video: Stored<"video">): Record<string, unknown> {
  const { world } = ground;
  const state = processingState(world, video.processing);
  const left = Date.parse(video.processing.ready_at) - toEpochMilliseconds(world.now());
  return {
    processingStatus: state === "ready" ? "succeeded" : state,
    ...(state === "processing"
      ? { processingProgress: { partsTotal: "1000", partsProcessed: "0", timeLeftMs: String(Math.ceil(left)) } }
      : {}),
    ...(state === "failed" ? { processingFailureReason: "transcodeFailed" } : {}),
    fileDetailsAvailability: areDetailsKnown(ground, video) ? "available" : "inProgress",
    processingIssuesAvailability: state === "processing" ? "inProgress" : "available",
    tagSuggestionsAvailability: state === "processing" ? "inProgress" : "available",
    editorSuggestionsAvailability: state === "processing" ? "inProgress" : "available",
    thumbnailsAvailability: state === "processing" ? "inProgress" : "available",
  };
}
