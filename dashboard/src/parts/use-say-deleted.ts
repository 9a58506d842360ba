import type { RestoredPost } from "@rostrum/contract/private/deletions.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { api, dataOf } from "../api/client.ts";
import { didUndoable } from "./undo.ts";
import { words } from "./words.ts";

/** Says that posts are in the bin now, and lets them be taken out of it again at once. */
export function useSayDeleted(brandId: number): (postIds: readonly number[], message?: string) => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const edit = (postId: number) => void navigate({ to: "/brands/$brandId/posts/$postId/edit", params: { brandId, postId } });
  return (postIds, message = words.deleted({ count: postIds.length })) =>
    didUndoable({
      message,
      takeBack: async () => {
        const { posts } = await dataOf(api.restorePosts({ brandId, postIds: [...postIds] }));
        await queries.invalidateQueries({ queryKey: ["brand", brandId] });
        return posts;
      },
      undone: (posts) => {
        const lost = lostBy(posts);
        const [only, another] = posts;
        if (lost === null || only === undefined || another !== undefined) return lost === null ? null : { message: lost };
        return { message: lost, open: { act: () => edit(only.postId) } };
      },
    });
}

/** What is not as it was, and what to do about it; null if all is. */
function lostBy(posts: readonly RestoredPost[]): string | null {
  const files = posts.reduce((sum, { filesMissing }) => sum + filesMissing, 0);
  if (files > 0) return words.undoneWithoutFiles({ count: files });
  const drafts = posts.filter(({ isDraftNow }) => isDraftNow).length;
  return drafts > 0 ? words.undoneAsDrafts({ count: drafts }) : null;
}
