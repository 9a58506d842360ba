import type { Result } from "@rostrum/contract/private/published.ts";
import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { filtersOf, type PublishedSearch } from "./search.ts";

export const PER_PAGE = 25;
/** How often what is under way is looked at. */
const UNDER_WAY_MILLISECONDS = 10_000;

/** A page of what became of the brand's posts. */
export function resultsQuery(brandId: number, search: PublishedSearch) {
  const asked = { ...filtersOf(search), page: search.page ?? 1, perPage: PER_PAGE };
  return queryOptions({
    queryKey: ["brand", brandId, "results", asked],
    queryFn: () => dataOf(api.listResults({ brandId, ...asked })),
    refetchInterval: ({ state }) => (state.data?.results.some(isUnderWay) ? UNDER_WAY_MILLISECONDS : false),
  });
}

/** One entry; null if there is none with this id. */
export function entryQuery(brandId: number, entryId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "results", "entry", entryId],
    queryFn: async () => (await dataOf(api.listResults({ brandId, entryId }))).results[0] ?? null,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? UNDER_WAY_MILLISECONDS : false),
  });
}

/** A page of what was deleted. */
export function deletedQuery(brandId: number, page: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "deleted", page],
    queryFn: () => dataOf(api.listDeletedPosts({ brandId, page, perPage: PER_PAGE })),
  });
}

/** How many entries wait for somebody to say whether they were published. */
export function undecidedQuery(brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "results", "undecided"],
    queryFn: async () => (await dataOf(api.listResults({ brandId, ...filtersOf({ undecided: true }), perPage: 1 }))).total,
  });
}

/** Why a post left when it did, and everything that was tried. */
export function explanationQuery(postId: number, brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "explanation", postId],
    queryFn: () => dataOf(api.explainPost({ postId })),
  });
}

function isUnderWay({ state }: Result): boolean {
  return !["PUBLISHED", "SENT", "FAILED", "SKIPPED"].includes(state);
}
