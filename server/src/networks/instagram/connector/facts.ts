/**
 * What Instagram takes and how long things last there. Where no other page is named:
 * https://developers.facebook.com/documentation/instagram-platform/content-publishing (2026-06).
 */

export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/media (2026-09). */
export const CAPTION_LENGTH_MAX = 2200;
export const HASHTAGS_MAX = 30;
export const MENTIONS_MAX = 20;
export const COLLABORATORS_MAX = 3;
export const CAROUSEL_MAX = 10;

/** A container that is not published by then has ended. */
export const CONTAINER_LIFE_SECONDS = DAY_SECONDS;
/** How many posts an account may publish a day where that cannot be read: the smaller of the figures on the vendor's pages. */
export const QUOTA_DEFAULT = 50;
export const QUOTA_RETRY_SECONDS = 60 * MINUTE_SECONDS;

/** https://developers.facebook.com/documentation/instagram-platform/instagram-api-with-instagram-login/business-login (2026-10). */
export const TOKEN_LIFE_SECONDS = 60 * DAY_SECONDS;

// The following is unverified: it stands on no page of the vendor.

/** Unverified: the caption's length counts UTF-16 units. They are the largest of the usual counts, and another publisher counts so. */
export const captionLength = (caption: string): number => caption.length;
/** Unverified: since December 2025 posts made in the app have no more; that the API refuses them has not been seen. */
export const HASHTAGS_USUAL = 5;
/** Unverified: how long a video takes to process. Products have waited for more than 15 minutes. */
export const PROCESSING_SECONDS_MAX = 20 * HOUR_SECONDS;
/**
 * Unverified: how soon a container says that it was published. One that still says it was not, twice, this long apart and this
 * long after the request, was not.
 */
export const STATUS_APART_SECONDS = 60;
export const STATUS_AFTER_SECONDS = 120;
/** Unverified: how soon a new post is in the account's list. */
export const LIST_LATE_SECONDS = 15 * MINUTE_SECONDS;
/** Unverified: how soon a comment is in its post's list. */
export const COMMENTS_LATE_SECONDS = 5 * MINUTE_SECONDS;
/** Unverified: that the account's list of stories has those of a day alone, as readers do. */
export const STORY_LISTED_SECONDS = DAY_SECONDS - HOUR_SECONDS;
/** Unverified: how long an account's posts stay blocked after the refusal 2207051, which may follow a post that is live. */
export const BLOCK_HOURS = [1, 4, 12] as const;
