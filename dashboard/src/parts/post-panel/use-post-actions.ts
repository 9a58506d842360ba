import { useNavigate } from "@tanstack/react-router";
import { api, dataOf } from "../../api/client.ts";
import { say } from "../toast.tsx";
import { useAct } from "../use-act.ts";
import { useSayDeleted } from "../use-say-deleted.ts";
import type { PanelPost } from "./queries.ts";
import { words } from "./words.ts";

/** What can be done with a post from its panel. */
export function usePostActions(brandId: number, { id: postId, version }: PanelPost, onClose: () => void) {
  const navigate = useNavigate();
  const sayDeleted = useSayDeleted(brandId);
  const changes = [["brand", brandId]];
  const toEditor = (id: number) => void navigate({ to: "/brands/$brandId/posts/$postId/edit", params: { brandId, postId: id } });
  const duplicate = useAct(() => dataOf(api.duplicatePost({ postId })), { changes });
  const publish = useAct(() => dataOf(api.publishPost({ postId, version })), { changes, showsFailures: true, done: () => words.leaves });
  const discard = useAct(() => dataOf(api.discardPost({ postId })), { changes });
  return {
    publish,
    copy: {
      isPending: duplicate.isPending,
      run: () =>
        duplicate.mutate(undefined, {
          onSuccess: ({ id }) => say({ message: words.duplicated, open: { label: words.edit, act: () => toEditor(id) } }),
        }),
    },
    /** Its text, files and channels, as a draft to go on with. */
    again: { isPending: duplicate.isPending, run: () => duplicate.mutate(undefined, { onSuccess: ({ id }) => toEditor(id) }) },
    remove: {
      run: () =>
        // The panel is gone by then: it shows a post that is no longer there.
        void discard.mutateAsync(undefined).then(
          () => {
            onClose();
            sayDeleted([postId], words.removed);
          },
          () => undefined,
        ),
    },
  };
}
