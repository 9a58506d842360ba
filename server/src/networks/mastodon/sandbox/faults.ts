import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { SandboxFaults } from "../../sandbox/network.ts";

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
