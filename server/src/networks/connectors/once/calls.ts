import { type Instant, secondsBetween, toInstant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Checkpoint, Held } from "../connector.ts";
import type { Json } from "../json.ts";
import { EARLIER_MADE, earlierNamesOf, readEarlier } from "./earlier.ts";

/** Where a part stands in the checkpoint: the calls that make it, and what it became. */
export interface Names {
  readonly calls: string;
  /** The calls are this field of an entry that has others. */
  readonly field?: string;
  readonly made: string;
  /** The calls as the version before wrote them in other places of the checkpoint; undefined if it did not. */
  earlier?(checkpoint: Checkpoint): unknown;
}

const Moment = z.string().transform((text) => toInstant(text));
const count = z.int().default(0);

const MadeForm = z.object({ id: z.string().min(1), url: z.string().nullable().default(null), at: Moment.nullable().default(null) });
/** What readers see. Stored with its `id`, which claims it for the delivery. */
export type Made = z.output<typeof MadeForm>;

const CallsForm = z.object({
  firstAt: Moment,
  lastAt: Moment,
  /** What has to be settled about the last call: it got no answer, or one that only says that something went wrong there. */
  open: z.enum(["silence", "fault", "nothing"]),
  /** The last call is not one of those after which a call is repeated once only: nobody was there to take it, or it was settled before. */
  isTurnedAway: z.boolean().default(false),
  /** How many calls before the last one got no answer, and how many one that said no more. */
  silences: count,
  faults: count,
  /** How often everything was read since the last call without finding what it was to make. */
  looks: count,
  /** When everything was read last. */
  lookedAt: Moment.nullable().default(null),
  /** How far the network's clock is ahead of ours, as the first look heard it. */
  aheadSeconds: z.number().nullable().default(null),
  /** When the calls were found to have made nothing; null while they have not been, as while one is open. */
  clearedAt: Moment.nullable().default(null),
  /** The last call was refused in a way that does not rule out that it made something: where it did not, that holds. */
  isRefused: z.boolean().default(false),
  /** Until when what refused the last call lasts, should it have made nothing. */
  hold: z
    .object({ until: Moment, reason: z.string(), scope: z.enum(["channel", "grant", "application"]) })
    .nullable()
    .default(null),
  /** What the network said to the last call. */
  reason: z.string().nullable().default(null),
});
/** The calls that make what readers see: those of which nobody knows yet whether they did. */
export type Calls = z.output<typeof CallsForm>;

/** What earlier attempts left of a part. */
export function recordOf(checkpoint: Checkpoint, names: Names) {
  const { field } = names;
  const stored = () => (field === undefined ? checkpoint.get(names.calls) : fieldsOf(checkpoint, names.calls)[field]);
  const entry = (calls: Json) => (field === undefined ? calls : { ...fieldsOf(checkpoint, names.calls), [field]: calls });
  return {
    made: (): Made | null => MadeForm.safeParse(checkpoint.get(names.made)).data ?? null,
    setMade: (made: Made) => checkpoint.keep(names.made, { ...EARLIER_MADE, ...made }),
    /** Where the network would tell it again: spares a commit. */
    noteMade: (made: Made) => checkpoint.note(names.made, { ...made }),
    calls: (): Calls | null => CallsForm.safeParse(names.earlier?.(checkpoint) ?? readEarlier(stored())).data ?? null,
    /** Before a call: what cannot be stored is not called. */
    begin: (calls: Calls) => checkpoint.set(names.calls, entry(written(calls))),
    /** After an answer, which must not be lost: without it nobody may know what became of the call. */
    conclude: (calls: Calls | null) => checkpoint.keep(names.calls, entry(calls === null ? null : written(calls))),
  };
}

/** What an entry of several fields has by now. */
export function fieldsOf(checkpoint: Checkpoint, name: string): Fields {
  const value = checkpoint.get(name);
  return isFields(value) ? value : {};
}

type Fields = Readonly<Record<string, Json | undefined>>;

function isFields(value: Json | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function written(calls: Calls) {
  return { ...earlierNamesOf(calls), ...calls };
}

/** What is left of what refused the last call. */
export function holdOf(calls: Calls | null, now: Instant): Held | null {
  if (calls === null || calls.hold === null || calls.hold.until <= now) return null;
  const { until, reason, scope } = calls.hold;
  return { kind: "held", reason, scope, retryAfterSeconds: secondsBetween(now, until) };
}

export function isOpen(calls: Calls | null): boolean {
  return calls !== null && calls.open !== "nothing";
}

/** A call that begins. `since`: when the network may date what it makes, if that is before it. */
export function callAfter(before: Calls | null, now: Instant, since = now): Calls {
  return {
    firstAt: before?.firstAt ?? since,
    lastAt: now,
    open: "silence",
    isTurnedAway: false,
    silences: before?.silences ?? 0,
    faults: before?.faults ?? 0,
    looks: 0,
    lookedAt: null,
    aheadSeconds: before?.aheadSeconds ?? null,
    clearedAt: null,
    isRefused: false,
    hold: null,
    reason: null,
  };
}
