import type { AuditPage } from "@rostrum/contract/private/audit.ts";
import { queryOptions } from "@tanstack/react-query";
import { api, dataOf } from "../../api/client.ts";
import type { HistorySearch } from "./search.ts";

export const PER_PAGE = 25;

/** A page of what was done in a brand; null: in the whole service, for its operator. */
export function historyQuery(brandId: number | null, { what, who, page = 1 }: HistorySearch) {
  const asked = { page, perPage: PER_PAGE, ...(what === undefined ? {} : { action: what }), ...(who === undefined ? {} : { user: who }) };
  return queryOptions({
    queryKey: brandId === null ? ["operator", "history", asked] : ["brand", brandId, "history", asked],
    queryFn: (): Promise<AuditPage> =>
      dataOf(brandId === null ? api.listAuditEntries(asked) : api.listBrandAuditEntries({ brandId, ...asked })),
  });
}
