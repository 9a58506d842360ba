import { useQueryClient } from "@tanstack/react-query";
import { api, dataOf } from "../api/client.ts";
import { didUndoable } from "./undo.ts";
import { words } from "./words.ts";

/** Says that posts are in the bin now, and lets them be taken out of it again at once. */
export function useSayDeleted(brandId: number): (postIds: readonly number[], message?: string) => void {
  const queries = useQueryClient();
  return (postIds, message = words.deleted({ count: postIds.length })) =>
    didUndoable({
      message,
      takeBack: async () => {
        await dataOf(api.restorePosts({ brandId, postIds: [...postIds] }));
        await queries.invalidateQueries({ queryKey: ["brand", brandId] });
      },
    });
}
