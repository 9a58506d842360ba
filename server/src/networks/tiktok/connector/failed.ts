import type { PublishOutcome } from "../../connectors/connector.ts";
import { pending } from "../../connectors/wait.ts";
import { blindness, unclaimedSince } from "./list.ts";
import type { Strike } from "./progress.ts";
import { type OrderWork, published } from "./work.ts";

/**
 * What follows when TikTok says that it did not publish: the only case in which an order is made anew although all its bytes had
 * arrived. https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status (2026-11).
 */
export async function failed(work: OrderWork, failure: string): Promise<PublishOutcome> {
  const reason = REASONS[failure];
  if (reason !== undefined) return over(work, `TikTok did not publish it: ${reason} (${failure}).`);
  switch (failure) {
    case "auth_removed":
    case "spam_risk_user_banned_from_posting":
      // That was so when the order was worked on. Whether it still is, the next order is told.
      return again(work, { strike: "lapsed", max: ACCESS_MAX, reason: ACCESS_REASONS[failure] });
    case "video_pull_failed":
    case "photo_pull_failed":
      return again(work, { strike: "unfetched", max: UNFETCHED_MAX, reason: "TikTok could not fetch the photos from this service" });
    case "spam_risk_too_many_posts":
    case "spam_risk_too_many_pending_share":
    case "reached_active_user_cap":
      // The next order is refused with a quota, which says how long to wait, unless that has passed.
      return again(work, { strike: "quota", max: QUOTA_MAX, reason: `TikTok did not publish it because of a quota (${failure})` });
    case "internal":
      return afterFault(work);
    default:
      return over(work, `TikTok did not publish it: ${failure === "" ? "it gives no reason" : failure.slice(0, 100)}.`);
  }
}

const UNFETCHED_MAX = 2;
const QUOTA_MAX = 3;
const FAULTS_MAX = 1;
const ACCESS_MAX = 1;
const ACCESS_REASONS = {
  auth_removed: "TikTok did not publish it because the access had been taken back",
  spam_risk_user_banned_from_posting: "TikTok did not publish it because the account might publish nothing",
} as const;
const ASK_AGAIN_SECONDS = 60;

const REASONS: Readonly<Record<string, string>> = {
  file_format_check_failed: "it does not take the format of this file",
  duration_check_failed: "the video is too long or too short for it",
  frame_rate_check_failed: "it takes videos of 23 to 60 frames a second",
  picture_size_check_failed: "it does not take a picture of this size",
  publish_cancelled: "somebody cancelled it in the app",
  spam_risk: "it took the post for spam",
  spam_risk_text: "it took the text for spam",
};

/** Whoever has it tried again wants another order. */
async function over({ progress }: OrderWork, reason: string): Promise<PublishOutcome> {
  await progress.setFailure(reason);
  return { kind: "rejected", reason };
}

interface Repeat {
  readonly strike: Strike;
  readonly max: number;
  readonly reason: string;
}

async function again(work: OrderWork, { strike, max, reason }: Repeat): Promise<PublishOutcome> {
  if ((await work.progress.strike(strike)) > max) return over(work, `${reason}, ${max + 1} times.`);
  await work.progress.forgetOrder();
  return { kind: "lost", reason: `${reason}; it is sent again.` };
}

/** The one failure that is TikTok's own. Before a repeat, the account's list is read. */
async function afterFault(work: OrderWork): Promise<PublishOutcome> {
  if (blindness(work) === null) {
    const alike = await unclaimedSince(work, work.order.at);
    // One of several may be another delivery's that TikTok has not named yet. Ours may be among them, so nothing is sent.
    if (alike === null || alike.length > 1) return pending("maybe", { seconds: ASK_AGAIN_SECONDS });
    const [match] = alike;
    if (match !== undefined) {
      await work.progress.setPosts([{ id: match.id, url: match.url ?? null }]);
      return published(work);
    }
  }
  return again(work, { strike: "fault", max: FAULTS_MAX, reason: "TikTok did not publish it because of a fault of its own" });
}
