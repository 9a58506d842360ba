/**
 * What is not certain about LinkedIn's API. Everything here is unverified: no page of the vendor says it, or other products are
 * the only source.
 */

/**
 * When a post whose answer was lost is looked for, counted from the call. How soon the list shows a new post is written nowhere;
 * after the last of these it is taken as missing.
 */
export const LOOKS_SECONDS: readonly number[] = [15, 60, 300, 900];

/** How long after its upload a picture or document can be posted whose state may not be read. */
export const UNREADABLE_STATE_SECONDS = 15;

/** Right after it was published, a post is not yet known where comments are made. */
export const NO_ACTIVITY_WORDS = /unable to obtain activity/i;

/** Some refusals of media in these words have passed. */
export const FORBIDDEN_MEDIA_WORDS = /resource is forbidden/i;

/** Whether the quotation marks around a part's ETag belong to it: both forms have been accepted. */
export function partIdOf(etag: string): string {
  return etag.replace(/^(?:W\/)?"(.*)"$/, "$1");
}
