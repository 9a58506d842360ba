import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { Refusal } from "../../sandbox/kit/refusals.ts";
import type { SandboxFaults, SandboxRefusal } from "../../sandbox/network.ts";
import { RATES, rateHeaders } from "./rates.ts";

/** Both hosts are seen in types; only the last part says something. */
const OLD_PROBLEMS = "https://api.twitter.com/2/problems";
const PROBLEMS = "https://api.x.com/2/problems";

/**
 * What X refuses: most as a problem, mistakes of a request as a list of errors, log-ins as OAuth does. Types and texts are the
 * vendor's (https://docs.x.com/x-api/fundamentals/response-codes-and-errors, 2026-08) or those that products report to have seen in 2026.
 */
export function invalidRequest(parameters: Readonly<Record<string, readonly string[]>>, message: string, status = 400): Refusal {
  const body = {
    errors: [{ parameters, message }],
    title: "Invalid Request",
    detail: "One or more parameters to your request was invalid.",
    type: `${OLD_PROBLEMS}/invalid-request`,
  };
  return new Refusal({ status, body });
}

export const invalidMediaIds = (ids: readonly string[]) => invalidRequest({ "media.media_ids": ids }, "Your media IDs are invalid.");
export const forbidden = (detail: string) => new Refusal(plain(403, "Forbidden", detail));
export const tooLarge = (detail: string) => new Refusal(plain(413, "Payload Too Large", detail));
/** For OAuth's own two calls. */
export const oauthRefusal = (status: 400 | 401, error: string, error_description: string) =>
  new Refusal({ status, body: { error, error_description } });
export const notFound = (of: Parameters<typeof notFoundProblem>[0]) =>
  new Refusal({ status: 404, body: { ...notFoundProblem(of), status: 404 } });
export const tooManyRequests = (headers: Readonly<Record<string, string>>) => ({
  ...plain(429, "Too Many Requests", "Too Many Requests"),
  headers,
});

/** What else goes wrong is said in X's shape, too. */
export const ANSWERS = {
  nowhere: () => plain(404, "Not Found", "Not Found"),
  failed(status: number, message: string): SandboxRefusal {
    if (status >= 500) return plain(500, "Internal Server Error", "Internal Server Error");
    return status === 413 ? tooLarge(message).answer : invalidRequest({}, message, status).answer;
  },
};

/** In `errors` of a response with status 200, too. */
export function notFoundProblem(of: { readonly type: "tweet" | "user" | "media"; readonly parameter: string; readonly id: string }) {
  return {
    value: of.id,
    detail: `Could not find ${of.type} with ${of.parameter}: [${of.id}].`,
    title: "Not Found Error",
    resource_type: of.type,
    parameter: of.parameter,
    resource_id: of.id,
    type: `${PROBLEMS}/resource-not-found`,
  };
}

export const UNAUTHORIZED = plain(401, "Unauthorized", "Unauthorized");
export const OUTAGE = plain(503, "Service Unavailable", "Service Unavailable");
export const DUPLICATE = plain(403, "Forbidden", "You are not allowed to create a Tweet with duplicate content.");
export const NOT_PERMITTED = plain(403, "Forbidden", "You are not permitted to perform this action.");
export const UNKNOWN_AUTHENTICATION = plain(
  403,
  "Unsupported Authentication",
  "Authenticating with Unknown is forbidden for this endpoint.  Supported authentication types are [OAuth 1.0a User Context, OAuth 2.0 User Context].",
  `${OLD_PROBLEMS}/unsupported-authentication`,
);
export const SUSPENDED = plain(
  403,
  "Forbidden",
  "Your account is suspended and is not permitted to access this feature.",
  `${OLD_PROBLEMS}/user-suspended`,
);
export const CLIENT_FORBIDDEN: SandboxRefusal = {
  status: 403,
  body: {
    title: "Client Forbidden",
    detail: "Your account is not permitted to access this feature.",
    required_enrollment: "Appropriate Level of API Access",
    reason: "client-not-enrolled",
    type: `${OLD_PROBLEMS}/client-forbidden`,
  },
};
export const USAGE_CAPPED: SandboxRefusal = {
  status: 429,
  body: {
    title: "UsageCapExceeded",
    detail: "Usage cap exceeded: Monthly product cap",
    period: "Monthly",
    scope: "Product",
    type: `${OLD_PROBLEMS}/usage-capped`,
  },
};
/** The older wording, and the one seen later. */
export const CREDITS_DEPLETED: SandboxRefusal = {
  status: 402,
  body: {
    title: "CreditsDepleted",
    detail: "Your enrolled account [1] does not have any credits to fulfill this request.",
    type: `${OLD_PROBLEMS}/credits`,
  },
};
export const PAYMENT_REQUIRED: SandboxRefusal = {
  status: 402,
  body: { title: "Payment Required", detail: "credits depleted", type: `${PROBLEMS}/credits-depleted`, status: 402 },
};

/** `resetDate`: the first day of the next billing cycle. The vendor documents neither the type nor the field. */
export function spendCapReached(resetDate: string): SandboxRefusal {
  const body = {
    title: "SpendCapReached",
    detail: `Your enrolled account [1] has reached its billing cycle spend cap. API requests will be blocked until the next cycle begins on ${resetDate}.`,
    reset_date: resetDate,
    type: `${OLD_PROBLEMS}/credits`,
  };
  return { status: 403, body };
}

function plain(status: number, title: string, detail: string, type = "about:blank"): SandboxRefusal {
  return { status, body: { title, detail, type, status } };
}

/** In `errors` of a response with a good status. */
export const INTERNAL_ERROR = {
  title: "Internal Error",
  detail: "An unexpected error has occurred.",
  type: `${PROBLEMS}/internal-error`,
  status: 500,
};

/** X refuses a text that it holds for a duplicate; the fault does so for one that is none. */
export const xFaults: SandboxFaults = {
  supports: ["processing", "processing-fails", "upload-lost", "container-ends", "late-lists", "token-ended", "access-revoked", "quota"],
  purpose({ method, path }) {
    if (/^(\/2)?\/oauth2\//.test(path)) return "other";
    if (!path.startsWith("/2/")) return null;
    if (method === "POST" && path === "/2/tweets") return "post";
    if (method === "POST" && path.startsWith("/2/media/")) return "upload";
    if (/^\/2\/users\/\d+\/tweets$/.test(path)) return "list";
    return method === "GET" && /^\/2\/(tweets|media)\b/.test(path) ? "read" : "other";
  },
  refusal(kind, { now, seconds }) {
    if (kind === "broken") return OUTAGE;
    if (kind === "revoked") return UNAUTHORIZED;
    if (kind === "duplicate") return DUPLICATE;
    if (kind === "unread") return CLIENT_FORBIDDEN;
    const resetSeconds = Math.ceil(toEpochMilliseconds(now) / 1000) + seconds;
    return tooManyRequests(rateHeaders({ total: RATES.create, remaining: 0, resetSeconds }));
  },
};
