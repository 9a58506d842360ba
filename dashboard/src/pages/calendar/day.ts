import type { CalendarEntry, FreeSlot } from "@rostrum/contract/private/calendar.ts";
import { dayOf } from "./grid.ts";

export const NOTHING: Day = { items: [], posts: 0, free: 0 };

/** What stands on a day: a post, or a slot that none takes. */
export type DayItem = PostItem | SlotItem;

interface PostItem {
  readonly key: string;
  readonly local: string;
  readonly entry: CalendarEntry;
}

interface SlotItem {
  readonly key: string;
  readonly local: string;
  readonly slot: FreeSlot;
}

/** A day as far as it has been read. */
export interface Day {
  /** In order of time. */
  readonly items: readonly DayItem[];
  /** All of its posts, also those that have not been read. */
  readonly posts: number;
  readonly free: number;
}

/** Days that have something, in order. A count that is not there is that of the posts. */
export function daysWith(
  entries: readonly CalendarEntry[],
  slots: readonly FreeSlot[],
  counts: ReadonlyMap<string, number>,
): ReadonlyMap<string, Day> {
  const items: DayItem[] = [
    ...entries.map((entry) => ({ key: entry.key, local: entry.local, entry })),
    ...slots.map((slot, index) => ({ key: `${slot.collectionId} ${slot.at} ${index}`, local: slot.local, slot })),
  ];
  items.sort((a, b) => (a.local < b.local ? -1 : a.local > b.local ? 1 : 0));
  const days = Map.groupBy(items, ({ local }) => dayOf(local));
  return new Map(
    [...days].map(([day, those]) => {
      const read = those.filter(isPost).length;
      return [day, { items: those, posts: Math.max(read, counts.get(day) ?? 0), free: those.length - read }];
    }),
  );
}

/** How many posts of a day have not been read. */
export function unreadOf({ items, posts, free }: Day): number {
  return posts + free - items.length;
}

/** In a month, more posts than these fold, and more rows than these. */
const POSTS_MAX = 2;
const ROWS_MAX = 3;

/** What a month shows of a day, and how many posts and free slots it does not. */
export function folded({ items, posts, free }: Day): { readonly shown: readonly DayItem[]; readonly posts: number; readonly free: number } {
  const shownPosts = items.filter(isPost).slice(0, POSTS_MAX);
  const shownSlots = posts > POSTS_MAX ? [] : items.filter((item) => !isPost(item)).slice(0, ROWS_MAX - shownPosts.length);
  const kept = new Set<DayItem>([...shownPosts, ...shownSlots]);
  const shown = items.filter((item) => kept.has(item));
  return { shown, posts: posts - shownPosts.length, free: free - shownSlots.length };
}

export function isPost(item: DayItem): item is PostItem {
  return "entry" in item;
}
