import type { CheckOutcome, PublishOutcome } from "../../connectors/connector.ts";
import { type GraphFailure, reasonOf } from "../../connectors/meta/graph.ts";

/** The outcome of a step that did not get a post published. */
export type Stop = Exclude<CheckOutcome, { kind: "published" | "handedOver" | "lost" | "unsuitable" }>;
export type Busy = Extract<PublishOutcome, { kind: "busy" }>;
export type Held = Extract<PublishOutcome, { kind: "held" }>;

/** What an answer is a sign of. */
export type Sign =
  | "dead token"
  | "no permission"
  /** Something named in the request is not there: a container not yet or no longer, a parent not yet. */
  | "missing"
  | "bad children"
  | "restricted activity"
  | "restricted user"
  | "unfetched"
  | "text too long"
  | "quota"
  | "throttled"
  | "outage"
  | "refused";

export const HOUR_SECONDS = 3600;
const OUTAGE_RETRY_SECONDS = 60;

/**
 * The vendor lists hardly any: https://developers.facebook.com/documentation/threads/troubleshooting (2026-11). That these numbers mean
 * this is unverified; it is what other products meet.
 */
const SIGNS: readonly { readonly sign: Sign; readonly numbers: readonly number[] }[] = [
  { sign: "missing", numbers: [4279009] },
  { sign: "bad children", numbers: [4279004] },
  { sign: "restricted user", numbers: [4279013] },
  { sign: "restricted activity", numbers: [2207051] },
  { sign: "unfetched", numbers: [2207052] },
  { sign: "dead token", numbers: [190] },
  { sign: "quota", numbers: [9] },
  { sign: "throttled", numbers: [4, 17, 32, 613] },
  { sign: "outage", numbers: [1, 2] },
];
const WORDS: readonly { readonly sign: Sign; readonly words: RegExp }[] = [
  { sign: "dead token", words: /Error validating access token/i },
  { sign: "text too long", words: /at most \d+ characters/i },
  { sign: "unfetched", words: /could not be fetched/i },
];

export function signOf(failure: GraphFailure): Sign {
  if (failure.kind !== "refused") return "outage";
  const { error, status } = failure;
  if (error === null) return status === 429 ? "throttled" : "outage";
  const { code, subcode, message, isTransient } = error;
  const known =
    SIGNS.find(({ numbers }) => subcode !== null && numbers.includes(subcode)) ??
    SIGNS.find(({ numbers }) => numbers.includes(code)) ??
    WORDS.find(({ words }) => words.test(message));
  if (known !== undefined) return known.sign;
  if (isTransient || status >= 500) return "outage";
  if (status === 429) return "throttled";
  return code === 10 || (code >= 200 && code <= 299) ? "no permission" : "refused";
}

/** The outcome of a request that failed and that readers could not have noticed. */
export function outcomeOf(failure: GraphFailure): Stop {
  const reason = reasonOf("Threads", failure);
  if (failure.kind === "unreached") return { ...busy(reason, OUTAGE_RETRY_SECONDS), scope: "channel" };
  switch (signOf(failure)) {
    case "outage":
      return busy(reason, OUTAGE_RETRY_SECONDS);
    case "dead token":
      return { kind: "unauthorized", reason, scope: "grant" };
    case "no permission":
      return { kind: "unauthorized", reason, scope: "grant", lacksPermission: true };
    case "throttled":
      return held(failure, codeOf(failure) === 4 ? "application" : "channel");
    case "quota":
    case "restricted activity":
      return held(failure, "channel");
    case "restricted user":
      return { kind: "rejected", reason: `${reason}. Threads has restricted this profile: open the Threads app to see what it asks for.` };
    case "refused":
      return { kind: "rejected", reason: knownRefusal(failure) ?? reason };
    default:
      return { kind: "rejected", reason };
  }
}

export function busy(reason: string, retryAfterSeconds: number): Busy {
  return { kind: "busy", reason, retryAfterSeconds };
}

function held(failure: GraphFailure, scope: Held["scope"]): Held {
  const asked = failure.kind === "refused" ? failure.retryAfterSeconds : null;
  return { kind: "held", reason: reasonOf("Threads", failure), retryAfterSeconds: Math.max(HOUR_SECONDS, asked ?? 0), scope };
}

export function codeOf(failure: GraphFailure): number | null {
  return failure.kind === "refused" ? (failure.error?.code ?? null) : null;
}

/** Refusals that name a constant instead of saying anything to people. */
function knownRefusal(failure: GraphFailure): string | null {
  const message = failure.kind === "refused" ? (failure.error?.message ?? "") : "";
  if (message.includes("LINK_LIMIT_EXCEEDED")) return "The post has more than 5 links; Threads takes at most 5.";
  if (message.includes("FEATURE_NOT_AVAILABLE")) return "Threads does not offer this profile a feature that the post uses.";
  if (message.includes("GEO_GATING")) return "Threads does not know a country to which the post is limited.";
  return null;
}
