import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { SandboxFaults } from "../../sandbox/network.ts";
import { RATES, rateHeaders } from "./rates.ts";
import { CLIENT_FORBIDDEN, DUPLICATE, OUTAGE, tooManyRequests, UNAUTHORIZED } from "./refusals.ts";

/** X refuses a text that it holds for a duplicate; the fault does so for one that is none. */
export const xFaults: SandboxFaults = {
  supports: ["processing", "processing-fails", "upload-lost", "container-ends", "late-lists", "token-ended", "access-revoked", "quota"],
  purpose({ method, path }) {
    if (/^(\/2)?\/oauth2\//.test(path)) return "other";
    if (!path.startsWith("/2/")) return null;
    if (method === "POST" && path === "/2/tweets") return "post";
    if (method === "POST" && path.startsWith("/2/media/")) return "upload";
    if (/^\/2\/users\/\d+\/tweets$/.test(path)) return "list";
    return method === "GET" && /^\/2\/(tweets|media)\b/.test(path) ? "read" : "other";
  },
  refusal(kind, { now, seconds }) {
    if (kind === "broken") return OUTAGE;
    if (kind === "revoked") return UNAUTHORIZED;
    if (kind === "duplicate") return DUPLICATE;
    if (kind === "unread") return CLIENT_FORBIDDEN;
    const resetSeconds = Math.ceil(toEpochMilliseconds(now) / 1000) + seconds;
    return tooManyRequests(rateHeaders({ total: RATES.create, remaining: 0, resetSeconds }));
  },
};
