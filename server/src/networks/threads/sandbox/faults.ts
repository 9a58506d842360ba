import { answerOf, OUTAGE, unknownObject } from "../../sandbox/meta/refusal.ts";
import type { SandboxFaults, SandboxPurpose } from "../../sandbox/network.ts";
import { expiredToken } from "./refusals.ts";

/** Threads accepts the same text twice, so it has no duplicate refusal. */
export const threadsFaults: SandboxFaults = {
  supports: ["processing", "processing-fails", "container-ends", "late-lists", "token-ended", "access-revoked", "quota"],
  purpose({ method, path, body }) {
    const [, id, edge] = /^\/v1\.0\/(\w+)(?:\/(\w*))?$/.exec(path) ?? [];
    if (id === undefined) return /^\/(oauth\/access_token|access_token|refresh_access_token|debug_token)$/.test(path) ? "other" : null;
    if (method === "POST") return writing(edge, body);
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
function writing(edge: string | undefined, body: unknown): SandboxPurpose {
  if (edge === "threads_publish") return "post";
  if (edge !== "threads") return "other";
  const isAtOnce = typeof body === "object" && body !== null && "auto_publish_text" in body && String(body.auto_publish_text) === "true";
  return isAtOnce ? "post" : "upload";
}
