import type { SandboxFaults, SandboxPurpose } from "../../sandbox/network.ts";
import { NOT_PERMITTED, OUTAGE, TOO_MANY, UNAUTHENTICATED } from "./refusal.ts";

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
