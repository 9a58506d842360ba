import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";

const DRAFTS_PER_PAGE = 25;

/** Everything that leaves or has left between two moments. The page before stays until the next one is there. */
export function calendarQuery(brandId: number, { from, to }: { readonly from: string; readonly to: string }) {
  return queryOptions({
    queryKey: ["brand", brandId, "calendar", from, to],
    queryFn: () => dataOf(api.showCalendar({ brandId, from, to })),
    placeholderData: keepPreviousData,
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
