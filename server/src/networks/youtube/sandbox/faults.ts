import { googlePurpose } from "../../sandbox/google/log-in.ts";
import { answerOf, OUTAGE, UNAUTHENTICATED } from "../../sandbox/google/refusals.ts";
import type { SandboxFaults, SandboxPurpose, SandboxRequest } from "../../sandbox/network.ts";
import { FORBIDDEN, RATE_LIMITED } from "./refusals.ts";

/**
 * YouTube takes the same video twice, so it has no duplicate refusal. What becomes of a video is decided when its upload is opened:
 * that is the call on which faults of processing strike. The last bytes create the video.
 */
export const youtubeFaults: SandboxFaults = {
  supports: ["processing", "processing-fails", "upload-lost", "container-ends", "late-lists", "token-ended", "access-revoked", "quota"],
  purpose(request) {
    const ofLogIn = googlePurpose(request.path);
    if (ofLogIn !== undefined) return ofLogIn;
    if (request.path.startsWith("/upload/")) return purposeOfUpload(request);
    const [, call = null] = /^\/youtube\/v3\/([\w:]+)$/.exec(request.path) ?? [];
    return call === null ? null : purposeOfCall(request.method, call);
  },
  refusal(kind, _facts) {
    if (kind === "duplicate") return null;
    const error = { broken: OUTAGE, revoked: UNAUTHENTICATED, unread: FORBIDDEN, rate: RATE_LIMITED }[kind];
    return answerOf(error, "reasons");
  },
};

function purposeOfCall(method: string, call: string): SandboxPurpose {
  if (method === "POST") return call === "commentThreads" ? "post" : "other";
  if (call === "playlistItems" || call === "commentThreads") return "list";
  return call.startsWith("videos") ? "read" : "other";
}

function purposeOfUpload({ method, path, headers }: SandboxRequest): SandboxPurpose {
  if (path.endsWith("/thumbnails/set")) return "other";
  if (method === "POST") return "upload";
  const range = headers["content-range"];
  if (range === undefined) return headers["content-length"] === "0" ? "read" : "post";
  const [, last, total] = /-(\d+)\/(\d+)$/.exec(String(range)) ?? [];
  if (last === undefined) return "read";
  return Number(last) + 1 === Number(total) ? "post" : "upload";
}
