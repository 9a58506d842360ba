import { api, dataOf } from "../../api/client.ts";
import { useAct } from "../../parts/use-act.ts";
import { saveFile } from "./save-file.ts";
import { filtersOf, type PublishedSearch } from "./search.ts";
import { settleWords, words } from "./words.ts";

/** Everything about the brand may look different afterwards: its entries, its posts, its queue. */
function changesOf(brandId: number) {
  return { changes: [["brand", brandId]] } as const;
}

export function useTryAgain(brandId: number) {
  return useAct((deliveryId: number) => dataOf(api.tryDeliveryAgain({ deliveryId })), { done: () => words.tried, ...changesOf(brandId) });
}

/** It is there, at this address. */
export function useMarkPublished(brandId: number) {
  return useAct(
    ({ deliveryId, address }: { readonly deliveryId: number; readonly address: string }) =>
      dataOf(api.settleDelivery({ deliveryId, published: address })),
    {
      done: () => settleWords.saved,
      showsFailures: true,
      ...changesOf(brandId),
    },
  );
}

export function useSendAgain(brandId: number) {
  return useAct((deliveryId: number) => dataOf(api.settleDelivery({ deliveryId, again: true })), {
    done: () => settleWords.sent,
    ...changesOf(brandId),
  });
}

/** Downloads the entries that are asked for as a table. */
export function useDownload(brandId: number, title: string) {
  return useAct(
    async (search: PublishedSearch) => {
      const table = await dataOf(api.exportResults({ brandId, ...filtersOf(search) }));
      saveFile(`${title} ${words.fileHead} ${new Date().toISOString().slice(0, 10)}.csv`, table.csv);
      return table;
    },
    { done: ({ rows, total }) => words.downloaded(rows, total), changes: [] },
  );
}
