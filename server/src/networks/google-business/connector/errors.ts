import { z } from "zod";
import { type GoogleError, type GoogleFailure, type GoogleRefusal, reasonOf } from "../../connectors/google/api.ts";
import { oneLine } from "../../connectors/reply.ts";
import { signsBy } from "../../connectors/signs.ts";
import { NO_QUOTA, PROFILE_LIMIT_WORDS, THROTTLE_SECONDS } from "./unverified.ts";

const MESSAGE_LENGTH_MAX = 300;
const OPERATOR_RETRY_SECONDS = 3600;

/** What only the operator of this service can change. */
export const SWITCH_ON =
  "The operator of this service has to switch this API on in the Google Cloud project: /help/networks/google-business.";
export const APPLY = "Google has not approved the operator's Google Cloud project for business profiles: /help/networks/google-business.";

/** https://developers.google.com/my-business/content/basic-setup (2026-05): a quota of 0 means that the project is not approved. */
const QuotaInfo = z.object({ metadata: z.object({ [NO_QUOTA.name]: z.literal(NO_QUOTA.value) }) });
const FieldErrors = z.object({ errorDetails: z.array(z.object({ field: z.string().nullish(), message: z.string().nullish() })) });

/**
 * https://developers.google.com/my-business/reference/rest/v4/ErrorCode (2026-04): the names of what is wrong, wherever in an error
 * they stand.
 */
export const { signOf, stopAfter, isUnclear, doubtAfter, unreadAfter } = signsBy({
  network: "Google",
  reasonOf: reasonFor,
  said: ({ error }: GoogleRefusal) => ({
    isOwn: error !== null,
    words: error === null ? "" : [...error.reasons, error.message, namesIn(error)].join(" "),
  }),
})({
  /** The operator has to switch an API on in the Google Cloud project. */
  "switched off": {
    words: /\bSERVICE_DISABLED\b|\baccessNotConfigured\b/,
    means: { kind: "held", seconds: OPERATOR_RETRY_SECONDS, scope: "application", advice: SWITCH_ON },
  },
  "no scope": {
    words: /\bACCESS_TOKEN_SCOPE_INSUFFICIENT\b/,
    means: { kind: "unauthorized", advice: "Log in to Google again and allow everything that it lists." },
  },
  "no posts here": {
    words: /\bLOCATION_DISABLED_FOR_LOCAL_POST_API\b/,
    means: { kind: "unauthorized", advice: "Google lets nobody publish for this location through its API." },
  },
  /** Some answers have the words alone: https://github.com/google/google-my-business-samples/issues/5 (2026-11). */
  unfetched: { words: /\bPHOTO_(?:FETCH|UPLOAD)_FAILED\b|Fetching image failed/ },
  /** Google has not granted the project any requests. */
  "not granted": {
    statuses: [429],
    when: ({ error }) => error?.details.some((one) => QuotaInfo.safeParse(one).success) === true,
    means: { kind: "held", seconds: OPERATOR_RETRY_SECONDS, scope: "application", advice: APPLY },
  },
  throttled: {
    means: (refused) => ({ kind: "held", seconds: THROTTLE_SECONDS, scope: isLimitOfProfile(refused) ? "channel" : "application" }),
  },
  /** Our own mistake. */
  "wrong address": {
    statuses: [404],
    when: ({ error }) => error === null,
    means: {
      kind: "rejected",
      says: "Google answered with status 404: there is no such address. That is a mistake of this service, not of yours.",
    },
  },
  gone: {
    statuses: [404],
    means: { kind: "unauthorized", advice: "The location was removed, or is no longer in this account: connect it again." },
  },
  "no role": {
    statuses: [403],
    when: ({ error }) => error !== null,
    means: { kind: "unauthorized", advice: "Log in with somebody who manages this location." },
  },
  outage: { statuses: [409], when: ({ error }) => error !== null },
});

/** Everything that the details say, without the values that they repeat: those are a user's, who may have written such a name. */
function namesIn({ details }: Pick<GoogleError, "details">): string {
  return JSON.stringify(details, (key, value: unknown) => (key === "value" ? undefined : value));
}

/** What is wrong with which field; empty if the error does not say. */
function wordsIn({ details }: Pick<GoogleError, "details">): string {
  const wrong = details.flatMap((one) => FieldErrors.safeParse(one).data?.errorDetails ?? []);
  const words = wrong.flatMap(({ field, message }) => (message ? [field ? `${field}: ${message}` : message] : []));
  return oneLine(words.join("; "), MESSAGE_LENGTH_MAX);
}

/** Whether too many requests were made for one profile, not by the whole application. */
function isLimitOfProfile({ error }: GoogleRefusal): boolean {
  return PROFILE_LIMIT_WORDS.test(`${error?.message ?? ""} ${error === null ? "" : namesIn(error)}`);
}

/** The failure as a sentence for people, without a full stop. */
export function reasonFor(failure: GoogleFailure): string {
  return reasonOf("Google", failure.kind === "refused" && failure.error !== null ? withWords(failure, failure.error) : failure);
}

/** What is wrong with which field says more than that an argument is invalid. */
function withWords(failure: GoogleRefusal, error: GoogleError): GoogleFailure {
  const words = wordsIn(error);
  return words === "" ? failure : { ...failure, error: { ...error, message: words } };
}
