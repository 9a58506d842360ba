import { queryOptions } from "@tanstack/react-query";
import { api, dataOf, pageOf, v1 } from "../../api/client.ts";

export function automationsQuery(brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "automations", "list"],
    queryFn: () => dataOf(api.listAutomationStates({ brandId })),
  });
}

/** Of the last 30 days. */
export function runsQuery(brandId: number, automationId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "automations", "runs", automationId],
    queryFn: () => dataOf(api.listAutomationRuns({ automationId })),
  });
}

/** The collections that posts can go to. */
export function collectionChoicesQuery(brandId: number) {
  return queryOptions({
    queryKey: ["brand", brandId, "collections", "choices"],
    queryFn: async () => {
      const collections: { readonly id: number; readonly title: string }[] = [];
      for (let page = 1, last = 1; page <= last; page += 1) {
        const { rows, pagination } = await pageOf(v1.listCollections({ brandId, page, perPage: 100 }));
        collections.push(...rows.map(({ id, title }) => ({ id, title })));
        last = pagination.lastPage;
      }
      return collections;
    },
  });
}
