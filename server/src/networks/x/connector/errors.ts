import { type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { boundedWait } from "../../../ground/net/retry-after.ts";
import { waitIn } from "../../connectors/api.ts";
import { oneLine } from "../../connectors/reply.ts";
import { signsBy } from "../../connectors/signs.ts";
import type { Failure, Refusal } from "./api.ts";

export const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
const THROTTLED_RETRY_SECONDS = 900;
/** So that a limit has certainly ended. */
const MARGIN_SECONDS = 5;
const MESSAGE_LENGTH_MAX = 300;

const statuses = [403, 429];

/** Without money nothing works for any account of the application. Unverified: no page of the vendor lists the words; people have seen them. */
export const { signOf, stopAfter, doubtAfter, uncounted } = signsBy({
  network: "X",
  reasonOf,
  said: ({ status, problem }: Refusal) => ({
    isOwn: problem !== null,
    codes: [status],
    words: problem === null ? "" : [problem.title, problem.type, problem.detail, ...problem.messages].join("\n"),
  }),
})({
  "spend cap": {
    statuses,
    words: /SpendCapReached|spend cap/i,
    means: (refused) => ({
      kind: "held",
      seconds: ({ now }) => secondsUntilReset(refused, now) ?? DAY_SECONDS,
      scope: "application",
    }),
  },
  "no credits": {
    statuses: [402, ...statuses],
    codes: [402],
    words: /CreditsDepleted|credits[ -]depleted|does not have any credits/i,
    means: { kind: "held", seconds: HOUR_SECONDS, scope: "application", advice: "The operator has to buy credits at X." },
  },
  "usage cap": {
    statuses,
    words: /usage-capped|UsageCapExceeded|usage cap/i,
    means: { kind: "held", seconds: DAY_SECONDS, scope: "application" },
  },
  duplicate: { statuses, words: /duplicate content/i },
  /** The post to reply to is not there, or not there yet. */
  "no parent": {
    statuses: [404, ...statuses],
    codes: [404],
    words: /deleted or not visible to you/i,
    when: ({ problem }) => problem !== null,
  },
  "reply not allowed": {
    statuses,
    words: /reply to this conversation is not allowed|only reply to or quote posts/i,
    means: { kind: "rejected", advice: "On most plans, X takes replies only where the author asked for one." },
  },
  suspended: {
    statuses,
    words: /user-suspended|account (is|has been) (temporarily )?(suspended|locked)|is suspended and/i,
    means: { kind: "unauthorized", scope: "grant", advice: "Sign in at X to see what it asks for." },
  },
  "not enrolled": {
    statuses,
    words: /client-forbidden|client-not-enrolled|not permitted to access this feature/i,
    means: { kind: "rejected", advice: "The operator has to look at the application's project and plan at X." },
  },
  /** It is refused, or not recognized as one of a person. */
  "dead token": { statuses: [401, ...statuses], codes: [401], words: /unsupported-authentication|Authenticating with \w+/i },
  "not permitted": { statuses, words: /not permitted to perform this action/i },
  /** X no longer has a file, or does not take it: it says the same of both. */
  "no files": { statuses: [400], words: /media IDs are invalid/i },
  throttled: {
    means: (refused) => ({
      kind: "held",
      seconds: ({ now }) => throttledSeconds(refused, now),
      scope: refused.headers["x-app-limit-24hour-remaining"] === "0" ? "application" : "channel",
    }),
  },
});

export type Sign = ReturnType<typeof signOf>;

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
  const asked = waitIn(headers, now);
  const known = [...resets, ...(asked === null ? [] : [asked])];
  return known.length === 0 ? THROTTLED_RETRY_SECONDS : Math.max(MARGIN_SECONDS, ...known);
}

/** The day stands in a field of its own and in the text. */
function secondsUntilReset({ problem }: Refusal, now: Instant): number | null {
  const day = /\d{4}-\d{2}-\d{2}/.exec(`${problem?.resetDate ?? ""} ${problem?.detail ?? ""}`)?.[0];
  const at = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at)) return null;
  return Math.max(HOUR_SECONDS, Math.ceil((at - toEpochMilliseconds(now)) / 1000) + MARGIN_SECONDS);
}
