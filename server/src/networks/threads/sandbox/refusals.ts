import { deadToken, GraphRefusal, invalidParameter } from "../../sandbox/meta/refusal.ts";

/**
 * What Threads refuses. Codes and the texts in capitals are the vendor's (https://developers.facebook.com/documentation/threads/posts,
 * 2026-04, https://developers.facebook.com/documentation/threads/troubleshooting, 2026-07) or seen in other products; the other texts
 * are our own.
 */

/** The container or post is not, not yet or no longer there. */
export const mediaNotFound = () =>
  new GraphRefusal({
    code: 24,
    subcode: 4279009,
    message: "The requested resource does not exist",
    userTitle: "Media Not Found",
    userMessage: "The media could not be found.",
  });
export const badChildren = () =>
  new GraphRefusal({
    code: 100,
    subcode: 4279004,
    message: "Invalid parameter",
    userTitle: "Invalid carousel children",
    userMessage: "Invalid carousel children: some are non-existent or expired.",
  });
export const notFetched = () =>
  new GraphRefusal({
    code: 9004,
    subcode: 2207052,
    message: "Only photo or video can be accepted as media type.",
    userMessage: "The media could not be fetched from this URI.",
  });
export const activityRestricted = () =>
  new GraphRefusal({
    code: 4,
    subcode: 2207051,
    status: 403,
    message: "Application request limit reached",
    userTitle: "Action is blocked",
    userMessage: "We restrict certain activity to protect our community.",
  });
export const profileRestricted = () =>
  new GraphRefusal({ code: 10, subcode: 4279013, status: 403, message: "(#10) The user is restricted from publishing." });
export const quotaReached = (code: number) =>
  new GraphRefusal({ code, status: 403, message: `(#${code}) The user has reached the limit of posts for the last 24 hours.` });
export const textTooLong = (max: number) => invalidParameter(`Param text must be at most ${max} characters long`);
export const tooManyLinks = () => invalidParameter("THREADS_API__LINK_LIMIT_EXCEEDED");
export const featureNotAvailable = () => invalidParameter("THREADS_API__FEATURE_NOT_AVAILABLE");
export const noToken = () =>
  new GraphRefusal({ code: 2500, message: "An active access token must be used to query information about the current user." });
export const missingScope = (name: string) =>
  new GraphRefusal({ code: 10, status: 403, message: `(#10) Application does not have permission for this action: ${name} is missing.` });

export const unknownToken = () => deadToken("Error validating access token: Cannot parse access token");
export const expiredToken = () => deadToken("Error validating access token: Session has expired.", 463);
export const revokedToken = () => deadToken("Error validating access token: The user has not authorized application.", 458);
