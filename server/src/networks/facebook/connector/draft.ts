import { type Instant, secondsBetween } from "@rostrum/contract/formats.ts";
import type { HandedOver } from "../../connectors/connector.ts";
import type { Page } from "./page.ts";
import type { VideoPlan } from "./plan.ts";
import type { VideoState } from "./video-state.ts";

/** Unverified: for how long a video that will be published may still be called a draft. */
const SAID_SECONDS = 5 * 60;
/** Unverified: the same for a video that is processed, of which nothing is said about publishing. */
const SILENT_SECONDS = 30 * 60;

/**
 * Videos sent to `/videos`, upright ones above all, have been kept as drafts although they were to be published: the network then asks
 * the Page's people to share them (https://github.com/gitroomhq/postiz-app/pull/1740, 2026-07). Null as long as it may be published.
 */
export function draftOf(page: Page, plan: VideoPlan, at: Instant, state: VideoState): HandedOver | null {
  const seconds = secondsBetween(at, page.call.now());
  const isDraft = state.publishing === "draft" && seconds >= SAID_SECONDS;
  const isLeft = plan.kind === "video" && state.publishing === "not started" && state.isProcessed && seconds >= SILENT_SECONDS;
  return isDraft || isLeft ? { kind: "handedOver", note: plan.note === null ? DRAFT : `${DRAFT} ${plan.note}` } : null;
}

const DRAFT =
  "Facebook made the video a draft instead of publishing it. Publish it in Meta Business Suite, under Content and Drafts. Upright videos of 9:16 and up to 90 seconds go out as reels by themselves.";
