import type { SandboxFaults } from "../../sandbox/network.ts";
import { INTERNAL, NOT_AUTHORIZED, RATE_EXCEEDED, signed, TOKEN_INVALID } from "./refusals.ts";

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
