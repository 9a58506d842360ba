import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance } from "fastify";
import { words } from "../../sandbox/kit/names.ts";
import { Refusal } from "../../sandbox/kit/refusals.ts";
import type { SandboxFaults, SandboxPurpose } from "../../sandbox/network.ts";

/**
 * What LinkedIn refuses. Codes are the vendor's, the texts seen in public reports or our own: clients are told to rely on codes.
 * https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling (2026-11)
 */
export function refusal(status: number, body: Readonly<Record<string, unknown>>): Refusal {
  return new Refusal({ status, body: { ...body, status } });
}

/** Real ones differ with every answer; a constant one lets tests compare whole answers. */
const TRACE_ID = "AsandboxUuid";

/** Lets the routes of this scope throw refusals, and gives every answer the header that the vendor's support asks for. */
export const ANSWERS = {
  nowhere: () => refusal(404, { code: "RESOURCE_NOT_FOUND", message: "No virtual resource found" }).answer,
  failed: (status: number, message: string) =>
    (status < 500 ? refusal(status, { code: "ILLEGAL_ARGUMENT", message }) : internalError()).answer,
};

/** Gives every answer the header that the vendor's support asks for. */
export function mountTraces(scope: FastifyInstance): void {
  scope.addHook("onRequest", async (_request, reply) => void reply.header("x-li-uuid", TRACE_ID));
}

const dead = (serviceErrorCode: number, code: string, message: string) => refusal(401, { serviceErrorCode, code, message });
/** Unverified: the number and code. */
export const noToken = () => dead(65604, "EMPTY_ACCESS_TOKEN", "Empty oauth2 access token");
export const unknownToken = () => dead(65600, "INVALID_ACCESS_TOKEN", "Invalid access token");
export const revokedToken = () => dead(65601, "REVOKED_ACCESS_TOKEN", "The token used in the request has been revoked by the user");
/** Unverified: the number and code. */
export const expiredToken = () => dead(65602, "EXPIRED_ACCESS_TOKEN", "The token used in the request has expired");

const denied = (message: string) => refusal(403, { serviceErrorCode: 100, code: "ACCESS_DENIED", message });
/** `resource` is such as `posts.CREATE.20260801`. */
export const missingPermission = (resource: string) => denied(`Not enough permissions to access: ${resource}`);
/** The caller has the scopes, but may not act for this author. */
export const foreignAuthor = (field: string) =>
  denied(`Field Value validation failed in REQUEST_BODY: Data Processing Exception while processing fields [/${field}]`);
export const foreignAsset = (kind: string) =>
  denied(`Accessing this ${kind} resource is forbidden. Please check your permissions for this resource`);

export const badArgument = (message: string) => refusal(400, { code: "ILLEGAL_ARGUMENT", message });
export const notFound = (what: string) => refusal(404, { code: "NOT_FOUND", message: `${what} could not be found` });

/** The version as seen in such answers: with a day. */
export const noSuchVersion = (version: string) =>
  refusal(426, { code: "NONEXISTENT_VERSION", message: `Requested version ${version} is not active` });

export const quotaReached = (whose: "APPLICATION" | "MEMBER") =>
  refusal(429, {
    code: "TOO_MANY_REQUESTS",
    message: `Resource level throttle ${whose} DAY limit for calls to this resource is reached.`,
  });

export const internalError = () => refusal(500, { code: "INTERNAL_SERVER_ERROR", message: "Internal Server Error" });

export interface InputError {
  readonly code: string;
  readonly description: string;
  readonly message?: string;
  readonly field?: string;
}

/** What is wrong with the content of a request. */
export function badInput({ code, description, message = description, field }: InputError, status = 422): Refusal {
  const input = field === undefined ? {} : { inputPath: { fieldPath: field } };
  return refusal(status, {
    errorDetailType: "com.linkedin.common.error.BadRequest",
    message: `com.linkedin.content.common.exception.BadRequestResponseException: ${message}`,
    errorDetails: { inputErrors: [{ description, input, code }] },
  });
}

/** The post is named in the message alone. */
export const duplicatePost = (urn: string) =>
  badInput({ code: "DUPLICATE_POST", description: "Duplicate post is detected", message: `Content is a duplicate of ${urn}` });

/** Unverified: what exactly the API answers, beyond the code of the first of the two. */
export const assetNotReady = (urn: string) =>
  badInput({ code: "MEDIA_ASSET_WAITING_UPLOAD", description: `The media asset ${urn} is not available yet`, field: "/content" }, 400);
export const assetFailed = (urn: string) =>
  badInput({ code: "MEDIA_ASSET_PROCESSING_FAILED", description: `Processing of the media asset ${urn} failed`, field: "/content" }, 400);

export const noActivityYet = (urn: string, status: number) => refusal(status, { message: `Unable to obtain activity for ${urn}` });

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
const READ = words(`
  posts images documents videos socialActions socialMetadata organizationalEntityShareStatistics memberCreatorPostAnalytics
`);

/** The bytes of an upload go elsewhere; of what is called here, only the end of a video's upload has to do with them. */
function purposeOfWrite(resource: string, body: unknown): SandboxPurpose {
  if (resource === "posts" || resource === "socialActions") return "post";
  return typeof body === "object" && body !== null && "finalizeUploadRequest" in body ? "upload" : "other";
}
