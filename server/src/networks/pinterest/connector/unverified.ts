/**
 * What is not certain about Pinterest's API. Everything here is unverified: no page of the vendor says it, or other products are the
 * only source.
 */

/** How long Pinterest's block against spam is taken to last, by how often it has met this post. */
export const SPAM_BLOCK_HOURS = [1, 3, 12] as const;

/**
 * When the boards are read after a call without an answer, in seconds since it. Nothing says how soon a new pin is listed; only
 * after the last of these does its absence count.
 */
export const LOOK_SECONDS = [15, 60, 300, 900] as const;

/** The same last look after an answer that says that something went wrong at Pinterest, by how often it said so. */
export const FAULT_LAST_LOOK_SECONDS = [900, 900, 3600] as const;

/** How long refresh tokens last whose answer does not say it; each renewal gives a new one. */
export const REFRESH_TOKEN_DAYS = 60;

/** Access tokens last so long; of a token that somebody already has, nobody knows when that began. */
export const ACCESS_TOKEN_DAYS = 30;

/** What an image may have that is sent inside the request. */
export const IMAGE_BYTES_MAX = 10_000_000;

/** Codes of refusals beside those in the vendor's examples; the vendor publishes no list. */
export const CODES = { throttled: 8, spamBlock: 9, notPermitted: 29, noBoard: 40, unfetched: 235, grant: 283, fault: 2787 } as const;

/** The window of a daily limit in `X-RateLimit-Limit`, as in `1000;w=86400`. */
export const DAILY_WINDOW = /;\s*w=86400\b/;
