import { answerOf, deadToken, GraphRefusal, OUTAGE, throttledHeaders, unknownObject } from "../../sandbox/meta/refusal.ts";
import type { SandboxFaults, SandboxPurpose, SandboxRequest } from "../../sandbox/network.ts";
import { kindOfId } from "./model.ts";

/**
 * What this network refuses, with its codes.
 * https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/error-codes (2026-10); the texts
 * are ours.
 */
const REFUSALS = {
  serverError: [-1, 2207001, "Server error", "Instagram could not process this. Try again later."],
  createFailed: [-1, 2207032, "Create media failed", "The media could not be created. Try again."],
  uploadFailed: [-1, 2207053, "Upload failed", "The upload failed for an unknown reason."],
  tooSlow: [-2, 2207003, "Timeout", "It takes too long to download the media."],
  expired: [-2, 2207020, "Media expired", "The container is older than 24 hours. Create it again."],
  thumbOffset: [1, 2207057, "Invalid thumbnail offset", "The thumbnail offset must lie within the video."],
  blocked: [4, 2207051, "Application request limit reached", "We restrict certain activity to protect our community."],
  postsUsedUp: [9, 2207042, "Publishing limit reached", "The account has reached the number of posts that it can publish in 24 hours."],
  containersUsedUp: [9, 2207042, "Container limit reached", "The account has created as many containers as it can in 24 hours."],
  unknownContainer: [24, 2207008, "Media not found", "The container does not exist."],
  noPermission: [24, 2207006, "Media not found", "The media is not available to this application."],
  restricted: [25, 2207050, "Account restricted", "The account is inactive, checkpointed or restricted. Log in to the Instagram app."],
  mediaType: [100, 2207023, "Unknown media type", "Use CAROUSEL, REELS or STORIES; VIDEO is for carousel items."],
  carouselSize: [100, 2207028, "Carousel size", "A carousel takes 2 to 10 items."],
  tooManyMentions: [100, 2207040, "Too many tags", "A caption takes at most 20 @ tags."],
  trialReels: [100, 2207081, "Trial reels not available", "This account cannot publish trial reels."],
  fetchFailed: [9004, 2207052, "Media fetch failed", "The media could not be fetched from this URI."],
  notReady: [9007, 2207027, "Media ID is not available", "The media is not ready for publishing, please wait for a moment."],
  imageSize: [36000, 2207004, "Image too large", "The image is larger than 8 MiB."],
  imageFormat: [36001, 2207005, "Image format not supported", "Use a JPEG image."],
  imageRatio: [36003, 2207009, "Aspect ratio not supported", "The aspect ratio must be within 4:5 and 1.91:1."],
  captionLength: [36004, 2207010, "Caption too long", "A caption takes at most 2,200 characters."],
} as const satisfies Record<string, readonly [code: number, subcode: number, title: string, message: string]>;

export function refusal(name: keyof typeof REFUSALS): GraphRefusal {
  const [code, subcode, userTitle, userMessage] = REFUSALS[name];
  return new GraphRefusal({ code, subcode, message: userTitle, userTitle, userMessage });
}

/** Code 10: the person did not grant this, or the account is not one that it works for. */
export function denied(message: string): GraphRefusal {
  return new GraphRefusal({ code: 10, message: `(#10) ${message}` });
}

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
