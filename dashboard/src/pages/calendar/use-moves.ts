import type { Move } from "@rostrum/contract/private/moves.ts";
import { useQueryClient } from "@tanstack/react-query";
import { api, dataOf, isOutdated, sentenceOf } from "../../api/client.ts";
import { say } from "../../parts/toast.tsx";
import { beginUndoable, didUndoable, type Undoable } from "../../parts/undo.ts";
import { useAct } from "../../parts/use-act.ts";
import { useSayDeleted } from "../../parts/use-say-deleted.ts";
import { type Goal, type Movable, movesTo } from "./moves.ts";
import { remember, renewed } from "./versions.ts";
import { words } from "./words.ts";

interface Going {
  /** Begun by who has shown the move before it was sent; otherwise it begins here. */
  readonly step?: Undoable;
  /** Said afterwards: where they have gone. */
  readonly where?: string;
  /**
   * Gets the sentence why they were refused, and whether it is that somebody else has changed them; absent, or false because nobody would see it
   * there any more: a toast says it.
   */
  readonly refused?: (sentence: string, isOutdated: boolean) => boolean;
  /** They have moved, also if that is taken back at once. */
  readonly done?: () => void;
}

export interface Moves {
  move(items: readonly Movable[], goal: Goal, going?: Going): void;
  remove(items: readonly Movable[], done?: () => void): void;
  readonly isBusy: boolean;
}

type Moved = Movable & { readonly at: string | null };

/**
 * Moves posts of a brand. Each move can be taken back, with the toast's button or with Ctrl or ⌘ and Z, also while it is on its way. `onMoved` gets
 * what has been moved, or taken back.
 */
export function useMoves(brandId: number, onMoved?: (moved: readonly Moved[]) => void): Moves {
  const queries = useQueryClient();
  const sayDeleted = useSayDeleted(brandId);
  const changes = [["brand", brandId]];
  const send = useAct((moves: readonly Move[]) => dataOf(api.movePosts({ brandId, moves: [...moves] })), {
    changes,
    showsFailures: "always",
  });
  const erase = useAct(
    async (items: readonly Movable[]) => {
      const posts = items.map(seenOf);
      await dataOf(api.deletePosts({ brandId, posts }));
      sayDeleted(
        posts.map(({ postId }) => postId),
        words.deleted({ count: items.length }),
      );
    },
    {
      changes,
    },
  );
  // A later move must not silence an earlier one, nor must leaving the page.
  const { mutateAsync } = send;
  const tell = (items: readonly Movable[], { moved }: Awaited<ReturnType<typeof mutateAsync>>) => {
    const byId = new Map(items.map((item) => [item.postId, item]));
    onMoved?.(
      moved.flatMap((by) => {
        const item = byId.get(by.postId);
        return item === undefined ? [] : { ...item, ...by };
      }),
    );
  };
  const takeBack = async (back: readonly Move[], items: readonly Movable[]) => {
    const reply = await mutateAsync(back.map(renewed));
    remember(items, reply.moved);
    tell(items, reply);
  };
  return {
    isBusy: send.isPending || erase.isPending,
    move(items, goal, { step = beginUndoable(), where, refused, done } = {}) {
      const isMoved = (reply: Awaited<ReturnType<typeof mutateAsync>>) => {
        const isTakenBack = step.end();
        const back = () => takeBack(reply.undo, items);
        tell(items, reply);
        done?.();
        if (isTakenBack) return step.takeBack(back);
        const count = items.length;
        didUndoable({ message: where === undefined ? words.moved({ count }) : words.movedTo({ count, where }), takeBack: back });
      };
      const isRefused = (error: Error) => {
        step.end();
        // Somebody else may have changed what is shown. If they have, it has been read again by now.
        if (!isOutdated(error)) void queries.invalidateQueries({ queryKey: ["brand", brandId] });
        if (refused?.(sentenceOf(error), isOutdated(error)) !== true) say({ message: `${words.failed}. ${sentenceOf(error)}` });
      };
      void mutateAsync(movesTo(items, goal)).then(isMoved, isRefused);
    },
    remove(items, done) {
      erase.mutate(items, { onSuccess: () => done?.() });
    },
  };
}

function seenOf({ postId, updatedAt }: Movable) {
  return { postId, updatedAt };
}
