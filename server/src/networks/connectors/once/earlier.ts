import { addSeconds, type Instant, secondsBetween, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Json } from "../json.ts";

/**
 * How networks wrote their calls one version ago. Read for deliveries that are in flight during an upgrade, and written along with today's
 * form, because processes of both versions work side by side while one replaces the other.
 */

const count = z.int().default(0);
const SentForm = z.strictObject({ at: z.string() });
const AnsweredForm = z.object({ isAnswered: z.boolean(), lost: count });
const BegunForm = z.object({ begunAt: z.string().nullable(), doubtedSince: z.string().nullable(), hold: z.json() });
const CountedForm = z.object({ at: z.string().nullable(), firstAt: z.string().nullable(), sends: z.int() });
const Outcome = z.object({
  kind: z.enum(["rejected", "held"]),
  reason: z.string(),
  retryAfterSeconds: z.number().default(0),
  scope: z.string().optional(),
});
const DoubtsForm = z.object({
  at: z.string().nullable(),
  firstAt: z.string().nullable().default(null),
  doubts: z.int(),
  after: z.object({ outcome: Outcome, from: z.string() }).nullable(),
});
const StateForm = z.object({ state: z.enum(["open", "doubted", "clear", "refused"]), sends: z.int(), turnedAway: count });

/** The value in today's form; as it is if it is in that, or in none that is known. */
export function readEarlier(value: Json | undefined): unknown {
  if (typeof value !== "object" || value === null || "open" in value) return value;
  const sent = SentForm.safeParse(value).data;
  if (sent !== undefined) return { firstAt: sent.at, lastAt: sent.at, open: "silence" };
  const answered = AnsweredForm.safeParse(value).data;
  // A call of that form that was answered leaves no more than how many before it were not.
  if (answered !== undefined)
    return { lastAt: Object(value).firstAt, ...value, open: answered.isAnswered ? "nothing" : "silence", silences: answered.lost };
  const begun = BegunForm.safeParse(value).data;
  if (begun !== undefined) return readBegun(begun);
  const counted = CountedForm.safeParse(value).data;
  if (counted !== undefined) {
    const silences = counted.sends - (counted.at === null ? 0 : 1);
    return callsFrom({ at: counted.at, firstAt: counted.firstAt ?? counted.at, silences });
  }
  const doubts = DoubtsForm.safeParse(value).data;
  if (doubts !== undefined) return readDoubts(doubts);
  const said = StateForm.safeParse(value).data;
  if (said === undefined) return value;
  const { state, sends, turnedAway } = said;
  const isOpen = state === "open" || state === "doubted";
  const silences = Math.max(0, sends - turnedAway - (isOpen || state === "refused" ? 1 : 0));
  return { ...value, open: isOpen ? "silence" : "nothing", silences, isRefused: state === "doubted" || state === "refused" };
}

/** That a call was refused in a way that says nothing was written as a doubt, like silence. */
function readBegun({ begunAt, doubtedSince, hold }: z.output<typeof BegunForm>) {
  const faults = doubtedSince !== null && doubtedSince !== begunAt ? 1 : 0;
  return callsFrom({ at: begunAt, firstAt: doubtedSince ?? begunAt, faults, hold });
}

/** The last call was counted among the doubts, unless nobody was there to take it or it was refused. */
function readDoubts({ at, firstAt, doubts, after }: z.output<typeof DoubtsForm>) {
  const isCounted = at !== null && after === null && doubts > 0;
  const calls = {
    at,
    firstAt: firstAt ?? at,
    silences: doubts - (isCounted ? 1 : 0),
    isTurnedAway: !isCounted,
    reason: after?.outcome.reason ?? null,
  };
  if (after === null) return callsFrom(calls);
  const { kind, reason, retryAfterSeconds, scope } = after.outcome;
  if (kind === "rejected") return callsFrom({ ...calls, isRefused: true });
  return callsFrom({ ...calls, hold: { until: addSeconds(toInstant(after.from), retryAfterSeconds), reason, scope } });
}

/** `at`: when the call began that is open; null if none is. */
function callsFrom({
  at,
  firstAt,
  ...rest
}: {
  readonly at: string | null;
  readonly firstAt: string | null;
  readonly [more: string]: unknown;
}) {
  return firstAt === null ? null : { ...rest, firstAt, lastAt: at ?? firstAt, open: at === null ? "nothing" : "silence" };
}

interface Open {
  readonly reason: string | null;
  readonly hold: { readonly until: Instant; readonly reason: string; readonly scope: string } | null;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  readonly open: "silence" | "fault" | "nothing";
  readonly silences: number;
  readonly faults: number;
  readonly isTurnedAway: boolean;
  readonly isRefused: boolean;
}

export function earlierNamesOf({ firstAt, lastAt, open, silences, faults, isTurnedAway, isRefused, hold, reason }: Open) {
  const isOpen = open !== "nothing";
  const [whenOpen, whenSettled] = isRefused ? (["doubted", "refused"] as const) : (["open", "clear"] as const);
  const sends = silences + (isOpen || isRefused ? 1 : 0);
  const turnedAway = isOpen && isTurnedAway ? 1 : 0;
  const begunAt = isOpen ? lastAt : null;
  const doubtedSince = isOpen || silences + faults > 0 ? firstAt : null;
  const begun = { begunAt, doubtedSince, unpublishedSince: null, publishedSince: null, missingSince: null, blocks: 0, generation: 0 };
  const said = { state: isOpen ? whenOpen : whenSettled, sends, turnedAway };
  const held = hold === null ? null : { kind: "held", ...hold, retryAfterSeconds: secondsBetween(lastAt, hold.until) };
  const outcome = isRefused ? { kind: "rejected", reason: reason ?? "" } : held;
  const doubted = {
    doubts: silences + (open === "silence" && turnedAway === 0 ? 1 : 0),
    after: outcome === null ? null : { outcome, from: lastAt },
  };
  return { at: begunAt, isAnswered: !isOpen, lost: silences, refusals: 0, named: null, ...said, ...begun, ...doubted };
}

/** What the version before wants to find in what was made. */
export const EARLIER_MADE = { note: null };
