import type { CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import { useEffect } from "react";
import { dayOf } from "./grid.ts";

interface Stepping {
  /** The post whose panel is open. */
  readonly openId: number | null;
  readonly entries: readonly CalendarEntry[];
  /** Whether there are posts on a day that have not been read. */
  isCrowded(day: string): boolean;
  /** Reads a day whole, and gives the posts of all days as they are then. */
  open(day: string): Promise<readonly CalendarEntry[]>;
  show(postId: number): void;
}

/** Leads from the open post to the one before or after it, through crowded days as well. */
export function useStep({ openId, entries, isCrowded, open, show }: Stepping): (by: -1 | 1) => void {
  const here = entries.find(({ postId }) => postId === openId);
  const day = here === undefined || openId === null ? null : dayOf(here.local);
  const isToRead = day !== null && isCrowded(day);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a day is read once
  useEffect(() => {
    if (isToRead && day !== null) void open(day);
  }, [day, isToRead]);
  return async (by) => {
    const next = beside(entries, openId, by);
    if (next === undefined) return;
    const there = dayOf(next.local);
    // Backwards the way leads to the last post of a day, which may not have been read.
    const target = by === -1 && there !== day && isCrowded(there) ? beside(await open(there), openId, by) : next;
    if (target?.postId != null) show(target.postId);
  };
}

function beside(entries: readonly CalendarEntry[], openId: number | null, by: -1 | 1): CalendarEntry | undefined {
  const seen = new Set<number>();
  const each = entries.filter(({ postId }) => postId !== null && !seen.has(postId) && seen.add(postId));
  return each[each.findIndex(({ postId }) => postId === openId) + by];
}
