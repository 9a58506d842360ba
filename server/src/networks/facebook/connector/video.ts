import { secondsBetween } from "@rostrum/contract/formats.ts";
import type { HandedOver, ImageDemand } from "../../connectors/connector.ts";
import { coverOf } from "../../connectors/cover.ts";
import type { Calls, Made } from "../../connectors/once/calls.ts";
import type { Halt, Looked, Looking, Send } from "../../connectors/once/visible.ts";
import { type Wait, wait } from "../../connectors/wait.ts";
import { inviteCollaborators } from "./collaborators.ts";
import { draftOf } from "./draft.ts";
import { POST } from "./feed.ts";
import { listsReel } from "./list.ts";
import type { Page, PageRequest } from "./page.ts";
import type { VideoPlan } from "./plan.ts";
import type { Shown, Staged } from "./progress.ts";
import { bringVideo, dropSession, endUpload, forgetFinished, forgetUpload, type VideoOrder } from "./upload.ts";
import { readVideo, type VideoState } from "./video-state.ts";

/** Unverified: how long the network takes to answer for a long video. Without an answer the post has to be looked up. */
const FINISH_SECONDS_MAX = 120;
/**
 * https://developers.facebook.com/docs/graph-api/reference/page/videos/ and its size:
 * https://developers.facebook.com/docs/graph-api/reference/video/thumbnails/ (2026-11).
 */
const COVER: ImageDemand = { types: ["image/jpeg", "image/png"], maxBytes: 10_000_000 };

/** Nothing is visible before `finish`, so an upload that takes longer is begun again. */
export const UPLOADING_SECONDS_MAX = 30 * 60;

/** What keeps a video from being published, or from being known to be. */
export type Going = Halt | HandedOver;

/** A video or a reel: its bytes, the network's processing of them, and one call, `finish`, after which readers will see it. */
export async function readyVideo(page: Page, plan: VideoPlan, earlier: Calls | null): Promise<Send | Halt> {
  const order = orderOf(plan);
  const wasThere = page.progress.video(POST) !== null;
  const video = await bringVideo(page, order);
  if ("kind" in video) return video;
  // Of `/videos` it is not known whether anything is processed before it is finished.
  const isSaid = plan.kind === "reel" || earlier !== null;
  const halt = isSaid ? await awaitUploaded(page, order, video) : wasThere ? await lostUpload(page, order, video) : null;
  if (halt !== null) return halt;
  if (plan.kind === "reel") await inviteCollaborators(page, video.id, plan.collaboratorIds);
  const cover = plan.kind === "video" ? await coverOf(plan.video, COVER) : null;
  const request: PageRequest = {
    method: "POST",
    path: `/${page.id}/${order.edge}`,
    fields: finishFields(page, plan, video),
    ...(cover === null ? {} : { files: { thumb: cover } }),
    timeoutSeconds: FINISH_SECONDS_MAX,
  };
  return endUpload(page, { order, video, request, earlier });
}

function orderOf({ kind, video }: VideoPlan): VideoOrder {
  return { part: POST, edge: kind === "reel" ? "video_reels" : "videos", video };
}

function finishFields(page: Page, plan: VideoPlan, video: Staged): Record<string, string | undefined> {
  const texts = { title: plan.title ?? undefined, description: plan.description === "" ? undefined : plan.description };
  if (plan.kind === "video") return { upload_phase: "finish", upload_session_id: page.progress.session(POST)?.sessionId ?? "", ...texts };
  return { upload_phase: "finish", video_id: video.id, video_state: "PUBLISHED", place: plan.placeId ?? undefined, ...texts };
}

/** Null once the network has all bytes: an upload without them must not be finished. */
export async function awaitUploaded(page: Page, order: VideoOrder, video: Staged): Promise<Halt | null> {
  const outcome = await readVideo(page, video.id);
  if (outcome.kind !== "read") return outcome;
  const lost = await afterFailure(page, order, outcome.state);
  if (lost !== null || outcome.state.isUploaded) return lost;
  const age = secondsBetween(video.at, page.call.now());
  if (age > UPLOADING_SECONDS_MAX) return dropSession(page, order, "Facebook was still uploading the video after half an hour.");
  return untilAsked(page, video);
}

