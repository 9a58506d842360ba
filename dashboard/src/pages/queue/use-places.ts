import type { QueueEntry } from "@rostrum/contract/private/calendar.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Moves } from "../calendar/use-moves.ts";
import { goalAt, type Press, pressed, reordered } from "./places.ts";
import type { queueQuery } from "./queries.ts";
import { words } from "./words.ts";

interface Places {
  /** The queue as it will be. */
  readonly rows: readonly QueueEntry[];
  readonly put: (entry: QueueEntry, place: number) => void;
}

/**
 * Puts posts at other places of a queue. The rows move at once, so that the focus stays on them and the keys can be pressed again;
 * the service is told of one move at a time, since each changes what the next one begins with. If one is refused, those after it are
 * dropped.
 */
export function usePlaces(query: ReturnType<typeof queueQuery>, entries: readonly QueueEntry[], moves: Moves): Places {
  const queries = useQueryClient();
  /** The first is on its way, or will be as soon as nothing else is. */
  const [presses, setPresses] = useState<readonly Press[]>([]);
  const isSending = useRef(false);

  useEffect(() => {
    const [first] = presses;
    if (first === undefined || isSending.current || moves.isBusy) return;
    const next = () => setPresses((rest) => rest.slice(1));
    const stored = queries.getQueryData(query.queryKey)?.entries ?? [];
    const entry = stored.find(({ postId }) => postId === first.postId);
    const goal = goalAt(idsOf(stored), first.postId, first.place);
    if (entry === undefined || goal === null) return next();
    const ended = (then: () => void) => () => {
      isSending.current = false;
      then();
    };
    isSending.current = true;
    moves.move([entry], goal, {
      where: words.place({ place: first.place + 1, of: stored.length }),
      done: ended(next),
      dropped: ended(() => setPresses([])),
    });
  });

  const rows = presses.reduce<readonly QueueEntry[]>((order, { postId, place }) => reordered(order, postId, place), entries);
  const put = (entry: QueueEntry, place: number) => {
    if (goalAt(idsOf(rows), entry.postId, place) !== null) setPresses((before) => pressed(before, { postId: entry.postId, place }));
  };
  return { rows, put };
}

function idsOf(entries: readonly QueueEntry[]): number[] {
  return entries.map(({ postId }) => postId);
}
