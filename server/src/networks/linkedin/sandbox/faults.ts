import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { SandboxFaults, SandboxPurpose } from "../../sandbox/network.ts";
import { duplicatePost, internalError, missingPermission, quotaReached, revokedToken } from "./refusals.ts";

/**
 * The fault `revoked` refuses single calls with tokens that are good, as LinkedIn has been seen to do at random
 * (https://github.com/decioferreira/omniauth-linkedin-oauth2/issues/81); `access-revoked` takes them back.
 */
export const linkedinFaults: SandboxFaults = {
  supports: ["processing", "processing-fails", "upload-lost", "late-lists", "token-ended", "access-revoked", "quota"],
  purpose({ method, path, body }) {
    if (path.startsWith("/www/dms-uploads/")) return "upload";
    if (path === "/www/oauth/v2/accessToken") return "other";
    const [, root, resource = "", edge] = /^\/(rest|v2)\/(\w+)(\/.*)?$/.exec(path) ?? [];
    if (root === undefined) return null;
    if (method === "POST") return purposeOfWrite(resource, body);
    if (method !== "GET") return "other";
    if (resource === "socialActions" && edge?.endsWith("/comments")) return "list";
    if (resource === "posts" && edge === undefined) return "list";
    return READ.includes(resource) ? "read" : "other";
  },
  refusal(kind, { now }) {
    if (kind === "duplicate") return duplicatePost(`urn:li:share:${BigInt(toEpochMilliseconds(now)) << 22n}`).answer;
    return REFUSALS[kind]().answer;
  },
};

const REFUSALS = {
  rate: () => quotaReached("APPLICATION"),
  broken: internalError,
  revoked: revokedToken,
  unread: () => missingPermission("posts.FINDER-author"),
} as const;

/** What asks about one post or upload. */
const READ = [
  "posts",
  "images",
  "documents",
  "videos",
  "socialActions",
  "socialMetadata",
  "organizationalEntityShareStatistics",
  "memberCreatorPostAnalytics",
];

/** The bytes of an upload go elsewhere; of what is called here, only the end of a video's upload has to do with them. */
function purposeOfWrite(resource: string, body: unknown): SandboxPurpose {
  if (resource === "posts" || resource === "socialActions") return "post";
  return typeof body === "object" && body !== null && "finalizeUploadRequest" in body ? "upload" : "other";
}
