import type { CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import { useCallback, useMemo, useRef, useState } from "react";
import { type Movable, movableNow, rangeOf } from "./moves.ts";

export interface Chosen {
  readonly items: ReadonlyMap<number, Movable>;
  readonly isChoosing: boolean;
  /** Shows the checkboxes, or hides them and forgets what was chosen. */
  toggleChoosing(): void;
  choose(item: Movable, how: "toggle" | "range", order: readonly Movable[]): void;
  /** The one chosen last, from which a range goes. */
  latest(): Movable | null;
  clear(): void;
  /** Those that are gone are chosen no more. */
  forget(gone: readonly Movable[]): void;
  /** Of those that are chosen, keeps what they are by now. */
  renew(current: readonly Movable[]): void;
}

/** The posts that a person has chosen. Shift and a click choose all from the last one to this one, in the order shown. */
export function useChosen(): Chosen {
  const [items, setItems] = useState<ReadonlyMap<number, Movable>>(new Map());
  const [isChoosing, setChoosing] = useState(false);
  const last = useRef<number | null>(null);
  const clear = () => {
    setItems(new Map());
    last.current = null;
  };
  const renew = useCallback((current: readonly Movable[]) => {
    setItems((before) => {
      // What is shown may come from an older reading.
      const changed = current.filter((item) => (before.get(item.postId)?.updatedAt ?? item.updatedAt) < item.updatedAt);
      return changed.length === 0 ? before : new Map([...before, ...changed.map((item) => [item.postId, item] as const)]);
    });
  }, []);
  return {
    items,
    isChoosing,
    latest: () => items.get(last.current ?? 0) ?? null,
    clear,
    forget(gone) {
      const ids = new Set(gone.map(({ postId }) => postId));
      setItems((before) => new Map([...before].filter(([id]) => !ids.has(id))));
    },
    renew,
    toggleChoosing() {
      if (isChoosing) clear();
      setChoosing(!isChoosing);
    },
    choose(item, how, order) {
      const next = new Map(items);
      if (how === "toggle" && next.has(item.postId)) next.delete(item.postId);
      else {
        const known = new Map([...order, item].map((one) => [one.postId, one]));
        const ids = order.map(({ postId }) => postId);
        for (const id of how === "range" ? rangeOf(ids, last.current, item.postId) : [item.postId]) next.set(id, known.get(id) ?? item);
      }
      last.current = item.postId;
      setItems(next);
      setChoosing(true);
    },
  };
}

/** The chosen posts as they are by now: what has been chosen may have been changed since. */
export function useChosenNow(items: Chosen["items"], entries: readonly CalendarEntry[] | undefined): Chosen["items"] {
  return useMemo(() => new Map([...items].map(([id, item]) => [id, movableNow(entries, id) ?? item])), [items, entries]);
}
