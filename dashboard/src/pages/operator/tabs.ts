export const TABS = ["service", "networks", "people"] as const;
export type TabName = (typeof TABS)[number];

/** The tab in the address; the first one if it names none. */
export function tabIn(search: Readonly<Record<string, unknown>>): { readonly tab: TabName } {
  return { tab: TABS.find((name) => name === search.tab) ?? "service" };
}
