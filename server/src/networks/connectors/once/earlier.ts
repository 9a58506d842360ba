import { z } from "zod";
import type { Json } from "../json.ts";

/**
 * How networks wrote their calls one version ago. Read for deliveries that are in flight during an upgrade, and written along with today's
 * form, because processes of both versions work side by side while one replaces the other.
 */

const count = z.int().default(0);
const SentForm = z.strictObject({ at: z.string() });
const AnsweredForm = z.object({ isAnswered: z.boolean(), lost: count });
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
  const said = StateForm.safeParse(value).data;
  if (said === undefined) return value;
  const { state, sends, turnedAway } = said;
  const isOpen = state === "open" || state === "doubted";
  const silences = Math.max(0, sends - turnedAway - (isOpen || state === "refused" ? 1 : 0));
  return { ...value, open: isOpen ? "silence" : "nothing", silences, isRefused: state === "doubted" || state === "refused" };
}

interface Open {
  readonly lastAt: string;
  readonly open: "silence" | "fault" | "nothing";
  readonly silences: number;
  readonly isTurnedAway: boolean;
  readonly isRefused: boolean;
}

export function earlierNamesOf({ lastAt, open, silences, isTurnedAway, isRefused }: Open) {
  const isOpen = open !== "nothing";
  const [whenOpen, whenSettled] = isRefused ? (["doubted", "refused"] as const) : (["open", "clear"] as const);
  const sends = silences + (isOpen || isRefused ? 1 : 0);
  const turnedAway = isOpen && isTurnedAway ? 1 : 0;
  const state = isOpen ? whenOpen : whenSettled;
  return { at: lastAt, isAnswered: !isOpen, lost: silences, refusals: 0, named: null, state, sends, turnedAway };
}

/** What the version before wants to find in what was made. */
export const EARLIER_MADE = { note: null };
