import {
  answerOf,
  deadToken,
  GraphRefusal,
  invalidParameter,
  OUTAGE,
  throttledHeaders,
  unknownObject,
} from "../../sandbox/meta/refusal.ts";
import type { SandboxFaults, SandboxPurpose, SandboxRequest } from "../../sandbox/network.ts";

/**
 * What Facebook refuses. Codes are the vendor's (https://developers.facebook.com/docs/graph-api/guides/error-handling, 2026-10,
 * https://developers.facebook.com/documentation/video-api/guides/reels-publishing, 2026-07) or seen in other products (those of
 * seven digits); most texts are our own.
 */

/** A refusal whose subcode says what is wrong, with words for the user. */
function refused(subcode: number, userMessage: string): GraphRefusal {
  return new GraphRefusal({ code: 100, subcode, message: "Invalid parameter", userTitle: "Can't publish", userMessage });
}

export const repeated = () =>
  new GraphRefusal({
    code: 506,
    message: "Duplicate status message",
    userTitle: "Duplicate Status Update",
    userMessage: "This status update is identical to the last one you posted. Try posting something different.",
  });
export const photosPosted = () => refused(1366051, "These photos were already posted.");
export const unfitPhoto = () => refused(1366046, "Photos should be smaller than 4 MB and saved as JPG, PNG, GIF, TIFF or BMP files.");
export const missingImage = () => new GraphRefusal({ code: 324, message: "(#324) Missing or invalid image file" });
export const badLink = () => refused(2061006, "The link is not a valid URL.");
export const unreadableLink = () => refused(1609005, "We couldn't get the data from the link. Check that it works and try again.");
export const ownLink = () => refused(1609008, "Links to facebook.com can't be shared here.");
export const tooManyReels = () =>
  new GraphRefusal({
    code: 368,
    subcode: 1390008,
    message: "The action attempted has been deemed abusive or is otherwise disallowed",
    userTitle: "You Can't Use This Feature Right Now",
    userMessage: "We limit how often you can post, comment or do other things in a given amount of time.",
  });

/** Of reels and video stories. */
export const wrongRatio = () => refused(1363040, "The video's aspect ratio isn't supported. It must be between 16x9 and 9x16.");
export const wrongResolution = () => refused(1363127, "The video's resolution must be at least 540x960.");
export const wrongDuration = (seconds: string) => refused(1363128, `The video's duration must be ${seconds}.`);
export const wrongFrameRate = () => refused(1363129, "The video's frame rate must be between 24 and 60 frames per second.");

export const tooManyInvitations = () => new GraphRefusal({ code: 613, message: "(#613) Calls to this api have exceeded the rate limit." });
export const finishedBefore = () => new GraphRefusal({ code: 6001, message: "(#6001) This upload session was finished before." });

/** Of uploads. */
export const videoTooSmall = () => new GraphRefusal({ code: 382, message: "(#382) The video file you tried to upload is too small." });
export const emptyUpload = () =>
  new GraphRefusal({ code: 6000, message: "(#6000) There was a problem uploading your video file. Please try again with another file." });
export const brokenUpload = () =>
  new GraphRefusal({ code: 6001, message: "(#6001) There was a problem uploading your video file. Please try again." });

/** Of tokens, with the subcode that says why. */
export const DEAD_TOKENS: Readonly<Record<number, string>> = {
  458: "Error validating access token: The user has not authorized application.",
  459: "Error validating access token: You cannot access the app till you log in to www.facebook.com and follow the instructions given.",
  460: "Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.",
  463: "Error validating access token: Session has expired.",
  464: "Error validating access token: Sessions for the user are not allowed because the user is not a confirmed user.",
  467: "Error validating access token: The session is invalid because the user logged out.",
  492: "Error validating access token: The user must be an administrator, editor, or moderator of the page in order to impersonate it.",
};
export const deadTokenOf = (subcode: number) => deadToken(DEAD_TOKENS[subcode] ?? "Error validating access token.", subcode);
export const unreadableToken = () => deadToken("Invalid OAuth access token - Cannot parse access token");
export const pageNotLetIn = () =>
  deadToken(
    "Any of the pages_read_engagement, pages_manage_metadata, pages_read_user_content, pages_manage_ads, pages_show_list or pages_messaging permission(s) must be granted before impersonating a user's page.",
  );
export const pageTokenNeeded = () => deadToken("A Page access token is required for this call for the new Pages experience.", 2069032);
export const noToken = () => new GraphRefusal({ code: 104, message: "An access token is required to request this resource.", status: 400 });

export const requiredOneOf = (names: string) => invalidParameter(`One of the parameters ${names} is required`);

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
