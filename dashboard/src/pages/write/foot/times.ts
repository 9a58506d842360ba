import type { PrivateOutput } from "@rostrum/contract/private-operations.ts";
import { printLocal } from "../../../parts/moments.ts";
import type { When } from "../state.ts";
import { words } from "../words.ts";

/** Null while it is not known. */
type Queue = PrivateOutput<"listWritingChannels">["queue"] | null;

interface Time {
  readonly mode: string;
  readonly moment: string;
}

interface Ground {
  readonly queue: Queue;
  /** When the post that is edited is due, on the brand's clock; null for a new one. */
  readonly localDate: string | null;
}

/** A wish as it stands in the foot: what it is, and when that is. */
export function timeOf(when: When, { queue, localDate }: Ground): Time {
  const say = words.foot;
  if (when.mode === "IMMEDIATE") return { mode: say.now, moment: say.nowText };
  if (when.mode === "DRAFT") return { mode: say.draft, moment: say.draftText };
  if (when.mode === "SCHEDULE") {
    const isChosen = when.date !== "" && when.time !== "";
    return { mode: say.onDate, moment: isChosen ? printLocal(`${when.date} ${when.time}`) : say.chooseDate };
  }
  if (when.position === "STAY") return { mode: say.stays, moment: localDate === null ? say.noTimes : printLocal(localDate.slice(0, 16)) };
  const at = when.position === "FRONT" ? queue?.front : queue?.next;
  const mode = when.position === "FRONT" ? say.front : queue?.isPaused === true ? say.paused : say.nextSlot;
  if (queue === null) return { mode, moment: "…" };
  return { mode, moment: at == null ? say.noTimes : printLocal(at) };
}

/** Whether the queue has no times: what joins it would never leave. */
export function lacksTimes(when: When, queue: Queue): boolean {
  return when.mode === "QUEUE" && when.position !== "STAY" && queue !== null && queue.slotsPerWeek === 0;
}

/** The date and time that are offered first: the queue's next free slot, or tomorrow at nine. */
export function sensibleTime({ queue, zone, now }: { readonly queue: Queue; readonly zone: string; readonly now: Date }): When {
  const next = queue?.next ?? null;
  if (next !== null) return { mode: "SCHEDULE", date: next.slice(0, 10), time: next.slice(11, 16) };
  const [year = 0, month = 1, day = 1] = dayIn(zone, now).split("-").map(Number);
  const tomorrow = new Date(Date.UTC(year, month - 1, day + 1));
  return { mode: "SCHEDULE", date: tomorrow.toISOString().slice(0, 10), time: "09:00" };
}

/** `YYYY-MM-DD`. */
function dayIn(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}
