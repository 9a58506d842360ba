import { secondsBetween } from "@rostrum/contract/formats.ts";
import type { CheckOutcome, HandedOver, ImageDemand } from "../../connectors/connector.ts";
import { coverOf } from "../../connectors/cover.ts";
import { inviteCollaborators } from "./collaborators.ts";
import { draftOf } from "./draft.ts";
import { POST } from "./feed.ts";
import { listsReel } from "./lists.ts";
import type { Page } from "./page.ts";
import type { VideoPlan } from "./plan.ts";
import { type Made, NO_ATTEMPT, type Staged } from "./progress.ts";
import { type NotFound, notFound, type Refusal, reveal } from "./reveal.ts";
import { afterRefusedEnd, bringVideo, dropSession, forgetFinished, forgetUpload, type VideoOrder } from "./session.ts";
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

export type Going = Made | Refusal | HandedOver | Extract<CheckOutcome, { kind: "pending" | "notAsked" }>;

/**
 * Publishes a video or a reel: its bytes, the network's processing, and one call, `finish`, after which readers see it. The id
 * of the video is known from the start and tells what became of it.
 */
export async function publishVideo(page: Page, plan: VideoPlan): Promise<Going> {
  const known = page.progress.made(POST);
  if (known !== null) return known;
  const order = orderOf(plan);
  const video = await bringVideo(page, order);
  if ("kind" in video) return video;
  if (page.progress.count(FINISHED) > 0) return awaitPublished(page, plan, video);
  // Of `/videos` it is not known whether anything is processed before it is finished.
  const wait = plan.kind === "reel" || page.progress.attempt(POST).doubts > 0 ? await awaitUploaded(page, order, video) : null;
  if (wait !== null) return wait;
  if (plan.kind === "reel") await inviteCollaborators(page, video.id, plan.collaboratorIds);
  const path = `/${page.id}/${order.edge}`;
  const fields = finishFields(page, plan, video);
  const cover = plan.kind === "video" ? await coverOf(plan.video, COVER) : null;
  const files = cover === null ? {} : { files: { thumb: cover } };
  const result = await reveal(page, POST, { method: "POST", path, fields, ...files, timeoutSeconds: FINISH_SECONDS_MAX });
  if (result.kind === "ended") return afterRefusedEnd(page, order, result);
  await page.progress.setCount(FINISHED, 1);
  return awaitPublished(page, plan, video);
}

/** Whether `finish` was accepted; it is then never called again. */
const FINISHED = "finished";

function orderOf({ kind, video }: VideoPlan): VideoOrder {
  return { part: POST, edge: kind === "reel" ? "video_reels" : "videos", video };
}

function finishFields(page: Page, plan: VideoPlan, video: Staged): Record<string, string | undefined> {
  const texts = { title: plan.title ?? undefined, description: plan.description === "" ? undefined : plan.description };
  if (plan.kind === "video") return { upload_phase: "finish", upload_session_id: page.progress.session(POST)?.sessionId ?? "", ...texts };
  return { upload_phase: "finish", video_id: video.id, video_state: "PUBLISHED", place: plan.placeId ?? undefined, ...texts };
}

/** Null once the network has all bytes: an upload without them must not be finished. */
export async function awaitUploaded(page: Page, order: VideoOrder, video: Staged): Promise<Going | null> {
  const outcome = await readVideo(page, video.id);
  if (outcome.kind !== "read") return outcome;
  const { state } = outcome;
  if (state.failure !== null) {
    await forgetUpload(page, order);
    return { kind: "rejected", reason: state.failure };
  }
  if (state.isGone) return dropSession(page, order, "Facebook did not keep the uploaded video.");
  if (state.isUploaded) return null;
  const age = secondsBetween(video.at, page.call.now());
  if (age > UPLOADING_SECONDS_MAX) return dropSession(page, order, "Facebook was still uploading the video after half an hour.");
  return pending("no", video, page);
}

