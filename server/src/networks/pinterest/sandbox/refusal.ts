import { Refusal } from "../../sandbox/kit/refusals.ts";
import type { SandboxFaults, SandboxPurpose, SandboxRefusal } from "../../sandbox/network.ts";

/**
 * What the API refuses. Codes 2, 7, 8, 29, 40, 50 and 2031 are in the examples of the vendor's description
 * (https://github.com/pinterest/api-description, 5.23.0, 2026-11), 3 is in https://github.com/pinterest/api-quickstart/issues/97. Issues
 * 1962, 1907, 1931 and 1084 of https://github.com/gitroomhq/postiz-app (2026-11) have 9, 2787, 1 for pictures, and 29 for Trial access.
 * The others are unverified.
 */
function said(status: number, code: number, message: string): SandboxRefusal {
  return { status, body: { code, message } };
}

export const OUTAGE = said(500, 2787, "Sorry! Something went wrong on our end.");
export const UNAUTHENTICATED = said(401, 2, "Authentication failed.");
export const NOT_PERMITTED = said(403, 29, "You are not permitted to access that resource.");
export const TOO_MANY = said(429, 8, "You have exceeded your rate limit. Try again later.");

/** Everything that goes wrong by itself has code 2787. */
export const ANSWERS = {
  nowhere: () => said(404, 404, "Not found."),
  failed: (status: number, message: string) => (status < 500 ? said(status, 1, message) : OUTAGE),
};

export const refusal = (...facts: Parameters<typeof said>) => new Refusal(said(...facts));
export const badRequest = (message: string) => refusal(400, 1, message);
/** A field of the request, by the vendor's own description of it. */
export const constraint = (field: string, broken: string) => badRequest(`Invalid request: '${field}' does not match constraint: ${broken}`);
export const missingScope = () =>
  refusal(
    401,
    3,
    "Your token does not have sufficient permissions to perform this operation. Please ensure your token is authorized with the correct set of scopes.",
  );
/** Somebody else's board or pin. */
export const notPermitted = () => new Refusal(NOT_PERMITTED);
export const notWritable = () => refusal(403, 7, "Not authorized to access board or Pin.");
export const trialAccess = () =>
  refusal(
    403,
    29,
    "Apps with Trial access may not create Pins in production https://api.pinterest.com - use API Sandbox https://api-sandbox.pinterest.com instead.",
  );
export const spamBlock = (status: number) =>
  refusal(status, 9, "Sorry! You've hit a block (Pins) we have in place to combat spam. Please try again later!");
export const boardNotFound = () => refusal(404, 40, "Board not found.");
export const pinNotFound = () => refusal(404, 50, "Pin not found.");
export const mediaNotFound = () => refusal(404, 404, "Media not found.");
export const nameTaken = () => refusal(400, 58, "You already have a board with this name.");

/** Pinterest takes the same pin twice, so it has no duplicate refusal. `quota` is its block against spam. */
export const pinterestFaults: SandboxFaults = {
  supports: ["processing", "processing-fails", "upload-lost", "container-ends", "late-lists", "token-ended", "access-revoked", "quota"],
  purpose({ method, path }) {
    if (/^\/upload\/?$/.test(path)) return "upload";
    const call = /^\/v5\/(.+)$/.exec(path)?.[1];
    if (call === undefined) return null;
    if (method === "POST") return call === "pins" ? "post" : "other";
    return method === "GET" ? reading(call) : "other";
  },
  refusal(kind, { seconds }) {
    if (kind === "duplicate") return null;
    if (kind === "broken") return OUTAGE;
    if (kind === "revoked") return UNAUTHENTICATED;
    if (kind === "unread") return NOT_PERMITTED;
    return { ...TOO_MANY, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(seconds) } };
  },
};

function reading(call: string): SandboxPurpose {
  if (call === "pins" || /^boards\/\d+\/pins$/.test(call)) return "list";
  return /^(media|pins)\/\d+$/.test(call) ? "read" : "other";
}
