import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";

export const WEEK_DAYS = 7;

/** The numbers of a brand, its last results, and which days come. */
export function overviewQuery(brandId: number) {
  return queryOptions({ queryKey: ["brand", brandId, "overview"], queryFn: () => dataOf(api.showOverview({ brandId })) });
}

/** Everything that leaves or has left in the seven days from this one on, by the clock of the brand. */
export function weekQuery(brandId: number, { day, zone }: { readonly day: string; readonly zone: string }) {
  return queryOptions({
    queryKey: ["brand", brandId, "calendar", "week", day, zone],
    queryFn: () => dataOf(api.showCalendar({ brandId, from: startOf(day, 0, zone), to: startOf(day, WEEK_DAYS, zone) })),
  });
}

function startOf(day: string, later: number, zone: string): string {
  return Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime(zone).toInstant().toString();
}
