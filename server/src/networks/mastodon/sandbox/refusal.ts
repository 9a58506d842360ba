import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { Refusal } from "../../sandbox/kit/refusals.ts";
import type { SandboxFaults } from "../../sandbox/network.ts";

/** A request that this network refuses, in Mastodon's format: `{"error": text}`, for OAuth with `error_description`. */
export function refusal(status: number, error: string, error_description?: string): Refusal {
  return new Refusal({ status, body: { error, ...(error_description === undefined ? {} : { error_description }) } });
}

/** Mastodon's response to a failed validation: 422 with all errors in one sentence. */
export const invalid = (...mistakes: readonly string[]) => refusal(422, `Validation failed: ${mistakes.join(", ")}`);
export const notFound = () => refusal(404, "Record not found");

/** Any other error gets the 500 that a real server sends. */
export const ANSWERS = {
  nowhere: () => refusal(404, "Not Found").answer,
  failed: (status: number, message: string) =>
    refusal(status, status < 500 ? message : "We're sorry, but something went wrong on our end.").answer,
};

/** Mastodon accepts the same text twice, so it has no duplicate refusal. */
export const mastodonFaults: SandboxFaults = {
  supports: ["processing", "ignore-keys", "late-lists"],
  purpose({ method, path }) {
    if (method === "POST" && path === "/api/v1/statuses") return "post";
    if (method === "POST" && /^\/api\/v[12]\/media$/.test(path)) return "upload";
    if (method === "GET" && /^\/api\/v1\/accounts\/[^/]+\/statuses$/.test(path)) return "list";
    return path.startsWith("/api/") ? "other" : null;
  },
  refusal(kind, { now, seconds }) {
    if (kind === "revoked") return { status: 401, body: { error: "The access token was revoked" } };
    if (kind === "broken") return { status: 500, body: { error: "We're sorry, but something went wrong on our end." } };
    if (kind === "duplicate" || kind === "unread") return null;
    const reset = new Date(toEpochMilliseconds(addSeconds(now, seconds))).toISOString();
    return { status: 429, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset }, body: { error: "Too many requests" } };
  },
};
