import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { boundedWait, retryAfterSeconds } from "../../../ground/net/retry-after.ts";
import type { CheckOutcome, Held, PublishOutcome } from "../../connectors/connector.ts";
import { oneLine } from "../../connectors/reply.ts";
import type { Failure, Refusal } from "./api.ts";

/** The outcome of a step that did not get a post published. */
export type Stop = Exclude<CheckOutcome, { kind: "published" | "handedOver" | "lost" | "unsuitable" | "notAsked" }>;
export type Busy = Extract<PublishOutcome, { kind: "busy" }>;

/** What an answer is a sign of. */
export type Sign =
  | "outage"
  /** Something in front of the API has refused. */
  | "edge"
  | "throttled"
  | "spend cap"
  | "no credits"
  | "usage cap"
  /** The token is refused, or not recognized as one of a person. */
  | "access"
  | "suspended"
  | "duplicate"
  | "not permitted"
  /** The post to reply to is not there, or not there yet. */
  | "no parent"
  | "reply not allowed"
  | "not enrolled"
  | "refused";

export const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
const OUTAGE_RETRY_SECONDS = 60;
const EDGE_RETRY_SECONDS = 300;
const THROTTLED_RETRY_SECONDS = 900;
/** So that a limit has certainly ended. */
const MARGIN_SECONDS = 5;
const MESSAGE_LENGTH_MAX = 300;

/** Found in a problem's title, type, detail and messages. Unverified: no page of the vendor lists these words; people have seen them. */
const WORDS: readonly { readonly sign: Sign; readonly words: RegExp }[] = [
  { sign: "spend cap", words: /SpendCapReached|spend cap/i },
  { sign: "no credits", words: /CreditsDepleted|credits[ -]depleted|does not have any credits/i },
  { sign: "usage cap", words: /usage-capped|UsageCapExceeded|usage cap/i },
  { sign: "duplicate", words: /duplicate content/i },
  { sign: "no parent", words: /deleted or not visible to you/i },
  { sign: "reply not allowed", words: /reply to this conversation is not allowed|only reply to or quote posts/i },
  { sign: "suspended", words: /user-suspended|account (is|has been) (temporarily )?(suspended|locked)|is suspended and/i },
  { sign: "not enrolled", words: /client-forbidden|client-not-enrolled|not permitted to access this feature/i },
  { sign: "access", words: /unsupported-authentication|Authenticating with \w+/i },
  { sign: "not permitted", words: /not permitted to perform this action/i },
];

export function signOf(failure: Failure): Sign {
  if (failure.kind !== "refused") return "outage";
  const { status, problem } = failure;
  // A request that took X too long may have been carried out all the same.
  if (status >= 500 || status === 408) return "outage";
  if (status === 402) return "no credits";
  if (problem === null) return status === 429 ? "throttled" : status === 401 ? "access" : "edge";
  const words = [problem.title, problem.type, problem.detail, ...problem.messages].join("\n");
  const known = status === 403 || status === 429 ? WORDS.find((row) => row.words.test(words)) : undefined;
  if (known !== undefined) return known.sign;
  if (status === 429) return "throttled";
  if (status === 401) return "access";
  return status === 404 ? "no parent" : "refused";
}

/** The outcome of a request that failed and that readers could not have noticed. */
export function outcomeOf(failure: Failure, now: Instant): Stop {
  const reason = reasonOf(failure);
  if (failure.kind === "unreached") return { ...busy(reason, OUTAGE_RETRY_SECONDS), scope: "channel" };
  if (failure.kind === "lost") return busy(reason, OUTAGE_RETRY_SECONDS);
  const sign = signOf(failure);
  switch (sign) {
    case "outage":
      return busy(reason, Math.max(OUTAGE_RETRY_SECONDS, retryAfterSeconds(failure.headers, toEpochMilliseconds(now)) ?? 0));
    case "edge":
      return busy(reason, EDGE_RETRY_SECONDS);
    case "throttled":
      return throttled(failure, now);
    case "spend cap":
    case "no credits":
    case "usage cap":
      return unpaid(failure, now);
    case "access":
      return { kind: "unauthorized", reason: `${reason}. Log in to X again.`, scope: "grant" };
    case "suspended":
      return { kind: "unauthorized", reason: `${reason}. Sign in at X to see what it asks for.`, scope: "grant" };
    case "not enrolled":
      return { kind: "rejected", reason: `${reason}. The operator has to look at the application's project and plan at X.` };
    case "reply not allowed":
      return { kind: "rejected", reason: `${reason}. On most plans, X takes replies only where the author asked for one.` };
    default:
      return { kind: "rejected", reason };
  }
}

export function busy(reason: string, seconds: number): Busy {
  return { kind: "busy", reason, retryAfterSeconds: seconds };
}

/** The failure as a sentence for people. X's words are untrusted, so they are cut and cleaned. */
export function reasonOf(failure: Failure): string {
  if (failure.kind !== "refused") return `X: ${failure.reason}`;
  const { problem, status } = failure;
  const said = problem?.messages[0] ?? (problem?.detail || problem?.title || "");
  const words = oneLine(said, MESSAGE_LENGTH_MAX).replace(/\.$/, "");
  return words === "" ? `X answered with status ${status}` : `X: ${words} (status ${status})`;
}

/** How long a limit lasts: https://docs.x.com/x-api/fundamentals/rate-limits (2026-08). The 24 hours' headers are on no page. */
export function throttledSeconds({ headers }: Refusal, now: Instant): number {
  const nowMilliseconds = toEpochMilliseconds(now);
  const resets = ["x-rate-limit", "x-user-limit-24hour", "x-app-limit-24hour"]
    .filter((name) => name === "x-rate-limit" || Number(headers[`${name}-remaining`] ?? 0) === 0)
    .map((name) => Number(headers[`${name}-reset`] ?? ""))
    .filter((seconds) => seconds > 0)
    .map((seconds) => boundedWait(seconds - nowMilliseconds / 1000 + MARGIN_SECONDS) ?? 0);
  const asked = retryAfterSeconds(headers, nowMilliseconds);
  const known = [...resets, ...(asked === null ? [] : [asked])];
  return known.length === 0 ? THROTTLED_RETRY_SECONDS : Math.max(MARGIN_SECONDS, ...known);
}

function throttled(failure: Refusal, now: Instant): Held {
  const isApplication = failure.headers["x-app-limit-24hour-remaining"] === "0";
  const retryAfterSeconds = throttledSeconds(failure, now);
  return { kind: "held", reason: reasonOf(failure), retryAfterSeconds, scope: isApplication ? "application" : "channel" };
}

/** Without money nothing works for any account of the application. */
function unpaid(failure: Refusal, now: Instant): Held {
  const reason = reasonOf(failure);
  const sign = signOf(failure);
  if (sign === "no credits") {
    return {
      kind: "held",
      reason: `${reason}. The operator has to buy credits at X.`,
      retryAfterSeconds: HOUR_SECONDS,
      scope: "application",
    };
  }
  const waits = sign === "spend cap" ? secondsUntilReset(failure, now) : null;
  return { kind: "held", reason, retryAfterSeconds: waits ?? DAY_SECONDS, scope: "application" };
}

/** The day stands in a field of its own and in the text. */
function secondsUntilReset({ problem }: Refusal, now: Instant): number | null {
  const day = /\d{4}-\d{2}-\d{2}/.exec(`${problem?.resetDate ?? ""} ${problem?.detail ?? ""}`)?.[0];
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at)) return null;
  return Math.max(HOUR_SECONDS, Math.ceil((at - toEpochMilliseconds(now)) / 1000) + MARGIN_SECONDS);
}
