import { processingState } from "../../sandbox/kit/processing.ts";
import { findUpload } from "../../sandbox/kit/uploads.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { find, type Stored } from "./model.ts";
import { settingsOf } from "./settings.ts";
import { printTime } from "./time.ts";

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
  if (finish.at <= world.now()) return { status: "complete", publish_status: "published", publish_time };
  return finish.state === "scheduled" ? { status: "complete", publish_status: "scheduled", publish_time } : { status: "in_progress" };
}
