/**
 * What is not certain about Google's API for business profiles. Everything here is unverified: no page of the vendor says it, or
 * other products are the only source.
 */

/**
 * When a post whose answer was lost is looked for, counted from the call. How soon a new one is listed is written nowhere; after
 * the last of these it is taken as missing.
 */
export const LOOKS_SECONDS: readonly number[] = [15, 60, 300, 900];

/** The same for photos, of which at worst one is there twice. */
export const PHOTO_LOOKS_SECONDS: readonly number[] = [15, 60, 300];

/** Google may store a text in its own form, so that no more than its start is compared. */
export const COMPARED_LENGTH = 80;

/** When a new post is read, counted from its creation, until Google has decided; afterwards every hour. */
export const READS_SECONDS: readonly number[] = [10, 60, 300, 900, 1800];
export const READ_EVERY_SECONDS = 3600;

/** How often a post that was just made may be missing before it counts as deleted. */
export const MISSING_MAX = 3;

/** How long to wait after too many requests: limits are those of a minute. */
export const THROTTLE_SECONDS = 90;

/** Ten changes a minute are allowed for each profile; by these words a refusal is told from that of the whole application. */
export const PROFILE_LIMIT_WORDS = /\bper\b.*\b(?:profile|location)\b|\bedits?\b/i;

/** Of the details of a refusal: by this Google tells that it has granted the application no requests at all. */
export const NO_QUOTA = { name: "quota_limit_value", value: "0" } as const;

/** How often Google is asked again to fetch a picture that it could not fetch. */
export const FETCHES_MAX = 3;
