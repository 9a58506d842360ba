import type { CalendarEntry, FreeSlot } from "@rostrum/contract/private/calendar.ts";

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

/** Posts and free slots by day, each day in order of time. */
export function itemsByDay(entries: readonly CalendarEntry[], slots: readonly FreeSlot[]): ReadonlyMap<string, readonly DayItem[]> {
  const items: DayItem[] = [
    ...entries.map((entry) => ({ key: entry.key, local: entry.local, entry })),
    ...slots.map((slot, index) => ({ key: `${slot.collectionId} ${slot.at} ${index}`, local: slot.local, slot })),
  ];
  items.sort((a, b) => (a.local < b.local ? -1 : a.local > b.local ? 1 : 0));
  return Map.groupBy(items, ({ local }) => local.slice(0, 10));
}

/** In a month, more posts than these fold, and more rows than these. */
const POSTS_MAX = 2;
const ROWS_MAX = 3;

/** What a month shows of a day, and how many posts and free slots it does not. */
export function folded(items: readonly DayItem[]): { readonly shown: readonly DayItem[]; readonly posts: number; readonly free: number } {
  const posts = items.filter(isPost);
  const slots = items.filter((item) => !isPost(item));
  const shownPosts = posts.slice(0, POSTS_MAX);
  const shownSlots = posts.length > POSTS_MAX ? [] : slots.slice(0, ROWS_MAX - shownPosts.length);
  const kept = new Set<DayItem>([...shownPosts, ...shownSlots]);
  const shown = items.filter((item) => kept.has(item));
  return { shown, posts: posts.length - shownPosts.length, free: slots.length - shownSlots.length };
}

export function isPost(item: DayItem): item is PostItem {
  return "entry" in item;
}
