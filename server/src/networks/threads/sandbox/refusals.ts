import { answerOf, deadToken, GraphRefusal, invalidParameter, OUTAGE, unknownObject } from "../../sandbox/meta/refusal.ts";
import type { SandboxFaults, SandboxPurpose } from "../../sandbox/network.ts";

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

/** Threads accepts the same text twice, so it has no duplicate refusal. */
export const threadsFaults: SandboxFaults = {
  supports: ["processing", "processing-fails", "container-ends", "late-lists", "token-ended", "access-revoked", "quota"],
  purpose({ method, path }) {
    const [, id, edge] = /^\/v1\.0\/(\w+)(?:\/(\w*))?$/.exec(path) ?? [];
    if (id === undefined) return /^\/(oauth\/access_token|access_token|refresh_access_token|debug_token)$/.test(path) ? "other" : null;
    if (method === "POST") return writing(edge);
    if (["threads", "replies", "conversation"].includes(edge ?? "")) return "list";
    return method === "GET" && /^[34]/.test(id) ? "read" : "other";
  },
  refusal(kind) {
    if (kind === "duplicate") return null;
    if (kind === "broken") return answerOf(OUTAGE);
    if (kind === "revoked") return answerOf({ ...expiredToken().error, status: 401 });
    if (kind === "unread") return answerOf(unknownObject("me", "get").error);
    return answerOf({ code: 17, status: 429, message: "(#17) User request limit reached" });
  },
};

/** A container is seen by nobody until it is published. */
function writing(edge: string | undefined): SandboxPurpose {
  if (edge === "threads_publish") return "post";
  return edge === "threads" ? "upload" : "other";
}
