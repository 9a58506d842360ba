import { googlePurpose } from "../../sandbox/google/log-in.ts";
import { answerOf, type GoogleError, type GoogleReason, GoogleRefusal, OUTAGE, UNAUTHENTICATED } from "../../sandbox/google/refusals.ts";
import type { SandboxFaults, SandboxPurpose, SandboxRequest } from "../../sandbox/network.ts";

type Place = Pick<GoogleReason, "location" | "locationType">;

interface Wrong extends Place {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  /** `global` unless said. */
  readonly domain?: string;
}

/** https://developers.google.com/youtube/v3/docs/errors (2026-11) */
export function refusal({ code, message, ...reason }: Wrong): GoogleRefusal {
  return new GoogleRefusal({ code, message, reason });
}

/** The metadata of a video is wrong. */
export const wrongVideo = (reason: string, message: string) =>
  refusal({ code: 400, reason, message, domain: "youtube.video", location: "body", locationType: "other" });

/** A field of a body is not what it must be. */
export function invalidBody(field: string): GoogleRefusal {
  return new GoogleRefusal({
    code: 400,
    message: `Invalid value at '${field}'`,
    status: "INVALID_ARGUMENT",
    reason: { reason: "invalid", location: field },
  });
}

export const invalidParameter = (name: string, message: string, reason = "invalidParameter") =>
  refusal({ code: 400, reason, message, location: name, locationType: "parameter" });

export const missingParameter = (name: string) => invalidParameter(name, `Required parameter: ${name}`, "required");

export const noFilter = () =>
  refusal({
    code: 400,
    reason: "missingRequiredParameter",
    message: "No filter selected.",
    domain: "youtube.parameter",
    location: "parameters.",
    locationType: "other",
  });

export const unknownPart = (name: string) =>
  refusal({
    code: 400,
    reason: "unknownPart",
    message: `'${name}'`,
    domain: "youtube.part",
    location: "part",
    locationType: "parameter",
  });

/** The thing does not exist, or not for this caller. */
export function notFound(what: "video" | "playlist" | "channel" | "commentThread", name: string): GoogleRefusal {
  return refusal({
    code: 404,
    reason: `${what}NotFound`,
    message: `The ${what} that the parameter ${name} identifies could not be found.`,
    domain: `youtube.${what}`,
    location: name,
    locationType: "parameter",
  });
}

export function signupRequired(): GoogleRefusal {
  const reason = { reason: "youtubeSignupRequired", domain: "youtube.header", location: "Authorization", locationType: "header" };
  return new GoogleRefusal({ code: 401, message: "Unauthorized", reason });
}

export function apiDisabled(): GoogleRefusal {
  return new GoogleRefusal({
    code: 403,
    message: "YouTube Data API v3 has not been used in project 1 before or it is disabled.",
    status: "PERMISSION_DENIED",
    reason: { reason: "accessNotConfigured", domain: "usageLimits" },
  });
}

export const FORBIDDEN: GoogleError = { code: 403, message: "Forbidden", reason: { reason: "forbidden", domain: "youtube.common" } };

export const RATE_LIMITED: GoogleError = {
  code: 429,
  message: "Too many requests in a short time.",
  status: "RESOURCE_EXHAUSTED",
  reason: { reason: "rateLimitExceeded" },
};

/** The common bucket is empty. */
export const quotaExceeded = () =>
  refusal({
    code: 403,
    reason: "quotaExceeded",
    message: "The request cannot be completed because you have exceeded your quota.",
    domain: "youtube.quota",
  });

/**
 * A bucket of its own is empty. Seen so for uploads: https://github.com/googleapis/google-api-python-client/issues/2753 (2026-05);
 * its reason is that of a burst.
 */
export function bucketEmpty(metric: string): GoogleRefusal {
  const message = `Quota exceeded for quota metric '${metric}' and limit '${metric} per day' of service 'youtube.googleapis.com' for consumer 'project_number:1'.`;
  return refusal({ code: 429, reason: "rateLimitExceeded", message });
}

export const channelLimitReached = () => wrongVideo("uploadLimitExceeded", "The user has exceeded the number of videos they may upload.");

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