/** Null unless the network says that nothing can come of a video that was there before. */
async function lostUpload(page: Page, order: VideoOrder, video: Staged): Promise<Halt | null> {
  const outcome = await readVideo(page, video.id);
  return outcome.kind === "read" ? afterFailure(page, order, outcome.state) : null;
}

async function afterFailure(page: Page, order: VideoOrder, { failure, isGone }: VideoState): Promise<Halt | null> {
  if (failure === null) return isGone ? dropSession(page, order, "Facebook did not keep the uploaded video.") : null;
  await forgetUpload(page, order);
  return { kind: "rejected", reason: failure };
}

/** What the network makes of a video whose upload was ended. */
export async function awaitPublished(page: Page, plan: VideoPlan, { id, at }: Pick<Made, "id" | "at">): Promise<Shown | Going> {
  const known = page.progress.made(POST);
  if (known !== null) return known;
  const video = { id, at: at ?? page.call.now() };
  const outcome = await readVideo(page, video.id);
  // It may be live: whatever keeps us from asking settles nothing.
  if (outcome.kind !== "read") return notAsked(outcome);
  const { state } = outcome;
  if (isPublished(plan, state)) return storeVideo(page, video, state);
  const failure = failureOf(state);
  if (failure === null) return draftOf(page, plan, video.at, state) ?? untilAsked(page, video);
  await forgetFinished(page, orderOf(plan));
  return { kind: "rejected", reason: failure };
}

/** Why it will never be published; null if it may. */
export function failureOf({ failure, isGone }: VideoState): string | null {
  return failure ?? (isGone ? "Facebook did not keep the uploaded video." : null);
}

export function notAsked(outcome: { readonly reason: string; readonly retryAfterSeconds?: number }): Extract<Halt, { kind: "notAsked" }> {
  return { kind: "notAsked", reason: outcome.reason, retryAfterSeconds: outcome.retryAfterSeconds ?? ASK_AGAIN_SECONDS };
}

const ASK_AGAIN_SECONDS = 300;

/** Often in the first minute, then ever more rarely: the network names no interval. */
export function untilAsked({ call }: Page, video: Staged): Wait {
  const age = secondsBetween(video.at, call.now());
  return wait(age < 60 ? 8 : age < 600 ? 45 : ASK_AGAIN_SECONDS);
}

/**
 * For a reel, its publishing phase says so. For other videos whether that moves is unverified; and a call that succeeds may have
 * made a draft, so success alone is not enough.
 */
function isPublished({ kind }: VideoPlan, state: VideoState): boolean {
  return kind === "reel" ? state.publishing === "published" : state.isPublished;
}

async function storeVideo(page: Page, { id }: Staged, { url, postId }: VideoState): Promise<Shown> {
  // The Page's list shows this id, and other posts must not take it for theirs.
  if (postId !== null) await page.progress.setVideoPost(POST, postId);
  const shown = { id, url: url ?? `${page.call.host("www")}/reel/${id}` };
  await page.progress.setMade(POST, shown);
  return shown;
}

/** Whether a `finish` without an answer was accepted, by what the network says about the video. */
export async function lookUpVideo(page: Page, plan: VideoPlan, looking: Looking): Promise<Looked> {
  const video = page.progress.video(POST);
  if (video === null) return { kind: "never" };
  const accepted: Looked = { kind: "read", alike: [{ id: video.id, at: null }] };
  if (page.progress.made(POST) !== null || page.progress.wasFinished(POST)) return accepted;
  const outcome = await readVideo(page, video.id);
  if (outcome.kind !== "read") return { ...notAsked(outcome), kind: "unread" };
  const { state } = outcome;
  if (isPublished(plan, state) || state.publishing === "draft") return accepted;
  // What is made ready next reads the same, and says so.
  if (failureOf(state) !== null) return { kind: "never" };
  // Of `/videos`, processing may be what the call has begun.
  if (state.publishing !== "not started" || (plan.kind === "video" && state.isProcessing))
    return { kind: "underway", reason: "Facebook is still processing the video." };
  const isListed = plan.kind === "reel" ? await listsReel(page, video.id, looking) : false;
  if (typeof isListed !== "boolean") return isListed;
  return isListed ? { kind: "underway", reason: "Facebook lists the reel without calling it published." } : { kind: "read", alike: [] };
}
