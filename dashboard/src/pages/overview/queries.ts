import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { refusalsOf } from "./week.ts";

export const WEEK_DAYS = 7;

/** The numbers of a brand, its last results, and which days come. */
export function overviewQuery(brandId: number) {
  return queryOptions({ queryKey: ["brand", brandId, "overview"], queryFn: () => dataOf(api.showOverview({ brandId })) });
}

/** What leaves or has left in the seven days from this one on, by the clock of the brand, and what of it will certainly not arrive. */
export function weekQuery(brandId: number, { day, zone }: { readonly day: string; readonly zone: string }) {
  const ask = { brandId, from: startOf(day, 0, zone), to: startOf(day, WEEK_DAYS, zone) };
  return queryOptions({
    queryKey: ["brand", brandId, "calendar", "week", day, zone],
    queryFn: async () => {
      const week = await dataOf(api.showCalendar(ask));
      const isWhole = week.days.reduce((sum, { posts }) => sum + posts, 0) === week.entries.length;
      const refused = isWhole ? week.entries : (await dataOf(api.showCalendar({ ...ask, state: "refused" }))).entries;
      return { ...week, refused: refused.filter((entry) => refusalsOf(entry).length > 0) };
    },
  });
}

function startOf(day: string, later: number, zone: string): string {
  return Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime(zone).toInstant().toString();
}
