import type { HoldScope, Unauthorized } from "../../connectors/connector.ts";
import { accessTrouble } from "../../connectors/meta/facebook-access.ts";
import { type GraphFailure, reasonOf as graphReason } from "../../connectors/meta/graph.ts";
import { HOUR_SECONDS, MINUTE_SECONDS } from "./facts.ts";
import type { Via } from "./session.ts";

/** What a refusal means, whatever was asked for. */
export type Verdict =
  /** Would be refused again unchanged. `advice` says what to do. */
  | { readonly kind: "rejected"; readonly advice?: string }
  /** `ends` is what works no more: this account, the token in use, or everything that the person gave. */
  | { readonly kind: "unauthorized"; readonly advice: string; readonly ends: "account" | "token" | "grant" }
  /** Something failed that a new container may mend: tried again after each of these waits, then it is final. */
  | { readonly kind: "again"; readonly waits: readonly number[]; readonly advice?: string }
  | { readonly kind: "held"; readonly scope: HoldScope }
  /** The account's posts are blocked, and this one may be live nevertheless. */
  | { readonly kind: "blocked" }
  | { readonly kind: "quota" }
  | { readonly kind: "notReady" }
  /** The container is not there, not there yet, or has ended. */
  | { readonly kind: "gone" }
  /** The object is not there, or not to be seen with this token; valid tokens get this too while the network has trouble. */
  | { readonly kind: "unseen" }
  /** An outage, or no answer: a request for something visible may have had its effect. */
  | { readonly kind: "outage" };

const MEDIA_ADVICE = "Check the file's format, length and size.";
const FETCH_ADVICE = "Instagram fetches files from this service's address.";
const STEPS_ADVICE = "Open Instagram and finish the steps that it asks for.";
const SOON = [5, MINUTE_SECONDS, 5 * MINUTE_SECONDS];
const LATER = [30, 2 * MINUTE_SECONDS, 5 * MINUTE_SECONDS];
const LATER_STILL = [2 * MINUTE_SECONDS, 2 * MINUTE_SECONDS, 2 * MINUTE_SECONDS];

/**
 * By numbers of seven digits in `error_subcode`, and in the status of a failed container:
 * https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/error-codes (2026-10); by others in `code`:
 * https://developers.facebook.com/docs/graph-api/guides/error-handling (2026-10). Unverified, since seen in other products alone: 2207077,
 * 2207081, 2207082, 2207085, and that 2207051 may follow a post that is live.
 */
const SIGNS: readonly (readonly [Verdict, ...(readonly number[])])[] = [
  [{ kind: "outage" }, 2207001, -1, 1, 2],
  [{ kind: "again", waits: LATER_STILL }, 2207003, -2],
  [{ kind: "again", waits: SOON }, 2207020],
  [{ kind: "again", waits: SOON, advice: FETCH_ADVICE }, 2207052, 9004],
  [{ kind: "again", waits: LATER }, 2207032, 2207053],
  [{ kind: "again", waits: [MINUTE_SECONDS, 5 * MINUTE_SECONDS], advice: MEDIA_ADVICE }, 2207077, 2207082, 2207085],
  [{ kind: "rejected", advice: "An image may have 8 MB." }, 2207004],
  [{ kind: "rejected", advice: "Instagram takes images as JPEG." }, 2207005],
  [{ kind: "rejected", advice: "The ratio of an image must be between 4:5 and 1.91:1." }, 2207009],
  [{ kind: "rejected", advice: MEDIA_ADVICE }, 2207026],
  [{ kind: "rejected", advice: "This account cannot publish trial reels." }, 2207081],
  [{ kind: "rejected" }, 2207010, 2207023, 2207028, 2207035, 2207036, 2207037, 2207040, 2207057],
  [{ kind: "gone" }, 2207006, 2207008, 24],
  [{ kind: "notReady" }, 2207027, 9007],
  [{ kind: "quota" }, 2207042, 9],
  [{ kind: "blocked" }, 2207051],
  [{ kind: "unauthorized", advice: STEPS_ADVICE, ends: "account" }, 2207050, 25],
  [{ kind: "unauthorized", advice: "Reconnect the channel.", ends: "token" }, 2534041],
  [{ kind: "held", scope: "application" }, 4],
  [{ kind: "held", scope: "grant" }, 17],
  [{ kind: "held", scope: "channel" }, 32, 613, 80002],
];
const BY_NUMBER = new Map(SIGNS.flatMap(([verdict, ...numbers]) => numbers.map((number) => [number, verdict] as const)));

const TOKEN_CODES = [102, 190];

/** Whether a refusal is known to say that nothing was done; any other may be a lie. */
export function isKnown(failure: GraphFailure): boolean {
  if (failure.kind !== "refused" || failure.error === null) return false;
  const { code, subcode } = failure.error;
  return BY_NUMBER.has(subcode ?? 0) || BY_NUMBER.has(code) || accessTrouble(failure) !== null;
}

export function verdictOf(failure: GraphFailure): Verdict {
  if (failure.kind !== "refused" || failure.error === null) return { kind: "outage" };
  const { code, subcode, isTransient, message } = failure.error;
  const known = BY_NUMBER.get(subcode ?? 0);
  if (known !== undefined) return known;
  if (/not an instagram business/i.test(message)) {
    return { kind: "unauthorized", advice: "Make it a professional account again, then reconnect the channel.", ends: "account" };
  }
  const trouble = accessTrouble(failure);
  if (trouble !== null) {
    const isToken = TOKEN_CODES.includes(code) && !trouble.mayComeBack;
    return { kind: "unauthorized", advice: trouble.advice, ends: trouble.scope === "account" && isToken ? "token" : trouble.scope };
  }
  if (code === 100 && subcode === 33) return { kind: "unseen" };
  const general = BY_NUMBER.get(code);
  if (general !== undefined) return general;
  return failure.status >= 500 || isTransient ? { kind: "outage" } : { kind: "rejected" };
}

/** What the number in the status of a failed container means; one that is not in the table may be mended by a new container. */
export function verdictOfStatus(number: number | null): Extract<Verdict, { kind: "rejected" | "again" }> {
  const verdict = BY_NUMBER.get(number ?? 0);
  return verdict?.kind === "rejected" || verdict?.kind === "again" ? verdict : STATUS_UNKNOWN;
}

const STATUS_UNKNOWN: Extract<Verdict, { kind: "again" }> = {
  kind: "again",
  waits: [MINUTE_SECONDS, 5 * MINUTE_SECONDS],
  advice: MEDIA_ADVICE,
};

export function reasonOf(failure: GraphFailure): string {
  return graphReason("Instagram", failure);
}

/** The failure's reason, and what to do. */
export function withAdvice(reason: string, { advice }: { readonly advice?: string }): string {
  return advice === undefined ? reason : `${reason}. ${advice}`;
}

/** An Instagram log-in has this one account, so it ends with its token. */
export function unauthorized(reason: string, verdict: Extract<Verdict, { kind: "unauthorized" }>, via: Via): Unauthorized {
  const outcome = { kind: "unauthorized", reason: withAdvice(reason, verdict) } as const;
  const endsGrant = verdict.ends === "grant" || (verdict.ends === "token" && via === "instagram");
  return endsGrant ? { ...outcome, scope: "grant" } : outcome;
}

/** How long a throttled call waits: as long as the answer says, else an hour. */
export function holdSeconds(failure: GraphFailure): number {
  return (failure.kind === "refused" ? failure.retryAfterSeconds : null) ?? HOUR_SECONDS;
}
