import { useQuota } from "../../sandbox/kit/quotas.ts";
import { findUpload } from "../../sandbox/kit/uploads.ts";
import { newGraphId } from "../../sandbox/meta/ids.ts";
import { invalidParameter, unknownObject } from "../../sandbox/meta/refusal.ts";
import { type GraphCall, requiredText, textIn } from "../../sandbox/meta/request.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Visit } from "./access.ts";
import { requirePublisher } from "./access.ts";
import { isExpired, messageIn, placeIn } from "./feed-calls.ts";
import { find, insert, type Stored } from "./model.ts";
import { claimPhotos } from "./posts.ts";
import { brokenUpload, emptyUpload, tooManyReels, wrongDuration, wrongFrameRate, wrongRatio, wrongResolution } from "./refusals.ts";
import { settingsOf } from "./settings.ts";
import { openVideo, type Publication, publishVideo, videoOfPage } from "./videos.ts";

/**
 * Reels and stories.
 * https://developers.facebook.com/documentation/video-api/guides/reels-publishing (2026-07),
 * https://developers.facebook.com/docs/page-stories-api (2026-10)
 */
const REEL_SECONDS = { min: 3, max: 90 };
const STORY_SECONDS = { min: 0, max: 60 };
const DAY_SECONDS = 86_400;
/** Encoders round sizes to even numbers, and cut a few frames more or less. */
const RATIO_TOLERANCE = 0.01;
const SECONDS_TOLERANCE = 0.1;
const FRAME_RATES = { min: 23.9, max: 60.1 };

/** `POST /{page}/video_reels`. */
export async function publishReel(visit: Visit): Promise<unknown> {
  const { world, request, call, caller, id } = visit;
  await requirePublisher(world, caller, id);
  if (phaseIn(call) === "start") return start(visit, "reel");
  const publication = await publicationIn(world, call);
  const video = await uploaded(visit, "reel");
  refuseUnfit(video, REEL_SECONDS);
  const total = (await settingsOf(world)).reels_per_day;
  const quota = { name: `reels ${id}`, total, seconds: DAY_SECONDS };
  if (publication.state !== "draft" && !(await useQuota(world, request, quota))) throw tooManyReels();
  await publishVideo(world, video, publication);
  return { success: true };
}

/** `POST /{page}/video_stories`. */
export async function publishVideoStory(visit: Visit): Promise<unknown> {
  const { world, call, caller, id } = visit;
  await requirePublisher(world, caller, id);
  if (phaseIn(call) === "start") return start(visit, "story");
  const video = await uploaded(visit, "story");
  refuseUnfit(video, STORY_SECONDS);
  await publishVideo(world, video, { state: "published", title: "", description: "", placeId: null });
  return { success: true, post_id: (await find(world, "finish", video.id))?.post_id ?? undefined };
}

/** `POST /{page}/photo_stories`: of a photo that was uploaded unpublished and is in no post. */
export async function publishPhotoStory({ world, call, caller, id }: Visit): Promise<unknown> {
  await requirePublisher(world, caller, id);
  const photoId = requiredText(call, "photo_id");
  const photo = await find(world, "photo", photoId);
  if (photo === null || photo.page_id !== id || isExpired(world, photo)) throw unknownObject(photoId, "post");
  const storyId = await newGraphId(world, 7);
  await claimPhotos(world, [photoId], storyId);
  await insert(world, "story", storyId, { page_id: id, media_type: "photo", media_id: photoId, visible_at: world.now() });
  return { success: true, post_id: storyId };
}

function phaseIn(call: GraphCall): "start" | "finish" {
  const phase = requiredText(call, "upload_phase").toLowerCase();
  if (phase === "start" || phase === "finish") return phase;
  throw invalidParameter("Param upload_phase must be one of {START, FINISH}");
}

async function start({ world, request, caller, id, version }: Visit, kind: "reel" | "story"): Promise<unknown> {
  const video = await openVideo(world, request, { pageId: id, kind, appId: caller.token.client_id, size: null });
  return { video_id: video.id, upload_url: `${world.baseUrl}/upload/video-upload/${version}/${video.id}` };
}

/** The video that is to be finished, if its whole file is there. */
async function uploaded({ world, call, id }: Visit, kind: "reel" | "story"): Promise<Stored<"video">> {
  const video = await videoOfPage(world, { id: requiredText(call, "video_id"), pageId: id, kind });
  if (video.file !== null) return video;
  throw (await findUpload(world, video.id))?.received === 0 ? emptyUpload() : brokenUpload();
}

async function publicationIn(world: SandboxWorld, call: GraphCall): Promise<Publication> {
  const state = requiredText(call, "video_state").toUpperCase();
  if (state !== "PUBLISHED" && state !== "DRAFT") throw invalidParameter("Param video_state must be one of {DRAFT, PUBLISHED, SCHEDULED}");
  return {
    state: state === "DRAFT" ? "draft" : "published",
    title: textIn(call, "title") ?? "",
    description: messageIn(call, "description"),
    placeId: await placeIn(world, call),
  };
}

/** What the file's tables do not tell is not held against it. */
function refuseUnfit({ file }: Stored<"video">, seconds: { readonly min: number; readonly max: number }): void {
  const facts = file?.facts ?? null;
  if (facts === null) return;
  const { width, height, framesPerSecond } = facts;
  const ratio = width / height;
  if (ratio < 9 / 16 - RATIO_TOLERANCE || ratio > 16 / 9 + RATIO_TOLERANCE) throw wrongRatio();
  if (Math.min(width, height) < 540 || Math.max(width, height) < 960) throw wrongResolution();
  if (facts.seconds < seconds.min - SECONDS_TOLERANCE || facts.seconds > seconds.max + SECONDS_TOLERANCE) {
    throw wrongDuration(`between ${seconds.min} and ${seconds.max} seconds`);
  }
  if (framesPerSecond !== null && (framesPerSecond < FRAME_RATES.min || framesPerSecond > FRAME_RATES.max)) throw wrongFrameRate();
}
