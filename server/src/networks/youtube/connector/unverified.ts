/**
 * What is not certain about YouTube's API. Everything here is unverified: no page of the vendor says it, or other products are the
 * only source.
 */

/** For so many seconds an upload of which YouTube has all bytes may take to name its video; then the list of uploads is read, too. */
export const WHOLE_SECONDS = 60;

/**
 * When an upload whose answer was lost is asked about, in seconds, and the uploads of the channel are read if YouTube knows it no more.
 * Nothing says how soon they show a new one; only after the last of these does its absence count.
 */
export const LOOKS_SECONDS = [0, 60, 300, 900, 3600] as const;

/** The same for the videos of a playlist, and for comments. */
export const PLAYLIST_LOOKS_SECONDS = [60, 300] as const;
export const COMMENT_LOOKS_SECONDS = [60, 300] as const;

/** When a playlist is tried again that does not take a new video yet, in seconds since the first try. */
export const PLAYLIST_RETRIES_SECONDS = [30, 300] as const;

/** How the channel's own limit of uploads, which has no published number, is waited for. */
export const UPLOAD_LIMIT_SECONDS = 24 * 3600;

/** Characters of titles and tags are taken to be UTF-16 units, the stricter reading; a tag with a space counts two more, for quotes. */
export const TITLE_LENGTH_MAX = 100;
export const TAGS_LENGTH_MAX = 500;

/** What YouTube makes a Short: vertical or square, and no longer than this. */
export const SHORT_SECONDS_MAX = 180;

/** Of a channel that has not been verified. */
export const UNVERIFIED_VIDEO_SECONDS = 900;

/** The words of the answer when the uploads of a day are used up: its reason is that of a short limit. */
export const DAILY_WORDS = /\bper day\b/i;
