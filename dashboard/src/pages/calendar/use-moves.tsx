import { Button, Group, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import type { Move } from "@rostrum/contract/private/moves.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { api, dataOf, isOutdated, sentenceOf } from "../../api/client.ts";
import { isDialogOpen } from "../../parts/dialogs.ts";
import { useAct } from "../../parts/use-act.ts";
import { type Goal, type Movable, movesTo } from "./moves.ts";
import { words } from "./words.ts";

/** How long a move can be taken back by keys. Its button works as long as it is shown, which a pointer on it or its focus prolongs. */
const UNDO_MILLISECONDS = 10_000;
const UNDO_ID = "undo-move";

interface Going {
  /** Said afterwards: where they have gone. */
  readonly where?: string;
  /**
   * Gets the sentence why they were refused, and whether it is that somebody else has changed them; absent, or false because nobody would see it
   * there any more: a notification says it.
   */
  readonly refused?: (sentence: string, isOutdated: boolean) => boolean;
  readonly done?: () => void;
  /** Instead of `done`: refused, or taken back while it was on its way. */
  readonly dropped?: () => void;
}

export interface Moves {
  move(items: readonly Movable[], goal: Goal, going?: Going): void;
  remove(items: readonly Movable[], done?: () => void): void;
  readonly isBusy: boolean;
}

/** Moves posts of a brand and lets the last move be taken back: with the button, or Ctrl or ⌘ and Z. */
export function useMoves(brandId: number): Moves {
  const queries = useQueryClient();
  const changes = [["brand", brandId]];
  const send = useAct((moves: readonly Move[]) => dataOf(api.movePosts({ brandId, moves: [...moves] })), {
    changes,
    showsFailures: "always",
  });
  const erase = useAct((items: readonly Movable[]) => dataOf(api.deletePosts({ brandId, posts: items.map(seenOf) })), {
    changes,
    done: ({ deleted }) => words.deleted(deleted),
  });
  const last = useRef<{ readonly moves: readonly Move[]; readonly until: number } | null>(null);
  /** What is shown as moved may still be on its way; whoever takes it back now need not press again. */
  const underWay = useRef<{ isTakenBack: boolean } | null>(null);
  // A later move must not silence an earlier one, nor must leaving the page.
  const { mutateAsync } = send;

  const takeBack = useCallback(
    (moves: readonly Move[]) => void mutateAsync(moves).then(() => notifications.show({ message: words.undone }), sayWhy),
    [mutateAsync],
  );
  const undoLast = useCallback(() => {
    const taken = last.current;
    last.current = null;
    notifications.hide(UNDO_ID);
    if (taken !== null) takeBack(taken.moves);
  }, [takeBack]);
  const undo = () => {
    if (isDialogOpen()) return;
    if (underWay.current !== null) underWay.current.isTakenBack = true;
    else if (last.current !== null && Date.now() <= last.current.until) undoLast();
  };
  useHotkeys([["mod+Z", undo]]);

  return {
    isBusy: send.isPending || erase.isPending,
    move(items, goal, { where, refused, done, dropped } = {}) {
      // Another one may be on its way already, or begin before this one ends.
      const mine = { isTakenBack: false };
      underWay.current = mine;
      const hasEnded = () => {
        if (underWay.current === mine) underWay.current = null;
      };
      const isMoved = (outcome: Awaited<ReturnType<typeof mutateAsync>>) => {
        hasEnded();
        if (mine.isTakenBack) {
          (dropped ?? done)?.();
          return takeBack(outcome.undo);
        }
        last.current = { moves: outcome.undo, until: Date.now() + UNDO_MILLISECONDS };
        notifications.hide(UNDO_ID);
        done?.();
        notifications.show({
          id: UNDO_ID,
          autoClose: UNDO_MILLISECONDS,
          message: <Undo count={items.length} where={where ?? null} undo={undoLast} />,
        });
      };
      const isRefused = (error: Error) => {
        hasEnded();
        dropped?.();
        // Somebody else may have changed what is shown. If they have, it has been read again by now.
        if (!isOutdated(error)) void queries.invalidateQueries({ queryKey: ["brand", brandId] });
        if (refused?.(sentenceOf(error), isOutdated(error)) !== true) sayWhy(error);
      };
      void mutateAsync(movesTo(items, goal)).then(isMoved, isRefused);
    },
    remove(items, done) {
      erase.mutate(items, { onSuccess: () => done?.() });
    },
  };
}

function Undo({ count, where, undo }: { readonly count: number; readonly where: string | null; readonly undo: () => void }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{words.moved(count, where)}</Text>
      <Button size="compact-sm" variant="light" onClick={undo}>
        {words.undo}
      </Button>
    </Group>
  );
}

function seenOf({ postId, updatedAt }: Movable) {
  return { postId, updatedAt };
}

function sayWhy(error: Error): void {
  notifications.show({ color: "red", title: words.failed, message: sentenceOf(error), autoClose: UNDO_MILLISECONDS });
}
