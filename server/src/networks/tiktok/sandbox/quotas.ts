import { addSeconds } from "@rostrum/contract/formats.ts";
import { faultOn } from "../../sandbox/faults.ts";
import { quotaUsed, useQuota } from "../../sandbox/kit/quotas.ts";
import type { Asked } from "./calls.ts";
import { list } from "./model.ts";
import { stateOf } from "./publishes.ts";
import { tooManyPendingShares, tooManyPosts } from "./refusals.ts";
import type { Settings } from "./settings.ts";

export const DAY_SECONDS = 86_400;
/** Drafts that are looked at: failed ones are among them. */
const DRAFTS_MAX = 1000;

/**
 * Direct posts of a creator, by all applications. https://developers.tiktok.com/doc/content-sharing-guidelines (2026-11). Unverified:
 * whether TikTok counts those that were begun, or those that came to something, as here.
 */
export async function requirePostsLeft({ world, request, settings, account }: Asked): Promise<void> {
  if (faultOn(request, "quota") !== null) throw tooManyPosts();
  const quota = quotaOf(account.id, settings);
  if (quota !== null && (await quotaUsed(world, request, quota)) >= quota.total) throw tooManyPosts();
}

/** Counts a post whose files are here. */
export async function countPost(
  { world, request, settings }: Omit<Asked, "account" | "clientId" | "scopes">,
  accountId: string,
): Promise<void> {
  const quota = quotaOf(accountId, settings);
  if (quota !== null) await useQuota(world, request, quota);
}

/** Drafts in the inbox that are not a day old, and uploads that never became one, until they fade. */
export async function requireRoomForDraft({ world, request, settings, account }: Asked): Promise<void> {
  if (faultOn(request, "quota") !== null) throw tooManyPendingShares();
  const from = addSeconds(world.now(), -DAY_SECONDS);
  const begun = await list(world, "publish", { where: { account_id: account.id, mode: "inbox" }, limit: DRAFTS_MAX });
  const pending = begun.filter((draft) => draft.createdAt > from && stateOf(world, draft) !== "failed");
  if (pending.length >= settings.pending_shares_max) throw tooManyPendingShares();
}

function quotaOf(accountId: string, { posts_per_day }: Settings) {
  return posts_per_day === null ? null : { name: `posts ${accountId}`, total: posts_per_day, seconds: DAY_SECONDS };
}
