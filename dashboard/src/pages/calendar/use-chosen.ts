import { useRef, useState } from "react";
import { type Movable, rangeOf } from "./moves.ts";

export interface Chosen {
  readonly items: ReadonlyMap<number, Movable>;
  readonly isChoosing: boolean;
  /** Shows the checkboxes, or hides them and forgets what was chosen. */
  toggleChoosing(): void;
  choose(item: Movable, how: "toggle" | "range", order: readonly Movable[]): void;
  clear(): void;
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
  return {
    items,
    isChoosing,
    clear,
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
