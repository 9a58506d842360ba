import type { SentPost } from "@rostrum/contract/private/sent-posts.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import { isUnderWay } from "./rows.ts";
import { filtersOf, type PublishedSearch } from "./search.ts";

export const PER_PAGE = 25;
/** How often what is under way is looked at. */
const UNDER_WAY_MILLISECONDS = 10_000;

/** A page of what became of the brand's posts. */
export function sentPostsQuery(brandId: number, search: PublishedSearch, today: string) {
  const asked = { ...filtersOf(search, today), view: search.view ?? "all", page: search.page ?? 1, perPage: PER_PAGE } as const;
  return queryOptions({
    queryKey: ["brand", brandId, "results", "posts", asked],
    queryFn: () => dataOf(api.listSentPosts({ brandId, ...asked })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.posts.some(isGoing) ? UNDER_WAY_MILLISECONDS : false),
  });
}

/** The post of an entry; null if there is none with this id. */
export function sentPostQuery(brandId: number, entryId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "results", "of entry", entryId],
    queryFn: async () => (await dataOf(api.listSentPosts({ brandId, entryId }))).posts[0] ?? null,
  });
}

/** A page of what was deleted. */
export function deletedQuery(brandId: number, page: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "deleted", page],
    queryFn: () => dataOf(api.listDeletedPosts({ brandId, page, perPage: PER_PAGE })),
  });
}

/** Why a post left when it did, and everything that was tried. */
export function explanationQuery(postId: number, brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "explanation", postId],
    queryFn: () => dataOf(api.explainPost({ postId })),
  });
}

function isGoing({ results }: SentPost): boolean {
  return results.some(isUnderWay);
}
