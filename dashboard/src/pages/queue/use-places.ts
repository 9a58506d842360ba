import type { QueueEntry } from "@rostrum/contract/private/calendar.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { beginUndoable, type Undoable } from "../../parts/undo.ts";
import type { Moves } from "../calendar/use-moves.ts";
import { goalAt, type Press, reordered } from "./places.ts";
import type { queueQuery } from "./queries.ts";
import { words } from "./words.ts";

interface Places {
  /** The queue as it will be. */
  readonly rows: readonly QueueEntry[];
  readonly put: (entry: QueueEntry, place: number) => void;
}

type Shown = Press & { readonly step: Undoable };

/**
 * Puts posts at other places of a queue. The rows move at once, so that the focus stays on them and the keys can be pressed again;
 * the service is told of one move at a time, since each changes what the next one begins with. Each press is a move of its own, whether the
 * one before is still on its way or not: what Ctrl and Z take back must not depend on the network. If one is refused, those after it are
 * dropped.
 */
export function usePlaces(query: ReturnType<typeof queueQuery>, entries: readonly QueueEntry[], moves: Moves): Places {
  const queries = useQueryClient();
  /** The first is on its way, or will be as soon as nothing else is. */
  const [presses, setPresses] = useState<readonly Shown[]>([]);
  const isSending = useRef(false);
  const latest = useRef(presses);
  /** Those that wait: the one on its way can still be taken back after the page is left. */
  const waiting = () => latest.current.slice(isSending.current ? 1 : 0);
  const leave = useRef(() => {
    for (const { step } of waiting()) step.end();
  });
  useEffect(() => leave.current, []);

  useEffect(() => {
    latest.current = presses;
    const [first] = presses;
    if (first === undefined || isSending.current || moves.isBusy) return;
    const next = () => setPresses((rest) => rest.slice(1));
    const stored = queries.getQueryData(query.queryKey)?.entries ?? [];
    const entry = stored.find(({ postId }) => postId === first.postId);
    const goal = goalAt(idsOf(stored), first.postId, first.place);
    if (entry === undefined || goal === null) {
      first.step.end();
      return next();
    }
    isSending.current = true;
    moves.move([entry], goal, {
      step: first.step,
      where: words.place({ place: first.place + 1, of: stored.length }),
      done: () => {
        isSending.current = false;
        next();
      },
      refused: () => {
        for (const { step } of waiting()) step.end();
        isSending.current = false;
        setPresses([]);
        return false;
      },
    });
  });

  const rows = presses.reduce<readonly QueueEntry[]>((order, { postId, place }) => reordered(order, postId, place), entries);
  const put = (entry: QueueEntry, place: number) => {
    if (goalAt(idsOf(rows), entry.postId, place) === null) return;
    const step = beginUndoable(() => {
      // One on its way is moved back once it has arrived.
      if (!waiting().some((press) => press.step === step)) return;
      step.end();
      setPresses((before) => before.filter((press) => press.step !== step));
      step.takeBack(async () => {});
    });
    setPresses((before) => [...before, { postId: entry.postId, place, step }]);
  };
  return { rows, put };
}

function idsOf(entries: readonly QueueEntry[]): number[] {
  return entries.map(({ postId }) => postId);
}
