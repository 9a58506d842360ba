import { type HistorySearch, readHistorySearch } from "../history/search.ts";

export const TABS = ["service", "networks", "people", "history"] as const;
export type TabName = (typeof TABS)[number];

/** The tab in the address, with what is chosen of its entries; the first one if it names none. */
export function tabIn(search: Readonly<Record<string, unknown>>): { readonly tab: TabName } & HistorySearch {
  const tab = TABS.find((name) => name === search.tab) ?? "service";
  return { tab, ...(tab === "history" ? readHistorySearch(search) : {}) };
}
