import { GraphRefusal } from "../../sandbox/meta/refusal.ts";

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
