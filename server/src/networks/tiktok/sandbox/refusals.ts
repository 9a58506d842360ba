import { randomBytes } from "node:crypto";
import type { Instant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { Refusal } from "../../sandbox/kit/refusals.ts";
import type { SandboxFaults, SandboxRefusal, SandboxWorld } from "../../sandbox/network.ts";

/**
 * What the API refuses. Codes and statuses: https://developers.tiktok.com/doc/tiktok-api-v2-error-handling and
 * https://developers.tiktok.com/doc/content-posting-api-reference-direct-post (2026-11); messages are this network's own.
 */
function said(status: number, code: string, message: string): SandboxRefusal {
  return { status, body: { error: { code, message } } };
}

export const refusal = (...facts: Parameters<typeof said>) => new Refusal(said(...facts));
export const invalidParams = (message: string) => refusal(400, "invalid_params", message);
export const tooManyPosts = () =>
  refusal(403, "spam_risk_too_many_posts", "The daily post cap from the API is reached for the current user.");
export const tooManyPendingShares = () =>
  refusal(403, "spam_risk_too_many_pending_share", "There are too many drafts in the creator's inbox.");
export const notVerified = () =>
  refusal(403, "url_ownership_unverified", "The application does not own the domain or prefix of the address.");

export const TOKEN_INVALID = said(401, "access_token_invalid", "The access token is invalid or not found in the request.");
export const NOT_AUTHORIZED = said(
  401,
  "scope_not_authorized",
  "The user did not authorize the scope required for completing this request.",
);
export const RATE_EXCEEDED = said(429, "rate_limit_exceeded", "The API rate limit was exceeded. Please try again later.");
export const INTERNAL = said(500, "internal_error", "Something went wrong. Please try again later.");

/** In every answer: the time, and what tells it from all others. */
export function newLogId(now: Instant): string {
  return now.slice(0, 19).replace(/\D/g, "") + randomBytes(9).toString("hex").toUpperCase();
}

const Body = z.looseObject({ error: z.looseObject({ code: z.string() }) });

export function errorIn({ body }: SandboxRefusal): z.output<typeof Body>["error"] {
  return Body.parse(body).error;
}

/** The answer with a number of its own. */
export function signed(answer: SandboxRefusal, now: Instant): SandboxRefusal {
  const body = Body.safeParse(answer.body);
  return body.success ? { ...answer, body: { ...body.data, error: { ...body.data.error, log_id: newLogId(now) } } } : answer;
}

/** What else goes wrong is said in TikTok's shape, too. */
export function answersOf(world: SandboxWorld) {
  return {
    nowhere: () => signed(said(404, "invalid_params", "There is no such call."), world.now()),
    failed: (status: number, message: string) => signed(status < 500 ? said(status, "invalid_params", message) : INTERNAL, world.now()),
    answerOf: ({ answer }: Refusal) => signed(answer, world.now()),
  };
}

/**
 * Asking for a post is posting: of photos, which TikTok then fetches, the answer may be lost and the post there. Of an uploaded video
 * nothing shows before its last byte, and a question about its status is refused only together with everything else.
 */
export const tiktokFaults: SandboxFaults = {
  supports: ["processing", "processing-fails", "upload-lost", "late-lists", "token-ended", "access-revoked", "quota"],
  purpose({ method, path }) {
    if (path.startsWith("/upload/")) return "upload";
    if (!path.startsWith("/v2/")) return null;
    if (method === "POST" && /^\/v2\/post\/publish\/((inbox\/)?video|content)\/init\/$/.test(path)) return "post";
    if (path === "/v2/video/list/") return "list";
    return path === "/v2/video/query/" ? "read" : "other";
  },
  refusal(kind, { now }) {
    if (kind === "rate") return signed(RATE_EXCEEDED, now);
    if (kind === "broken") return signed(INTERNAL, now);
    if (kind === "revoked") return signed(TOKEN_INVALID, now);
    return kind === "unread" ? signed(NOT_AUTHORIZED, now) : null;
  },
};
