import { secondsBetween } from "@rostrum/contract/formats.ts";
import type { Call, FindOutcome } from "../connector.ts";
import { aheadBy } from "../reply.ts";
import { isBefore, windowBy, windowFrom } from "../their-clock.ts";
import { type Calls, holdOf, isOpen, type Made, recordOf } from "./calls.ts";
import { holdsKey } from "./reveal.ts";
import type { Alike, Looked, Looking, Part } from "./visible.ts";

export type Settled =
  | { readonly kind: "made"; readonly made: Made }
  /** Nobody can look, or a look decides nothing; the same call under its key makes nothing twice. */
  | { readonly kind: "repeatable" }
  | Extract<FindOutcome, { kind: "absent" | "undecided" | "notAsked" | "undecidable" }>;

/** Lists that could not be read, and posts that are not done, are asked for again after so long at least. */
const ASK_AGAIN_SECONDS = 60;
const UNDERWAY_SECONDS = 300;
/** A call without an answer is repeated once, unless the network's facts say more. */
const SILENCES_MAX = 1;

const REPEATABLE = { kind: "repeatable" } as const;

interface Scene {
  readonly call: Call;
  readonly before: Made | null;
  /** What the other parts of the delivery have become. */
  readonly others: readonly string[];
}

/**
 * Finds out what became of the last call, and only reads. What fits and is nobody else's is it: of several, the earliest. `absent` means
 * that it was looked for as often and as long as the network needs, and makes way for one call more. After that one a person decides.
 */
export async function settle(part: Part, { call, before, others }: Scene): Promise<Settled> {
  const { facts, look } = part;
  const record = recordOf(call.checkpoint, part.names);
  const known = record.made();
  if (known !== null) return { kind: "made", made: known };
  const calls = record.calls();
  if (calls === null || !isOpen(calls)) return { kind: "absent" };
  const isRepeatable = holdsKey(part, calls, call) && !call.isStopped;
  if (typeof look !== "function")
    return isRepeatable ? REPEATABLE : undecidable(`${facts.network} did not answer, and ${look.blind}. ${byHand(facts.network)}`);
  const age = secondsBetween(calls.lastAt, call.now());
  const { looksSeconds, hiddenSeconds } = facts;
  const soonest = Math.min(looksSeconds(calls)[calls.looks] ?? 0, hiddenSeconds?.[calls.looks] ?? Number.POSITIVE_INFINITY);
  const early = Math.max(soonest - age, gapAfter(part, calls, call));
  if (early > 0) return undecided(refusalOf(calls) ?? `${facts.network} did not answer; it is looked up shortly.`, early);
  let aheadSeconds = calls.aheadSeconds;
  const unclaimed: Looking["unclaimed"] = async (all) => {
    const owned = all.length === 0 ? new Set<string>() : await call.ownedByOthers(all.map(({ id }) => id));
    return all.filter(({ id }) => !owned.has(id) && !others.includes(id));
  };
  const looked = await look({
    calls,
    before,
    unclaimed,
    since(headers) {
      aheadSeconds ??= aheadBy(headers, call.now());
      return windowFrom(calls.firstAt, { headers, now: call.now() });
    },
  });
  const heard = { ...calls, aheadSeconds };
  if (looked.kind === "gone") return undecidable(looked.reason);
  if (looked.kind === "underway") return undecided(looked.reason, UNDERWAY_SECONDS);
  if (looked.kind === "never") {
    // That says nothing about the calls before it.
    const hasBefore = calls.silences + calls.faults > 0;
    await record.conclude(hasBefore ? { ...heard, open: "nothing", clearedAt: call.now() } : null);
    return { kind: "absent" };
  }
  if (looked.kind === "unread") {
    if (aheadSeconds !== calls.aheadSeconds) await record.conclude(heard);
    const retryAfterSeconds = Math.max(ASK_AGAIN_SECONDS, looked.retryAfterSeconds ?? 0);
    return looked.isFinal && isRepeatable ? REPEATABLE : { kind: "notAsked", reason: looked.reason, retryAfterSeconds };
  }
  if (looked.kind === "hidden") return notFound(part, call, { calls: heard, looked, ages: hiddenSeconds ?? looksSeconds(calls), age });
  const [found] = (await unclaimed(looked.alike)).toSorted(likeliestFirst(heard));
  if (found !== undefined) {
    const made = { id: found.id, url: found.url ?? null, at: calls.lastAt };
    await record.setMade(made);
    return { kind: "made", made };
  }
  return notFound(part, call, { calls: heard, looked, ages: looksSeconds(calls), age });
}

