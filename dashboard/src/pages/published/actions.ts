import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api, dataOf } from "../../api/client.ts";
import { useBrand } from "../../api/session.ts";
import { printMoment } from "../../parts/moments.ts";
import { printCount } from "../../parts/numbers.ts";
import { saveFile } from "../../parts/save-file.ts";
import { didUndoable } from "../../parts/undo.ts";
import { useAct } from "../../parts/use-act.ts";
import { restoredTo } from "./bin-text.ts";
import { filtersOf, type PublishedSearch } from "./search.ts";
import { words as story } from "./story-words.ts";
import { words } from "./words.ts";

/** Everything about the brand may look different afterwards: its entries, its posts, its queue. */
function changesOf(brandId: number) {
  return { changes: [["brand", brandId]] } as const;
}

export function useTryAgain(brandId: number) {
  return useAct((deliveryId: number) => dataOf(api.tryDeliveryAgain({ deliveryId })), { done: () => story.tried, ...changesOf(brandId) });
}

/** It is there, at this address. */
export function useMarkPublished(brandId: number) {
  return useAct(
    ({ deliveryId, address }: { readonly deliveryId: number; readonly address: string }) =>
      dataOf(api.settleDelivery({ deliveryId, published: address })),
    {
      done: () => story.settle.saved,
      showsFailures: true,
      ...changesOf(brandId),
    },
  );
}

export function useSendAgain(brandId: number) {
  return useAct((deliveryId: number) => dataOf(api.settleDelivery({ deliveryId, again: true })), {
    done: () => story.settle.sent,
    ...changesOf(brandId),
  });
}

/** Downloads the entries that are asked for as a table. */
export function useDownload(brandId: number, { title, today }: { readonly title: string; readonly today: string }) {
  return useAct(
    async (search: PublishedSearch) => {
      const state = search.view === "needs" ? { state: "FAILED" as const } : {};
      const table = await dataOf(api.exportResults({ brandId, ...filtersOf(search, today), ...state }));
      saveFile(`${title} ${words.fileHead} ${today}.csv`, table.csv);
      return table;
    },
    {
      done: ({ rows, total }) => words.downloaded({ rows, total: printCount(total), cut: rows < total ? "yes" : "no" }).trim(),
      changes: [],
    },
  );
}

/** Opens a copy of a post where it can be changed. */
export function useUseAgain(brandId: number) {
  const navigate = useNavigate();
  return useAct(
    async (postId: number) => {
      const { id } = await dataOf(api.duplicatePost({ postId }));
      await navigate({ to: "/brands/$brandId/posts/$postId/edit", params: { brandId, postId: id } });
    },
    { done: () => words.usedAgain, ...changesOf(brandId) },
  );
}

/** Opens a copy of a post for one channel alone: the others are not sent again. Its failure is seen to then. */
export function useChange(brandId: number) {
  const navigate = useNavigate();
  return useAct(
    async ({ postId, channelId, deliveryId }: { readonly postId: number; readonly channelId: number; readonly deliveryId: number }) => {
      const { id } = await dataOf(api.duplicatePost({ postId, channelId }));
      await dataOf(api.leaveFailure({ deliveryId, left: true }));
      await navigate({ to: "/brands/$brandId/posts/$postId/edit", params: { brandId, postId: id } });
    },
    { done: () => words.usedAgain, ...changesOf(brandId) },
  );
}

/** Somebody has seen that it failed, and leaves it; can be taken back. */
export function useLeave(brandId: number) {
  const queries = useQueryClient();
  return useAct(async (deliveryId: number) => {
    await dataOf(api.leaveFailure({ deliveryId, left: true }));
    didUndoable({
      message: story.hasLeft,
      takeBack: async () => {
        await dataOf(api.leaveFailure({ deliveryId, left: false }));
        await queries.invalidateQueries({ queryKey: ["brand", brandId] });
      },
    });
  }, changesOf(brandId));
}

/** Brings deleted posts back, and says where they are. */
export function useRestore(brandId: number) {
  const zone = useBrand(brandId)?.timezone ?? "UTC";
  return useAct((postIds: readonly number[]) => dataOf(api.restorePosts({ brandId, postIds: [...postIds] })), {
    done: ({ posts }) => posts.map((post) => restoredTo(post, (instant) => printMoment(instant, zone))).join(" "),
    ...changesOf(brandId),
  });
}
