/**
 * What is not certain about TikTok's API. Everything here is unverified: no page of the vendor says it, or other products are the
 * only source.
 */

/**
 * TikTok wants files of more than 64 MB in parts of 5 to 64 MB, the last up to 128 MB, and does not say which megabyte it means:
 * these sizes keep away from both edges. Parts that gave a count of 1 for a file larger than a part have been refused.
 */
export const WHOLE_BYTES_MAX = 64_000_000;
export const PART_BYTES = 10_485_760;

/**
 * When the list of videos is read after an order of photos got no answer, in seconds since it. Whether photos are in that list, and
 * how soon, is written nowhere, so that what is not there may be published all the same.
 */
export const LOOKS_SECONDS: readonly number[] = [60, 300, 900, 3600];

/** How exact the number of bytes in a status is, and how soon. A part is not sent again before it had so long to arrive. */
export const PART_SETTLES_SECONDS = 20;
/** After so long, a status that counts fewer bytes is believed where another order depends on it. */
export const COUNT_SETTLES_SECONDS = 300;

/** Of posts that stay in processing, some are never finished. From this age of the first attempt on, the list is read too. */
export const LAST_LOOK_SECONDS = 23 * 3600;

/** Windows of quotas last a day, and nothing says when one began. */
export const QUOTA_LOOK_SECONDS = 6 * 3600;
export const USER_CAP_SECONDS = 24 * 3600;

/** How long after its publication the id of a public post is waited for: it is told after a review that mostly takes a minute. */
export const ID_SECONDS = 600;

/** Applications in TikTok's sandbox were seen to be refused every renewal. */
export const RENEWAL_ADVICE = "An application in TikTok's sandbox is refused every renewal: use its production credentials.";

/** Of pasted tokens nobody knows how old they are; those pages that give a lifetime say two hours. */
export const ACCESS_TOKEN_SECONDS = 7200;
export const REFRESH_TOKEN_DAYS = 180;
