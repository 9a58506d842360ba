import { addSeconds } from "@rostrum/contract/formats.ts";
import { faultOn } from "../../sandbox/faults.ts";
import { quotaUsed, useQuota } from "../../sandbox/kit/quotas.ts";
import type { Asked, Call } from "./calls.ts";
import { readFields, requireScope } from "./calls.ts";
import { FOLLOWERS, FRIENDS, LIST_MAX, list, ONLY_ME, openIdOf, PUBLIC, portraitUrl, profileUrl, type Stored, unionIdOf } from "./model.ts";
import { isPrivate } from "./people.ts";
import { stateOf } from "./publishes.ts";
import { invalidParams, refusal, tooManyPendingShares, tooManyPosts } from "./refusals.ts";
import type { Settings } from "./settings.ts";

/** Of an application that is not audited. https://developers.tiktok.com/doc/content-sharing-guidelines (2026-11) */
const UNAUDITED_USERS_PER_DAY = 5;

/** https://developers.tiktok.com/doc/content-posting-api-reference-query-creator-info (2026-11) */
export const CREATOR_CALLS: readonly Call[] = [
  {
    method: "POST",
    path: "/v2/post/publish/creator_info/query/",
    rate: "creator_info",
    scopes: ["video.publish"],
    codesWith200: ["spam_risk_too_many_posts", "spam_risk_user_banned_from_posting", "reached_active_user_cap"],
    run: creatorInfo,
  },
];

async function creatorInfo(asked: Asked): Promise<Record<string, unknown>> {
  await requireCreator(asked);
  await requirePostsLeft(asked);
  const { world, account, settings } = asked;
  return {
    creator_avatar_url: portraitUrl(world),
    creator_username: account.username,
    creator_nickname: account.name,
    privacy_level_options: optionsOf(account, settings),
    comment_disabled: settings.comment_disabled,
    duet_disabled: isPrivate(account, settings) || settings.duet_disabled,
    stitch_disabled: settings.stitch_disabled,
    max_video_post_duration_sec: settings.max_video_seconds,
  };
}

/** Throws if the creator may not begin anything now. */
export async function requireCreator(asked: Asked): Promise<void> {
  const { account, settings } = asked;
  if (settings.banned_accounts.includes(account.username))
    throw refusal(403, "spam_risk_user_banned_from_posting", "The user is banned from making new posts.");
  const cap = settings.audited ? settings.users_per_day : UNAUDITED_USERS_PER_DAY;
  if (cap === null) return;
  const others = await othersToday(asked);
  if (others.size >= cap) {
    throw refusal(403, "reached_active_user_cap", "The daily quota for active publishing users of the application is reached.");
  }
}

/** Throws if the creator cannot choose these viewers. */
export function requireViewers(
  { account, settings }: Asked,
  { privacy_level, brand_content_toggle }: { readonly privacy_level: string; readonly brand_content_toggle: boolean },
): void {
  if (!settings.audited && (privacy_level !== ONLY_ME || !isPrivate(account, settings))) {
    const message = "Applications that are not audited can only post to private accounts.";
    throw refusal(403, "unaudited_client_can_only_post_to_private_accounts", message);
  }
  if (!optionsOf(account, settings).includes(privacy_level)) {
    const message = "Privacy_level is not specified or not among the options of creator_info.";
    throw refusal(403, "privacy_level_option_mismatch", message);
  }
  if (brand_content_toggle && privacy_level === ONLY_ME) throw invalidParams("Branded content cannot be private.");
}

function optionsOf(account: Stored<"account">, settings: Settings): readonly string[] {
  return settings.privacy_level_options ?? [isPrivate(account, settings) ? FOLLOWERS : PUBLIC, FRIENDS, ONLY_ME];
}

/** Creators besides this one who began something within 24 hours. */
async function othersToday({ world, account, clientId }: Asked): Promise<ReadonlySet<string>> {
  const from = addSeconds(world.now(), -DAY_SECONDS);
  const begun = await list(world, "publish", { where: { client_id: clientId }, limit: LIST_MAX });
  const others = begun.filter(({ createdAt, account_id }) => createdAt > from && account_id !== account.id);
  return new Set(others.map(({ account_id }) => account_id));
}

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

const BASIC = ["open_id", "union_id", "avatar_url", "avatar_url_100", "avatar_large_url", "display_name"];
const PROFILE = ["bio_description", "profile_deep_link", "is_verified", "username"];

/** https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info (2026-11) */
export const USER_CALLS: readonly Call[] = [
  { method: "GET", path: "/v2/user/info/", rate: "user", scopes: ["user.info.basic", "user.info.profile"], run: userInfo },
];

async function userInfo(asked: Asked): Promise<Record<string, unknown>> {
  const fields = readFields(asked, [...BASIC, ...PROFILE]);
  if (fields.some((name) => BASIC.includes(name))) requireScope(asked, "user.info.basic");
  if (fields.some((name) => PROFILE.includes(name))) requireScope(asked, "user.info.profile");
  const { world, account, clientId } = asked;
  const portrait = portraitUrl(world);
  const user = {
    open_id: openIdOf(clientId, account.id),
    union_id: unionIdOf(account.id),
    avatar_url: portrait,
    avatar_url_100: portrait,
    avatar_large_url: portrait,
    display_name: account.name,
    bio_description: "",
    profile_deep_link: profileUrl(world, account.username),
    is_verified: false,
    username: account.username,
  };
  return { user: Object.fromEntries(Object.entries(user).filter(([name]) => fields.includes(name))) };
}
