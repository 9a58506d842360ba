import { answerOf, deadToken, OUTAGE, unknownObject } from "../../sandbox/meta/refusal.ts";
import { throttledHeaders } from "../../sandbox/meta/usage.ts";
import type { SandboxFaults, SandboxPurpose, SandboxRequest } from "../../sandbox/network.ts";
import { kindOfId } from "./ids.ts";

/** Instagram takes the same post twice, and its calls have no idempotency key. */
export const instagramFaults: SandboxFaults = {
  supports: ["processing", "processing-fails", "container-ends", "late-lists", "token-ended", "access-revoked", "quota"],
  purpose(request) {
    return /^\/(login\/oauth\/|refresh_)?access_token$/.test(request.path) ? "other" : purposeOfCall(request);
  },
  refusal(kind, { seconds }) {
    if (kind === "revoked")
      return answerOf(deadToken("Error validating access token: The user has not authorized application.", 458).error);
    if (kind === "broken") return answerOf(OUTAGE);
    if (kind === "unread") return answerOf(unknownObject("0", "GET").error);
    if (kind === "duplicate") return null;
    const message = "(#80002) There have been too many calls to this Instagram account. Wait a bit and try again.";
    return { ...answerOf({ code: 80002, message }), headers: throttledHeaders("instagram", { id: "17841400000000000", seconds }) };
  },
};

/** What a call on one of this network's objects is for, on its own host; on another one, null for the objects of that. */
export function purposeOfGuestCall(request: SandboxRequest): SandboxPurpose | null {
  const id = OBJECT.exec(request.path)?.groups?.id ?? "";
  return kindOfId(id) === null ? null : purposeOfCall(request);
}

const OBJECT = /^\/v\d+\.\d+\/(?<id>[^/]+)(?:\/(?<edge>[^/]+))?\/?$/;
const LISTS = ["media", "stories", "comments", "replies"];

function purposeOfCall({ method, path }: SandboxRequest): SandboxPurpose | null {
  const { id, edge = "" } = OBJECT.exec(path)?.groups ?? {};
  if (id === undefined) return null;
  if (method === "POST") return edge === "media" ? "upload" : "post";
  if (LISTS.includes(edge)) return "list";
  const kind = kindOfId(id);
  return kind === null || kind === "account" ? "other" : "read";
}
