import { addSeconds } from "@rostrum/contract/formats.ts";
import { processingState } from "../../sandbox/kit/processing.ts";
import { findUpload } from "../../sandbox/kit/uploads.ts";
import { type GraphNode, pickPlain } from "../../sandbox/meta/node.ts";
import { printTime } from "../../sandbox/meta/times.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { commentsField } from "./comment-node.ts";
import { fileUrl, find, reelPath, type Stored, thumbnailId } from "./model.ts";
import { likesField } from "./posts.ts";
import { settingsOf } from "./settings.ts";

export function videoNode(world: SandboxWorld, video: Stored<"video">): GraphNode {
  const finish = () => find(world, "finish", video.id);
  const postId = async () => (video.kind !== "story" && (await isLive(world, video)) ? ((await finish())?.post_id ?? null) : null);
  return {
    type: "Video",
    id: video.id,
    defaults: ["description"],
    fields: {
      status: async ({ nested }) => pickPlain(await statusOf(world, video), nested),
      permalink_url: () => reelPath(video.id),
      post_id: async () => (await postId()) ?? undefined,
      published: () => isLive(world, video),
      description: async () => (await finish())?.description || undefined,
      picture: async () => ((await find(world, "thumbnail", video.id)) === null ? undefined : fileUrl(world, thumbnailId(video))),
      likes: async (asked) => likesField(world, (await postId()) ?? video.id, asked),
      comments: async (asked) => commentsField(world, (await postId()) ?? video.id, asked),
    },
  };
}

/** Whether readers see it now. */
async function isLive(world: SandboxWorld, video: Stored<"video">): Promise<boolean> {
  const finish = await find(world, "finish", video.id);
  return finish !== null && finish.post_id !== null && finish.at <= world.now();
}

/** For some seconds, a video that was just created does not exist for readers of the API, as seen on the real network. */
export async function isKnownYet(world: SandboxWorld, video: Stored<"video">): Promise<boolean> {
  const { video_unknown_seconds } = await settingsOf(world);
  return addSeconds(video.createdAt, video_unknown_seconds) <= world.now();
}

/**
 * The field `status` of a video.
 * https://developers.facebook.com/documentation/video-api/guides/reels-publishing (2026-07)
 */
export async function statusOf(world: SandboxWorld, video: Stored<"video">): Promise<Record<string, unknown>> {
  const { file } = video;
  if (file === null) return whileUploading(world, video);
  const uploading_phase = { status: "complete", bytes_transfered: file.size };
  const state = processingState(world, file.processing);
  const publishing_phase = await publishingPhase(world, video, state);
  if (state === "processing") {
    return { video_status: "processing", uploading_phase, processing_phase: { status: "in_progress" }, publishing_phase };
  }
  if (state === "failed") {
    const processing_phase = { status: "error", error: { message: "The video could not be processed." } };
    return { video_status: "error", uploading_phase, processing_phase, publishing_phase };
  }
  return { video_status: "ready", uploading_phase, processing_phase: { status: "complete" }, publishing_phase };
}

const NOT_STARTED = { status: "not_started" };

async function whileUploading(world: SandboxWorld, video: Stored<"video">): Promise<Record<string, unknown>> {
  const upload = await findUpload(world, video.id);
  const rest = { processing_phase: NOT_STARTED, publishing_phase: NOT_STARTED };
  if (upload === null) {
    const uploading_phase = { status: "error", bytes_transfered: 0, errors: [{ message: "The upload session has ended." }] };
    return { video_status: "expired", uploading_phase, ...rest };
  }
  const uploading_phase = { status: upload.received === 0 ? "not_started" : "in_progress", bytes_transfered: upload.received };
  return { video_status: "uploading", uploading_phase, ...rest };
}

async function publishingPhase(world: SandboxWorld, video: Stored<"video">, state: "processing" | "ready" | "failed") {
  const finish = await find(world, "finish", video.id);
  if (finish === null) return NOT_STARTED;
  if (state === "failed") return { status: "error", publish_status: "error" };
  const publish_time = printTime(finish.at);
  if (finish.state === "draft") return (await settingsOf(world)).says_draft ? { status: "complete", publish_status: "draft" } : NOT_STARTED;
  return finish.at <= world.now() ? { status: "complete", publish_status: "published", publish_time } : { status: "in_progress" };
}
