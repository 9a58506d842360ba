import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { StateFilter } from "./marks.ts";

const DRAFTS_PER_PAGE = 25;

interface CalendarAsk {
  readonly from: string;
  readonly to: string;
  readonly collectionId?: number | undefined;
  readonly state?: StateFilter | undefined;
}

/** What leaves or has left between two moments, the first of each day. The page before stays until the next one is there. */
export function calendarQuery(brandId: number, ask: CalendarAsk) {
  return queryOptions({
    queryKey: ["brand", brandId, "calendar", ask],
    queryFn: () => dataOf(api.showCalendar({ brandId, ...ask })),
    placeholderData: keepPreviousData,
  });
}

/** All of it: for days that somebody opens. */
export function wholeQuery(brandId: number, ask: CalendarAsk) {
  return queryOptions({
    queryKey: ["brand", brandId, "calendar", "whole", ask],
    queryFn: async () => (await dataOf(api.showCalendar({ brandId, ...ask, each: "ALL" }))).entries,
  });
}

/** Posts without a date, newest first, page by page. */
export function draftsQuery(brandId: number, search: string) {
  return infiniteQueryOptions({
    queryKey: ["brand", brandId, "drafts", search],
    queryFn: ({ pageParam }) => dataOf(api.listDrafts({ brandId, search, page: pageParam, perPage: DRAFTS_PER_PAGE })),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * DRAFTS_PER_PAGE < total ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
}
