/** What posts can be dropped on: a day, `2026-11-23`, or a free slot, whose moment and collection its id has. */

import type { FreeSlot } from "@rostrum/contract/private/calendar.ts";

const SLOT = "slot ";

export function slotCell({ local, collectionId }: Pick<FreeSlot, "local" | "collectionId">): string {
  return `${SLOT}${local} ${collectionId}`;
}

export function isSlot(cell: string): boolean {
  return cell.startsWith(SLOT);
}

/** The time of a post that is dropped on a day, `YYYY-MM-DD HH:MM:SS`: it keeps its own. Null: it has none yet. */
export function timeOn(day: string, local: string | null): string | null {
  return local === null ? null : `${day} ${local.slice(11)}`;
}

/** Where an arrow key leads from a day: a day, or a week. Null for other keys. */
export function dayBeside(day: string, key: string): string | null {
  const across = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0;
  const along = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
  if (across === 0 && along === 0) return null;
  return Temporal.PlainDate.from(day)
    .add({ days: across + along * 7 })
    .toString();
}
