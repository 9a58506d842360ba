import { reactionsOn } from "../../sandbox/kit/feed.ts";
import { processingState } from "../../sandbox/kit/processing.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { find, LIST_MAX, list, type PRIVACIES, type Stored } from "./model.ts";

/** Three minutes since 15 October 2024. https://support.google.com/youtube/answer/15424877 (2026-11) */
const SHORT_SECONDS_MAX = 180;

export type UploadStatus = "uploaded" | "processed" | "failed" | "rejected";

export function uploadStatusOf(world: SandboxWorld, { processing, rejection }: Stored<"video">): UploadStatus {
  const state = processingState(world, processing);
  if (state === "processing") return "uploaded";
  if (state === "failed") return "failed";
  return rejection === null ? "processed" : "rejected";
}

/** Whether it can be watched: the link works while it is processed. */
export function isThere(world: SandboxWorld, video: Stored<"video">): boolean {
  const status = uploadStatusOf(world, video);
  return status === "uploaded" || status === "processed";
}

/** A private video with a time becomes public by itself, and one that is locked stays private. */
export function privacyOf(world: SandboxWorld, { privacy, publish_at, locks_at }: Stored<"video">): (typeof PRIVACIES)[number] {
  if (locks_at !== null && locks_at <= world.now()) return "private";
  return publish_at !== null && publish_at <= world.now() ? "public" : privacy;
}

/** YouTube tells by shape and length alone; nothing in the API says what it took a video for. */
export function isShort({ facts }: Stored<"video">): boolean {
  return facts !== null && facts.width <= facts.height && facts.seconds <= SHORT_SECONDS_MAX;
}

export function takesComments({ settings }: { readonly settings: { readonly comments: string } }, video: Stored<"video">): boolean {
  return settings.comments === "open" && !video.made_for_kids;
}

/** The video, if this channel may see it. */
export async function seenVideo(world: SandboxWorld, id: string, channel: string | null): Promise<Stored<"video"> | null> {
  const video = await find(world, "video", id);
  if (video === null) return null;
  return video.channel_id === channel || (privacyOf(world, video) !== "private" && isThere(world, video)) ? video : null;
}

/** Newest first. */
export function uploadsOf(world: SandboxWorld, channel: string): Promise<Stored<"video">[]> {
  return list(world, "video", { where: { channel_id: channel }, limit: LIST_MAX });
}

export interface Counts {
  readonly views: number;
  readonly likes: number;
  readonly shares: number;
  readonly comments: number;
}

/** Whoever reacts has watched. */
export async function countsOf(world: SandboxWorld, videoId: string): Promise<Counts> {
  const { likes, shares } = await reactionsOn(world, videoId);
  const comments = await list(world, "comment", { where: { video_id: videoId }, limit: LIST_MAX });
  const shown = comments.filter(({ moderation }) => moderation === "published");
  const byViewers = comments.filter(({ author_id }) => author_id === "").length;
  return { views: likes + shares + byViewers, likes, shares, comments: shown.length };
}
