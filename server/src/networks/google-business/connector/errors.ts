import { z } from "zod";
import type { CheckOutcome, PublishOutcome } from "../../connectors/connector.ts";
import type { GoogleError, GoogleFailure } from "../../connectors/google/api.ts";
import { oneLine } from "../../connectors/reply.ts";
import { NO_QUOTA, PROFILE_LIMIT_WORDS } from "./unverified.ts";

/** The outcome of a step that did not get a post published. */
export type Stop = Exclude<CheckOutcome, { kind: "published" | "handedOver" | "lost" | "unsuitable" }>;
export type Busy = Extract<PublishOutcome, { kind: "busy" }>;

/** What an answer is a sign of. */
export type Sign =
  | "dead token"
  /** The operator has to switch an API on in the Google Cloud project. */
  | "switched off"
  /** Google has not granted the project any requests. */
  | "not granted"
  | "no scope"
  | "no role"
  | "gone"
  /** No such address: our own mistake. */
  | "wrong address"
  | "no posts here"
  | "unfetched"
  | "throttled"
  | "outage"
  /** A refusal that is not Google's. */
  | "proxy"
  | "refused";

const MESSAGE_LENGTH_MAX = 300;

/**
 * https://developers.google.com/my-business/reference/rest/v4/ErrorCode (2026-04): the names of what is wrong, wherever in an error
 * they stand.
 */
const NAMES: readonly { readonly sign: Sign; readonly name: RegExp }[] = [
  { sign: "switched off", name: /\bSERVICE_DISABLED\b|\baccessNotConfigured\b/ },
  { sign: "no scope", name: /\bACCESS_TOKEN_SCOPE_INSUFFICIENT\b/ },
  { sign: "no posts here", name: /\bLOCATION_DISABLED_FOR_LOCAL_POST_API\b/ },
  { sign: "unfetched", name: /\bPHOTO_(?:FETCH|UPLOAD)_FAILED\b/ },
];
const STATUSES: Readonly<Record<number, Sign>> = {
  401: "dead token",
  403: "no role",
  404: "gone",
  408: "outage",
  409: "outage",
  429: "throttled",
};

/** https://developers.google.com/my-business/content/basic-setup (2026-05): a quota of 0 means that the project is not approved. */
const QuotaInfo = z.object({ metadata: z.object({ [NO_QUOTA.name]: z.literal(NO_QUOTA.value) }) });
const FieldErrors = z.object({ errorDetails: z.array(z.object({ field: z.string().nullish(), message: z.string().nullish() })) });

export function signOf(failure: GoogleFailure): Sign {
  if (failure.kind !== "refused") return "outage";
  const { status, error } = failure;
  if (status >= 500) return "outage";
  if (error === null) return status === 404 ? "wrong address" : status === 429 ? "throttled" : "proxy";
  const text = [...error.reasons, error.message, namesIn(error)].join(" ");
  const known = NAMES.find(({ name }) => name.test(text));
  if (known !== undefined) return known.sign;
  const sign = STATUSES[status] ?? "refused";
  return sign === "throttled" && error.details.some((one) => QuotaInfo.safeParse(one).success) ? "not granted" : sign;
}

/** Everything that the details say, without the values that they repeat: those are a user's, who may have written such a name. */
function namesIn({ details }: Pick<GoogleError, "details">): string {
  return JSON.stringify(details, (key, value: unknown) => (key === "value" ? undefined : value));
}

/** What is wrong with which field; empty if the error does not say. */
export function wordsIn({ details }: Pick<GoogleError, "details">): string {
  const wrong = details.flatMap((one) => FieldErrors.safeParse(one).data?.errorDetails ?? []);
  const words = wrong.flatMap(({ field, message }) => (message ? [field ? `${field}: ${message}` : message] : []));
  return oneLine(words.join("; "), MESSAGE_LENGTH_MAX);
}

/** Whether too many requests were made for one profile, not by the whole application. */
export function isLimitOfProfile(failure: GoogleFailure): boolean {
  return (
    failure.kind === "refused" &&
    PROFILE_LIMIT_WORDS.test(`${failure.error?.message ?? ""} ${failure.error === null ? "" : namesIn(failure.error)}`)
  );
}

export function busy(reason: string, retryAfterSeconds: number): Busy {
  return { kind: "busy", reason, retryAfterSeconds };
}
