import { googlePurpose } from "../../sandbox/google/log-in.ts";
import { answerOf, type GoogleError, GoogleRefusal, OUTAGE, UNAUTHENTICATED } from "../../sandbox/google/refusals.ts";
import type { SandboxFaults } from "../../sandbox/network.ts";
import type { Settings } from "./settings.ts";

/** The number of the sandbox's project at Google. */
const PROJECT = "100000000001";

/**
 * Codes of https://developers.google.com/my-business/reference/rest/Shared.Types/ErrorCode (2024-10), whose numbers are in no page.
 * Seen: 2 (https://github.com/spotonlive/php-google-my-business/issues/26), 1000 with `Fetching image failed.`, and 1301 for
 * OPERATION_UNSUPPORTED_UNDER_ACCOUNT_CONDITION (2026-11). The others follow from the order of the page within its ranges: unverified.
 */
const CODES = {
  MISSING_VALUE: 2,
  INVALID_VALUE: 3,
  VALUE_OUTSIDE_ALLOWED_RANGE: 9,
  MISSING_DEPENDENT_FIELD: 10,
  UNSUPPORTED_VALUE: 12,
  PHOTO_FETCH_FAILED: 1000,
  PHOTO_UPLOAD_FAILED: 1001,
  LOCATION_DISABLED_FOR_LOCAL_POST_API: 1302,
} as const;
export type ErrorCode = keyof typeof CODES;

/** What is wrong with one field of a body. Names are in snake case, as Google's servers write them. */
export interface Mistake {
  readonly code: ErrorCode;
  readonly field?: string;
  readonly message: string;
  readonly value?: string;
}

export const RATE_EXCEEDED = "RATE_LIMIT_EXCEEDED";

/** https://developers.google.com/my-business/reference/rest/Shared.Types/ValidationError (2024-10) */
export function invalid({ error_codes }: Pick<Settings, "error_codes">, mistakes: readonly Mistake[]): GoogleRefusal {
  const errorDetails = mistakes.map(({ code, ...rest }) => ({ code: error_codes === "numbers" ? CODES[code] : code, ...rest }));
  return new GoogleRefusal({
    code: 400,
    message: "Request contains an invalid argument.",
    status: "INVALID_ARGUMENT",
    details: [{ "@type": "type.googleapis.com/google.mybusiness.v4.ValidationError", errorDetails }],
  });
}

/** A body or query that does not have the form of the call. */
export const malformed = (field: string, description: string) =>
  badRequest(`Invalid JSON payload received. ${description}`, { field, description });

/** An argument of the newer APIs. */
export const badArgument = (field: string, description: string) =>
  badRequest("Request contains an invalid argument.", { field, description });

function badRequest(message: string, violation: { readonly field: string; readonly description: string }): GoogleRefusal {
  const details = [{ "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: [violation] }];
  return new GoogleRefusal({ code: 400, message, status: "INVALID_ARGUMENT", details });
}

export const NOT_PERMITTED: GoogleError = { code: 403, message: "The caller does not have permission", status: "PERMISSION_DENIED" };

/** The person does not manage the location, or not any more. */
export const notPermitted = () => new GoogleRefusal(NOT_PERMITTED);

export const notFound = () => new GoogleRefusal({ code: 404, message: "Requested entity was not found.", status: "NOT_FOUND" });

/** As in https://github.com/googleapis/google-api-php-client/issues/2215 (2026-11). */
export function serviceOff(service: string, title: string): GoogleRefusal {
  const url = `https://console.developers.google.com/apis/api/${service}/overview?project=${PROJECT}`;
  return new GoogleRefusal({
    code: 403,
    message: `${title} has not been used in project ${PROJECT} before or it is disabled. Enable it by visiting ${url} then retry. If you enabled this API recently, wait a few minutes for the action to propagate to our systems and retry.`,
    status: "PERMISSION_DENIED",
    details: [
      { "@type": "type.googleapis.com/google.rpc.Help", links: [{ description: "Google developers console API activation", url }] },
      {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "SERVICE_DISABLED",
        domain: "googleapis.com",
        metadata: { consumer: `projects/${PROJECT}`, service },
      },
    ],
  });
}

/** A quota of the project or of a location is used up for this minute. */
export function exhausted(service: string, limit: string): GoogleError {
  return {
    code: 429,
    message: `Quota exceeded for quota metric '${limit}' and limit '${limit} per minute' of service '${service}' for consumer 'project_number:${PROJECT}'.`,
    status: "RESOURCE_EXHAUSTED",
    details: [
      {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: RATE_EXCEEDED,
        domain: "googleapis.com",
        metadata: { consumer: `projects/${PROJECT}`, service },
      },
    ],
  };
}

const LOCATION = String.raw`\/v4\/accounts\/[^/]+\/locations\/[^/]+`;
const COLLECTION = new RegExp(`^${LOCATION}/(localPosts|media)$`);
const ITEM = new RegExp(`^${LOCATION}/(localPosts|media)/[^/]+$`);

/** Google takes the same post twice, so it has no duplicate refusal. What it reviews are posts, once they are made. */
export const googleBusinessFaults: SandboxFaults = {
  supports: ["processing", "processing-fails", "upload-lost", "container-ends", "late-lists", "token-ended", "access-revoked", "quota"],
  processes: ["post"],
  purpose({ method, path }) {
    const ofLogIn = googlePurpose(path);
    if (ofLogIn !== undefined) return ofLogIn;
    if (COLLECTION.test(path)) return method === "POST" ? "post" : "list";
    if (ITEM.test(path)) return method === "GET" ? "read" : "other";
    if (path.startsWith("/upload/")) return "upload";
    return /^\/(v4|management|information)\//.test(path) ? "other" : null;
  },
  refusal(kind) {
    return kind === "duplicate" ? null : answerOf(REFUSALS[kind], "details");
  },
};

const REFUSALS: Readonly<Record<"rate" | "broken" | "revoked" | "unread", GoogleError>> = {
  rate: exhausted("mybusiness.googleapis.com", "Requests"),
  broken: OUTAGE,
  revoked: UNAUTHENTICATED,
  unread: NOT_PERMITTED,
};
