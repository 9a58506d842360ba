import { DELETED_AT_ONCE_MAX } from "@rostrum/contract/private/media.ts";
import type { PrivateOutput } from "@rostrum/contract/private-operations.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { MediaSearch } from "./search.ts";

/** Divisible by two, three and four columns. */
export const FILES_PER_PAGE = 24;

/** One page of the library. While another is read, the one before stays. */
export function libraryQuery(brandId: number, { file: _, ...filter }: MediaSearch) {
  return queryOptions({
    queryKey: ["brand", brandId, "media", "list", filter],
    queryFn: () => dataOf(api.listLibrary({ brandId, ...filter, perPage: FILES_PER_PAGE })),
    placeholderData: keepPreviousData,
  });
}

/** One file; null if it is no longer there. */
export function fileQuery(brandId: number, id: string) {
  return queryOptions({
    queryKey: ["brand", brandId, "media", "file", id],
    queryFn: async () => (await dataOf(api.listLibrary({ brandId, id }))).files[0] ?? null,
  });
}

export function totalsQuery(brandId: number) {
  return queryOptions({ queryKey: ["brand", brandId, "media", "totals"], queryFn: () => dataOf(api.showLibraryTotals({ brandId })) });
}

/** Deletes what can be deleted, in as many requests as it takes. */
export async function deleteAll(brandId: number, ids: readonly string[]): Promise<PrivateOutput<"deleteMedia">> {
  const all: PrivateOutput<"deleteMedia"> = { deleted: [], kept: [] };
  for (let from = 0; from < ids.length; from += DELETED_AT_ONCE_MAX) {
    const { deleted, kept } = await dataOf(api.deleteMedia({ brandId, ids: ids.slice(from, from + DELETED_AT_ONCE_MAX) }));
    all.deleted.push(...deleted);
    all.kept.push(...kept);
  }
  return all;
}
