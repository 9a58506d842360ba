import type { Instant } from "@rostrum/contract/formats.ts";
import { waitIn } from "./api.ts";
import type { CountsOutcome, Held, HoldScope, PublishOutcome, Unauthorized } from "./connector.ts";
import type { Unread, Verdict } from "./once/visible.ts";
import { isTurnedAway } from "./turned-away.ts";

/**
 * What a network's refusals mean, as a table: a sign, by which status, codes or words it is known, and what follows. What is alike at all
 * networks stands here: an outage, too many requests, something in front of the network, a dead token, silence.
 */

/** The outcome of a step that did not get a post published. */
export type Stop = Exclude<PublishOutcome, { kind: "published" | "handedOver" | "lost" | "unsuitable" }>;
export type Busy = Extract<PublishOutcome, { kind: "busy" }>;
export type Rejected = Extract<PublishOutcome, { kind: "rejected" }>;
type Unknown = Extract<PublishOutcome, { kind: "unknown" }>;
/** What a request came to that was not answered as wanted. */
export type Trouble = Rejected | Busy | Held | Unauthorized | Unknown;

/** A refusal, as each network's API reads it. How long it asks to wait stands in a field, or in its head. */
export interface Refusal {
  readonly kind: "refused";
  readonly status: number;
  readonly retryAfterSeconds?: number | null;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Unanswered {
  readonly kind: "unreached" | "lost";
  readonly reason: string;
}

type Failed<R> = R | Unanswered;

/** How a network's answers are read. */
export interface Reading<R extends Refusal> {
  readonly network: string;
  /** The failure as a sentence for people, without a full stop. */
  reasonOf(failure: Failed<NoInfer<R>>): string;
  said(refused: R): {
    /** Whether the network itself has answered, and nothing in front of it. */
    readonly isOwn: boolean;
    /** The names and numbers of what is wrong. */
    readonly codes?: readonly (string | number | null)[];
    readonly words?: string;
  };
}

/** How a sign is known: by one of its codes or by its words, with one of its statuses, and if it has a condition, by that. The first that fits counts. */
export interface Row<R> {
  readonly statuses?: readonly number[];
  readonly codes?: readonly (string | number)[];
  readonly words?: RegExp;
  readonly when?: (refused: R) => boolean;
  /** Absent: what all networks mean by it, else a rejection. */
  readonly means?: Meaning | ((refused: R) => Meaning);
}

interface Sentences {
  /** What to do, after the network's words. */
  readonly advice?: string;
  /** Instead of the network's words, where these say nothing to people. */
  readonly says?: string;
}

/** At least so long, longer if the answer asks for it; or as it follows from the answer. */
type Seconds = number | ((answer: Asking) => number);

interface Asking {
  /** How long the answer asks to wait; null if it does not say. */
  readonly asked: number | null;
  readonly now: Instant;
}

export type Meaning =
  | (Sentences & { readonly kind: "rejected" })
  | (Sentences & Omit<Unauthorized, "reason">)
  | (Sentences & { readonly kind: "busy"; readonly seconds: Seconds; readonly scope?: "channel" })
  | (Sentences & { readonly kind: "held"; readonly seconds: Seconds; readonly scope: HoldScope })
  /** It does not say whether the request took effect. One that nobody sees is made again. */
  | { readonly kind: "unclear"; readonly seconds: number };

/** As long as the answer asks to wait, else so long. */
export function unlessAsked(seconds: number): (answer: { readonly asked: number | null }) => number {
  return ({ asked }) => asked ?? seconds;
}

const OUTAGE_SECONDS = 60;
const THROTTLED_SECONDS = 60;
const PROXY_SECONDS = 300;

type CommonSign = "outage" | "throttled" | "proxy" | "dead token" | "no permission" | "refused";

interface Clock {
  now(): Instant;
}

/** Reads a network's failures by its table: first how its answers are read, then the signs that it has beside those of all, or instead. */
export function signsBy<R extends Refusal>(reading: Reading<R>) {
  return <Own extends string>(table: Readonly<Record<Own, Row<R>>>) => signsIn(reading, table);
}

function signsIn<R extends Refusal, Own extends string>(reading: Reading<R>, table: Readonly<Record<Own, Row<R>>>) {
  type Sign = Own | CommonSign;
  const { network, reasonOf, said } = reading;
  const rows = Object.entries<Row<R>>(table);
  const meanings: Readonly<Record<string, Row<R>["means"]>> = {
    outage: { kind: "unclear", seconds: OUTAGE_SECONDS },
    throttled: { kind: "busy", seconds: THROTTLED_SECONDS, scope: "channel" },
    proxy: { kind: "busy", seconds: PROXY_SECONDS },
    "dead token": { kind: "unauthorized", scope: "grant", advice: `Log in to ${network} again.` },
    "no permission": { kind: "unauthorized", scope: "grant", advice: `Log in to ${network} again and allow everything that it lists.` },
    ...Object.fromEntries(rows.flatMap(([sign, { means }]) => (means === undefined ? [] : [[sign, means]]))),
  };

  const { outage } = meanings;
  const silenceSeconds = typeof outage === "object" && outage.kind === "unclear" ? outage.seconds : OUTAGE_SECONDS;

  function signOf(failure: Failed<R>): Sign {
    if (!isRefusal(failure)) return "outage";
    const { isOwn, codes = [], words = "" } = said(failure);
    const row = rows.find(([, { statuses, codes: known, words: pattern, when }]) => {
      if (statuses?.includes(failure.status) === false || when?.(failure) === false) return false;
      if (known === undefined && pattern === undefined) return statuses !== undefined || when !== undefined;
      return known?.some((code) => codes.includes(code)) === true || pattern?.test(words) === true;
    });
    if (row !== undefined) return row[0] as Own;
    const { status } = failure;
    // A request that took the network too long may have been carried out all the same.
    if (status >= 500 || status === 408) return "outage";
    if (status === 429) return "throttled";
    if (!isOwn) return "proxy";
    return status === 401 ? "dead token" : "refused";
  }

  function meaningOf(refused: R): Meaning {
    const means = meanings[signOf(refused)] ?? { kind: "rejected" };
    return typeof means === "function" ? means(refused) : means;
  }

  /** After a request that readers could not have noticed. */
  function stopAfter(failure: Failed<R>, call: Clock): Exclude<Trouble, Unknown> {
    const said = reasonOf(failure);
    if (!isRefusal(failure))
      return failure.kind === "lost" ? busy(said, silenceSeconds) : { ...busy(said, OUTAGE_SECONDS), scope: "channel" };
    const means = meaningOf(failure);
    const now = call.now();
    const asked = askedBy(failure, now);
    const secondsOf = (seconds: Seconds) => (typeof seconds === "number" ? Math.max(seconds, asked ?? 0) : seconds({ asked, now }));
    if (means.kind === "unclear") return busy(said, secondsOf(means.seconds));
    const { advice, says, ...outcome } = means;
    const reason = says ?? (advice === undefined ? said : `${said.replace(/\.$/, "")}. ${advice}`);
    switch (outcome.kind) {
      case "busy":
        return { ...busy(reason, secondsOf(outcome.seconds)), ...(outcome.scope === undefined ? {} : { scope: outcome.scope }) };
      case "held":
        return { kind: "held", reason, retryAfterSeconds: secondsOf(outcome.seconds), scope: outcome.scope };
      default:
        return { ...outcome, reason };
    }
  }

  /** Whether the request may have taken effect: no answer, or one that does not say. */
  function isUnclear(failure: Failed<R>): boolean {
    return isRefusal(failure) ? meaningOf(failure).kind === "unclear" : failure.kind === "lost";
  }

  /** After the call that readers notice: null if it certainly had no effect. */
  function doubtAfter(failure: Failed<R>, call: Clock): Extract<Verdict, { kind: "doubtful" }> | null {
    if (!isUnclear(failure)) return null;
    return { ...unknownAfter(failure, call), kind: "doubtful", isTurnedAway: isTurnedAway(failure) };
  }

  function unknownAfter(failure: Failed<R>, call: Clock): Unknown {
    const asked = isRefusal(failure) ? askedBy(failure, call.now()) : null;
    return { kind: "unknown", reason: reasonOf(failure), ...(asked === null ? {} : { retryAfterSeconds: asked }) };
  }

  /** A look-up that was not answered. */
  function unreadAfter(failure: Failed<R>, call: Clock): Unread {
    return { ...unknownAfter(failure, call), kind: "unread" };
  }

  /** Counts that could not be read. That a permission for them is missing does not stop the channel from publishing. */
  function uncounted(failure: Failed<R>, call: Clock): CountsOutcome {
    return signOf(failure) === "no permission" ? unavailable(reasonOf(failure)) : countsAfter(stopAfter(failure, call), reasonOf(failure));
  }

  /** After the call that readers notice, where a network's steps say themselves that they do not know. */
  function troubleAfter(failure: Failed<R>, call: Clock): Trouble {
    return isUnclear(failure) ? unknownAfter(failure, call) : stopAfter(failure, call);
  }

  return { signOf, stopAfter, troubleAfter, isUnclear, doubtAfter, unreadAfter, uncounted };
}

export function busy(reason: string, retryAfterSeconds: number): Busy {
  return { kind: "busy", reason, retryAfterSeconds };
}

/** What the end of a step is where it was to read counts. */
export function countsAfter(stop: Stop, reason = stop.kind === "pending" ? "" : stop.reason): CountsOutcome {
  switch (stop.kind) {
    case "unauthorized":
      return stop;
    case "busy":
    case "held":
    case "notAsked":
      return { kind: "busy", reason: stop.reason, retryAfterSeconds: stop.retryAfterSeconds };
    default:
      return unavailable(reason);
  }
}

function unavailable(reason: string): CountsOutcome {
  return { kind: "unavailable", reason };
}

function isRefusal<R extends Refusal>(failure: Failed<R>): failure is R {
  return failure.kind === "refused";
}

function askedBy({ retryAfterSeconds: asked, headers }: Refusal, now: Instant): number | null {
  return asked ?? (headers === undefined ? null : waitIn(headers, now));
}
