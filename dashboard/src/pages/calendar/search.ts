import { VIEWS, type View } from "./grid.ts";
import { STATES, type StateFilter } from "./marks.ts";

/** What the address of the calendar says. */
export interface CalendarSearch {
  readonly view?: View;
  /** `YYYY-MM-DD`; absent: today. */
  readonly date?: string;
  readonly collection?: number;
  readonly state?: StateFilter;
  /** The post whose panel is open. */
  readonly post?: number;
}

/** Undefined takes something out of the address. */
export type SearchChange = { readonly [K in keyof CalendarSearch]?: CalendarSearch[K] | undefined };

/** The search after a change. */
export function changedSearch(search: CalendarSearch, change: SearchChange): CalendarSearch {
  return readSearch({ ...search, ...change });
}

/** Whatever else an address says is ignored. */
export function readSearch(search: Readonly<Record<string, unknown>>): CalendarSearch {
  const { view, date, collection, state, post } = search;
  return {
    ...(VIEWS.includes(view as View) ? { view: view as View } : {}),
    ...(typeof date === "string" && isDay(date) ? { date } : {}),
    ...(Number.isSafeInteger(collection) ? { collection: collection as number } : {}),
    ...(STATES.includes(state as StateFilter) ? { state: state as StateFilter } : {}),
    ...(Number.isSafeInteger(post) ? { post: post as number } : {}),
  };
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
