import type { HoldScope, PublishOutcome, Unauthorized } from "../../connectors/connector.ts";
import { accessTrouble } from "../../connectors/meta/facebook-access.ts";
import { type GraphFailure, reasonOf } from "../../connectors/meta/graph.ts";

export type Held = Extract<PublishOutcome, { kind: "held" }>;
export type Rejected = Extract<PublishOutcome, { kind: "rejected" }>;
type Busy = Extract<PublishOutcome, { kind: "busy" }>;
type Unknown = Extract<PublishOutcome, { kind: "unknown" }>;

/** A refused call that nobody can see the effect of. */
export type StagingRefusal = Held | Rejected | Busy | Unauthorized;

/** A refused call after which readers would see something. */
export type VisibleRefusal =
  | StagingRefusal
  | Unknown
  /** It says no, but such answers came with posts that were live: it is looked up, and this follows if there is none. */
  | { readonly kind: "doubtful"; readonly reason: string; readonly then: Held | Rejected };

/**
 * Numbers of errors, in `code` or `error_subcode`: https://developers.facebook.com/docs/graph-api/guides/error-handling (2026-10)
 * and https://developers.facebook.com/documentation/video-api/guides/reels-publishing (2026-07). Unverified: those of seven
 * digits but 1363040 and 1363127 to 1363129, which only other products have seen, and that 4 and 341 hold a whole application.
 */
const HOLDS: Readonly<Record<number, HoldScope>> = {
  4: "application",
  341: "application",
  17: "grant",
  32: "channel",
  613: "channel",
  80001: "channel",
};
const OUTAGES = [1, 2, 1363047, 1609010];
const BLOCKED = 368;
const POSTS_TOO_OFTEN = 1390008;
/** What the post says was taken for abuse: nothing else is blocked, although the code is that of a block. */
const FLAGGED = 1346003;
const SAME_AS_LAST = 506;
const PHOTOS_POSTED = 1366051;
const NO_OBJECT = { code: 100, subcode: 33 };
const NOT_SCRAPED = 1609005;
const CARD_REFUSED = [NOT_SCRAPED, 1609008, 2061006];
const UPLOAD_FAILED = [382, 389, 6000, 6001];
const ACCOUNT_LIMITED = [1404112, 4854002];

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
const OUTAGE_RETRY_SECONDS = 60;

/** What a refusal means where nothing can be visible yet: photos that are staged, uploads, reads on the way. */
export function stagingOutcome(failure: GraphFailure): StagingRefusal {
  const outcome = visibleOutcome(failure);
  if (outcome.kind === "doubtful") return outcome.then;
  if (outcome.kind !== "unknown") return outcome;
  return { kind: "busy", reason: outcome.reason, retryAfterSeconds: Math.max(OUTAGE_RETRY_SECONDS, outcome.retryAfterSeconds ?? 0) };
}

/** What a refusal of the call means after which readers see the post. An outage's answer may belong to a live post. */
export function visibleOutcome(failure: GraphFailure): VisibleRefusal {
  const reason = reasonOf("Facebook", failure);
  if (failure.kind === "unreached") return { kind: "busy", reason, retryAfterSeconds: OUTAGE_RETRY_SECONDS, scope: "channel" };
  if (failure.kind === "lost") return { kind: "unknown", reason };
  const wait = failure.retryAfterSeconds;
  if (failure.error === null) return { kind: "unknown", reason, ...(wait === null ? {} : { retryAfterSeconds: wait }) };
  const scope = HOLDS[failure.error.code];
  if (scope !== undefined) return doubtful({ kind: "held", reason, retryAfterSeconds: wait ?? HOUR_SECONDS, scope });
  if (has(failure, FLAGGED)) return { kind: "rejected", reason: `${reason}. Facebook takes what this post says or links to for abuse.` };
  if (has(failure, BLOCKED) || has(failure, POSTS_TOO_OFTEN)) {
    const seconds = has(failure, POSTS_TOO_OFTEN) ? HOUR_SECONDS : DAY_SECONDS;
    return doubtful({ kind: "held", reason, retryAfterSeconds: wait ?? seconds, scope: "channel" });
  }
  if (has(failure, SAME_AS_LAST)) return doubtful({ kind: "rejected", reason: `${reason}. It repeats the Page's last post.` });
  if (has(failure, PHOTOS_POSTED)) return doubtful({ kind: "rejected", reason });
  const trouble = accessTrouble(failure);
  if (trouble !== null) {
    const { scope, advice, lacksPermission } = trouble;
    return {
      kind: "unauthorized",
      reason: `${reason}. ${advice}`,
      ...(scope === "grant" ? { scope } : {}),
      ...(lacksPermission ? { lacksPermission } : {}),
    };
  }
  if (failure.error.isTransient || failure.status >= 500 || OUTAGES.some((number) => has(failure, number))) {
    return { kind: "unknown", reason, ...(wait === null ? {} : { retryAfterSeconds: wait }) };
  }
  if (ACCOUNT_LIMITED.some((number) => has(failure, number))) {
    return { kind: "rejected", reason: `${reason}. Log in at facebook.com, where it says what to do.` };
  }
  return { kind: "rejected", reason };
}

function doubtful(then: Held | Rejected): VisibleRefusal {
  return { kind: "doubtful", reason: then.reason, then };
}

/** Whether the network does not know an object, which it also says of one that it has just made. */
export function isNotThere(failure: GraphFailure): boolean {
  return failure.kind === "refused" && failure.error?.code === NO_OBJECT.code && failure.error.subcode === NO_OBJECT.subcode;
}

/** Whether only the preview of the link is refused. */
export function isCardRefused(failure: GraphFailure): boolean {
  return CARD_REFUSED.some((number) => has(failure, number));
}

/** Whether the link's page could not be read, which may pass. */
export function isNotScraped(failure: GraphFailure): boolean {
  return has(failure, NOT_SCRAPED);
}

/** Whether the bytes of a video are not there as they should be, so that they have to be sent anew. */
export function isUploadBroken(failure: GraphFailure): boolean {
  return UPLOAD_FAILED.some((number) => has(failure, number));
}

/** Whether posting is blocked for a time that the network does not name. */
export function isBlocked(failure: GraphFailure): boolean {
  return has(failure, BLOCKED) && !has(failure, POSTS_TOO_OFTEN) && !has(failure, FLAGGED);
}

function has(failure: GraphFailure, number: number): boolean {
  return failure.kind === "refused" && (failure.error?.code === number || failure.error?.subcode === number);
}
