/**
 * What is not certain about Threads' API. Everything here is unverified: no page of the vendor says it, or other products are the
 * only source.
 */

/**
 * The page says that emoji alone count as their bytes, but texts of fewer characters and more bytes are refused as too long:
 * https://github.com/gitroomhq/postiz-app/pull/1946 (2026-08).
 */
export const TEXT_BYTES_MAX = 500;

/** How long a new post may be missing from the lists. Only an absence that lasts longer counts. */
export const LIST_DELAY_SECONDS = 15 * 60;

/** A container that still reads unpublished so long after the call, twice so far apart, was not published. */
export const HIDDEN_SECONDS = 120;
export const BETWEEN_LOOKS_SECONDS = 60;

/** The error codes by which `threads_publish` says that the profile's daily quota is used up. */
export const QUOTA_CODES: readonly number[] = [9, 4];

/** How long a poll runs; it cannot be set. */
export const POLL_HOURS = 24;