interface Missing {
  readonly calls: Calls;
  readonly looked: Extract<Looked, { kind: "read" | "hidden" }>;
  /** How long after the call it has to be looked at so. */
  readonly ages: readonly number[];
  readonly age: number;
}

async function notFound(part: Part, call: Call, { calls: before, looked, ages, age }: Missing): Promise<Settled> {
  const { facts } = part;
  const isHidden = looked.kind === "hidden";
  const notYet = isHidden ? `${facts.network} has not published it yet; it may still be at it.` : `${facts.network} does not list it yet.`;
  const record = recordOf(call.checkpoint, part.names);
  const early = (ages[before.looks] ?? 0) - age;
  if (early > 0) {
    await record.conclude(before);
    return undecided(notYet, early);
  }
  const due = facts.seesAtOnce ? ages.filter((seconds) => seconds <= age).length : 0;
  const calls = { ...before, looks: Math.max(before.looks + 1, due), lookedAt: call.now() };
  const next = ages[calls.looks];
  if (next !== undefined) {
    await record.conclude(calls);
    return undecided(notYet, Math.max(next - age, gapAfter(part, calls, call)));
  }
  // The list may lack what was made a moment ago.
  if (holdsKey(part, calls, call) && !facts.seesAtOnce) return call.isStopped ? { kind: "absent" } : REPEATABLE;
  if (!isHidden && looked.unless !== undefined) return undecidable(looked.unless);
  const counted = calls.isTurnedAway ? "nothing" : calls.open;
  const silences = calls.silences + (counted === "silence" ? 1 : 0);
  const faults = calls.faults + (counted === "fault" ? 1 : 0);
  const isFirst = silences + faults <= 1;
  const isTooOften = silences > (facts.silencesMax ?? SILENCES_MAX) || faults > (facts.faultsMax ?? 0);
  if (isTooOften && !isHidden && !(calls.isRefused && isFirst)) {
    const refusal = calls.isRefused && calls.reason !== null ? `${calls.reason.replace(/\.$/, "")}. ` : "";
    return undecidable(`${refusal}${facts.network} gave no clear answer more than once, and does not list it. ${byHand(facts.network)}`);
  }
  if (!isHidden) await part.forget?.();
  await record.conclude({ ...calls, open: "nothing", silences, faults, clearedAt: call.now() });
  const held = holdOf(calls, call.now());
  return held === null ? { kind: "absent" } : { kind: "absent", held };
}

/** The network's words, if it has said no, or not now. */
function refusalOf({ isRefused, hold, reason }: Calls): string | null {
  return isRefused || hold !== null ? reason : null;
}

/** Seconds until it is worth another look. */
function gapAfter({ facts: { betweenSeconds = 0 } }: Part, { lookedAt }: Calls, call: Call): number {
  return lookedAt === null ? 0 : betweenSeconds - secondsBetween(lookedAt, call.now());
}

/** A later one is another post with the same content. Ours may have been set since the call: what only that rules out comes last. */
function likeliestFirst({ firstAt, aheadSeconds }: Calls) {
  const likely = windowBy(firstAt, aheadSeconds ?? 0);
  const isEarly = ({ at }: Alike) => at !== null && isBefore(at, likely);
  return (one: Alike, other: Alike) =>
    (other.likeness ?? 0) - (one.likeness ?? 0) || Number(isEarly(one)) - Number(isEarly(other)) || momentOf(one) - momentOf(other);
}

function momentOf({ at }: Alike): number {
  return at?.theirMilliseconds ?? 0;
}

function byHand(network: string): string {
  return `Look on ${network}, then say that it was published, or send it again.`;
}

function undecided(reason: string, seconds: number): Settled {
  return { kind: "undecided", reason, retryAfterSeconds: Math.max(1, Math.ceil(seconds)) };
}

function undecidable(reason: string): Settled {
  return { kind: "undecidable", reason };
}
