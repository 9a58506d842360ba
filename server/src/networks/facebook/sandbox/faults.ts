import { answerOf, OUTAGE, unknownObject } from "../../sandbox/meta/refusal.ts";
import { throttledHeaders } from "../../sandbox/meta/usage.ts";
import type { SandboxFaults, SandboxPurpose, SandboxRequest } from "../../sandbox/network.ts";
import { deadTokenOf, repeated } from "./refusals.ts";

/** A front end answers 500 with code 2 whether the post went live or not. */
export const facebookFaults: SandboxFaults = {
  supports: ["processing", "processing-fails", "upload-lost", "late-lists", "token-ended", "access-revoked", "quota"],
  purpose,
  refusal(kind, { seconds }) {
    if (kind === "revoked") return answerOf(deadTokenOf(460).error);
    if (kind === "broken") return answerOf(OUTAGE);
    if (kind === "duplicate") return answerOf(repeated().error);
    if (kind === "unread") return answerOf(unknownObject("0", "get").error);
    const { status, body } = answerOf({ code: 32, message: "(#32) Page request limit reached" });
    return { status, headers: throttledHeaders("pages", { id: "0", seconds }), body };
  },
};

const VERSIONED = /^\/v\d+\.0\/([^/]+)(?:\/([^/]+))?$/;
const LISTS = ["published_posts", "video_reels", "stories", "comments"];

export function purpose(request: SandboxRequest): SandboxPurpose | null {
  if (request.path.startsWith("/upload/")) return "upload";
  const [match, id = "", edge = null] = VERSIONED.exec(request.path) ?? [];
  if (match === undefined) return null;
  if (request.method === "GET") return purposeOfRead(id, edge);
  if (request.method !== "POST" || edge === null) return "other";
  if (edge === "feed" || edge === "comments" || edge === "photo_stories") return "post";
  if (edge === "photos") return stages(request.body) ? "other" : "post";
  if (edge === "videos" || edge === "video_reels" || edge === "video_stories") return purposeOfVideo(edge, phaseOf(request.body));
  return "other";
}

function purposeOfRead(id: string, edge: string | null): SandboxPurpose {
  if (edge !== null && LISTS.includes(edge)) return "list";
  // Posts, photos, videos and comments; what persons and Pages are is asked to see whether a token is good.
  return edge === null && /^(\d+_)?[3-6]\d+$/.test(id) ? "read" : "other";
}

/** The bytes of a part come as multipart, whose body is not parsed yet. */
function purposeOfVideo(edge: string, phase: string | null): SandboxPurpose {
  if (phase === "finish") return "post";
  return edge === "videos" && phase === null ? "upload" : "other";
}

/** A photo that no reader sees yet. Multipart is how photos are sent to be attached later. */
function stages(body: unknown): boolean {
  if (body === undefined || body === null) return true;
  return typeof body === "object" && "published" in body && ["false", "0"].includes(String(body.published));
}

function phaseOf(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("upload_phase" in body)) return null;
  return typeof body.upload_phase === "string" ? body.upload_phase.toLowerCase() : null;
}
