import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { Refusal } from "../../sandbox/kit/refusals.ts";
import type { SandboxFaults, SandboxRefusal } from "../../sandbox/network.ts";
import { POSTS } from "./model.ts";

/** A request that this network refuses, in its format. */
export function refusal(status: number, error: string, message: string, headers: Readonly<Record<string, string>> = {}): Refusal {
  return new Refusal({ status, headers, body: { error, message } });
}

export const invalidRequest = (message: string) => refusal(400, "InvalidRequest", message);

/** Any other error gets a 500 without details, as on a real server. */
export function failed(status: number, message: string): SandboxRefusal {
  if (status === 413) return { status, body: { error: "PayloadTooLarge", message: "request entity too large" } };
  if (status < 500) return { status, body: { error: "InvalidRequest", message } };
  return { status, body: { error: "InternalServerError", message: "Internal Server Error" } };
}

/** A refusal of the authorization server, in OAuth's format. */
export function oauthRefusal(error: string, error_description: string, status = 400): Refusal {
  return new Refusal({ status, body: { error, error_description } });
}

export const invalidGrant = (description: string) => oauthRefusal("invalid_grant", description);

const Target = z.object({ collection: z.string() });
const UPLOADS = ["/xrpc/com.atproto.repo.uploadBlob", "/xrpc/app.bsky.video.uploadVideo"];

/** Bluesky accepts the same text twice, so it has no duplicate refusal. */
export const blueskyFaults: SandboxFaults = {
  supports: ["processing", "token-ended", "access-revoked"],
  purpose({ method, path, body }) {
    if (/^\/oauth\/(par|token|revoke)$/.test(path)) return "other";
    if (!path.startsWith("/xrpc/")) return null;
    if (UPLOADS.includes(path)) return "upload";
    const isWrite = method === "POST" && path.endsWith(".repo.putRecord");
    return isWrite && Target.safeParse(body).data?.collection === POSTS ? "post" : "other";
  },
  refusal(kind, { now, seconds }) {
    // Clients renew an expired token, but an account that was taken down stays locked out.
    if (kind === "revoked") return { status: 400, body: { error: "AccountTakedown", message: "Account has been taken down" } };
    if (kind === "broken") return { status: 500, body: { error: "InternalServerError", message: "Internal Server Error" } };
    if (kind === "duplicate" || kind === "unread") return null;
    const reset = String(Math.ceil(toEpochMilliseconds(addSeconds(now, seconds)) / 1000));
    const headers = { "ratelimit-limit": "3000", "ratelimit-remaining": "0", "ratelimit-reset": reset };
    return { status: 429, headers, body: { error: "RateLimitExceeded", message: "Rate Limit Exceeded" } };
  },
};