async function awaitPublished(page: Page, plan: VideoPlan, video: Staged): Promise<Going> {
  const outcome = await readVideo(page, video.id);
  // It may be live: whatever keeps us from asking settles nothing.
  if (outcome.kind !== "read") return notAsked(outcome);
  const { state } = outcome;
  if (isPublished(plan, state)) return storeVideo(page, video, state);
  const failure = state.failure ?? (state.isGone ? "Facebook did not keep the uploaded video." : null);
  if (failure === null) return draftOf(page, plan, page.progress.attempt(POST), state) ?? pending("maybe", video, page);
  await forgetFinished(page, orderOf(plan), FINISHED);
  return { kind: "rejected", reason: failure };
}

export function notAsked(outcome: { readonly reason: string; readonly retryAfterSeconds?: number }): Extract<Going, { kind: "notAsked" }> {
  return { kind: "notAsked", reason: outcome.reason, retryAfterSeconds: outcome.retryAfterSeconds ?? ASK_AGAIN_SECONDS };
}

const ASK_AGAIN_SECONDS = 300;

/** Often in the first minute, then ever more rarely: the network names no interval. */
export function pending(live: "no" | "maybe", video: Staged, { call }: Page): Extract<Going, { kind: "pending" }> {
  const age = secondsBetween(video.at, call.now());
  const checkAfterSeconds = age < 60 ? 8 : age < 600 ? 45 : ASK_AGAIN_SECONDS;
  return { kind: "pending", live, checkAfterSeconds };
}

/**
 * For a reel, its publishing phase says so. For other videos whether that moves is unverified; and a call that succeeds may have
 * made a draft, so success alone is not enough.
 */
function isPublished({ kind }: VideoPlan, state: VideoState): boolean {
  return kind === "reel" ? state.publishing === "published" : state.isPublished;
}

async function storeVideo(page: Page, { id }: Staged, { url, postId }: VideoState): Promise<Made> {
  // The Page's list shows this id, and other posts must not take it for theirs.
  if (postId !== null) await page.progress.setVideoPost(POST, postId);
  const made = { id, url: url ?? `${page.call.host("www")}/reel/${id}` };
  await page.progress.setMade(POST, made);
  return made;
}

/** Settles a `finish` without an answer by what the network says about the video. */
export async function findVideo(page: Page, plan: VideoPlan): Promise<Made | NotFound> {
  const { progress } = page;
  const known = progress.made(POST);
  if (known !== null) return known;
  const attempt = progress.attempt(POST);
  const video = progress.video(POST);
  if (attempt.at === null || video === null) return { kind: "absent" };
  const outcome = await readVideo(page, video.id);
  if (outcome.kind !== "read") return { ...notAsked(outcome), kind: "undecided" };
  const { state } = outcome;
  if (isPublished(plan, state)) return storeVideo(page, video, state);
  if (state.failure !== null || state.isGone) {
    // `publish` reads the same, and says so.
    await progress.setAttempt(POST, { ...NO_ATTEMPT, doubts: attempt.doubts });
    return { kind: "absent" };
  }
  const draft = progress.count(FINISHED) > 0 || state.publishing === "draft" ? draftOf(page, plan, attempt, state) : null;
  if (draft !== null) return draft;
  // Of `/videos`, processing may be what the call has begun.
  const isBegun = state.publishing !== "not started" || (plan.kind === "video" && state.isProcessing);
  if (progress.count(FINISHED) > 0 || isBegun) {
    return { kind: "undecided", reason: "Facebook is still processing the video." };
  }
  if (plan.kind === "reel") {
    const isListed = await listsReel(page, video.id, attempt.at);
    if (typeof isListed !== "boolean") return { kind: "undecided", reason: isListed.reason };
    if (isListed) return { kind: "undecided", reason: "Facebook lists the reel without calling it published." };
  }
  return notFound(page, POST);
}
