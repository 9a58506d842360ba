/**
 * What is not certain about X's API. Everything here is unverified: no page of the vendor says it, pages contradict each other, or
 * what people saw on the wire is the only source.
 */

/** Who may write long posts: all subscribers, and organizations with a gold or grey tick, which have no subscription of their own. */
export const LONG_TEXT_TICKS: readonly string[] = ["business", "government"];
/** How long. */
export const LONG_TEXT_LENGTH_MAX = 25_000;
/**
 * How long the videos of the same accounts may be, in seconds: what X's apps let subscribers upload. Its guide for programs names 140 for
 * everybody, and people post longer ones through it (November 2026). Where X refuses one, the post fails with its words.
 */
export const LONG_VIDEO_SECONDS_MAX = 4 * 3600;

/**
 * The spelling that is tried first: X's API description of 2026-08 knows only the new names, all of its guides the old ones.
 */
export const FIRST_SPELLING = "tweet";

/** When the list of an account's posts is read after a lost answer. A new post has been seen to be missing there for 15 minutes. */
export const LOOK_AFTER_SECONDS: readonly number[] = [15, 60, 300, 900];
/** The same after X has called the one repetition a duplicate, which is no proof: it says so of new texts too. */
export const LOOK_AFTER_REFUSAL_SECONDS: readonly number[] = [60, 300, 900];

/** Until a post has come so far that replies to it are not refused at random as "not visible to you". */
export const PARENT_REST_SECONDS = 5;
export const PARENT_WAITS_SECONDS: readonly number[] = [5, 15, 60];

/** How long a refresh token lives. */
export const REFRESH_TOKEN_DAYS = 180;
/** After a renewal without an answer, the same refresh token is tried again: the request may not have arrived. */
export const RENEW_AGAIN_SECONDS = 30;

/** Alternative texts of videos are not documented. */
export const ALT_TYPES = /^image\//;
