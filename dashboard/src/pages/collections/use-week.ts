import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { api, CallFailed, dataOf } from "../../api/client.ts";
import { useIsLeft } from "../../parts/use-is-left.ts";
import type { ShownCollection } from "./differences.ts";
import { changedByCollections, collectionKey, collectionQuery } from "./queries.ts";
import { isSame, type Week } from "./week.ts";
import { words } from "./words.ts";

/** Changes in quick succession, such as an arrow key held down, are stored together. */
const SAVE_AFTER_MILLISECONDS = 700;
const UNDO_MILLISECONDS = 10_000;

export type Saving =
  | { readonly kind: "saved" | "waiting" | "saving" }
  | { readonly kind: "failed"; readonly message: string }
  /** Somebody else was faster. */
  | { readonly kind: "conflict"; readonly seen: ShownCollection; readonly theirs: ShownCollection };

export interface Change {
  readonly week: Week;
  /** What has happened, for everybody. */
  readonly said: string;
  /** Whether it goes on with the change before it, so that both are undone together. */
  readonly joins?: boolean;
}

export interface WeekState {
  readonly week: Week;
  readonly saving: Saving;
  /** What was done last; empty at first. */
  readonly said: string;
  /** Null: nothing can be undone any more. */
  readonly undo: (() => void) | null;
  change(change: Change): void;
  /** Stores what is here, over what somebody else has stored. */
  keepMine(): void;
  /** Lets what is here go. */
  discard(): void;
}

/** The week as it is on the screen: shown at once, stored shortly after, and undone for ten seconds. */
export function useWeek(brandId: number, collection: ShownCollection): WeekState {
  const queries = useQueryClient();
  const [local, setLocal] = useState<Week | null>(null);
  const [saving, setSaving] = useState<Saving>({ kind: "saved" });
  const [said, setSaid] = useState("");
  const [past, setPast] = useState<readonly Week[]>([]);
  /** What `local` was made of, and what is stored next. */
  const work = useRef<{ base: ShownCollection; week: Week | null; isSending: boolean }>({ base: collection, week: null, isSending: false });
  const timers = useRef<{ save?: ReturnType<typeof setTimeout>; undo?: ReturnType<typeof setTimeout> }>({});
  const week = local ?? collection.queues;

  const { mutateAsync } = useMutation({
    mutationFn: ({ seenAt, slots }: { readonly seenAt: string; readonly slots: Week }) =>
      dataOf(
        api.changeCollection({
          collectionId: collection.id,
          seenAt,
          slots: slots.map(({ id, day, time }) => ({ ...(id === undefined ? {} : { id }), day, time })),
        }),
      ),
  });

  // What somebody else has stored must not be undone together with one's own change.
  const own = useRef(collection.queues);
  useEffect(() => {
    if (work.current.isSending || isSame(collection.queues, own.current)) return;
    own.current = collection.queues;
    setPast([]);
  }, [collection.queues]);

  const again = useRef(async () => {});
  // Before what is done when the page is left.
  const isLeft = useIsLeft();
  const store = useCallback(async () => {
    clearTimeout(timers.current.save);
    delete timers.current.save;
    const { base, week: slots, isSending } = work.current;
    // One after the other: a save that began before the one before it has ended would have an old version.
    if (slots === null || isSending) return;
    work.current.isSending = true;
    setSaving({ kind: "saving" });
    try {
      const stored = await mutateAsync({ seenAt: base.updatedAt, slots });
      own.current = stored.queues;
      queries.setQueryData(collectionKey(brandId, collection.id), stored);
      // More may have been changed while it was under way.
      const isDone = work.current.week === slots;
      work.current = { base: stored, week: isDone ? null : work.current.week, isSending: false };
      if (isDone) {
        setLocal(null);
        setSaving({ kind: "saved" });
      } else if (timers.current.save === undefined) void again.current();
      for (const queryKey of changedByCollections(brandId)) void queries.invalidateQueries({ queryKey });
    } catch (error) {
      work.current.isSending = false;
      const message = error instanceof Error ? error.message : String(error);
      // Nobody is there to see it in its place.
      if (isLeft.current)
        return void notifications.show({ color: "red", title: words.notStored({ title: base.title }), message, autoClose: false });
      if (!(error instanceof CallFailed) || error.status !== 409) return setSaving({ kind: "failed", message });
      const theirs = await queries.fetchQuery({ ...collectionQuery(brandId, collection.id), staleTime: 0 }).catch(() => null);
      if (theirs === null) return setSaving({ kind: "failed", message });
      // Something else of the collection was changed, which this leaves as it is.
      if (isSame(theirs.queues, base.queues)) {
        work.current.base = theirs;
        return void again.current();
      }
      setSaving({ kind: "conflict", seen: base, theirs });
    }
  }, [brandId, collection.id, isLeft, mutateAsync, queries]);

  const apply = useCallback(
    (next: Week, text: string) => {
      if (work.current.week === null) work.current.base = collection;
      work.current.week = next;
      setLocal(next);
      setSaid(text);
      setSaving({ kind: "waiting" });
      clearTimeout(timers.current.save);
      timers.current.save = setTimeout(() => void store(), SAVE_AFTER_MILLISECONDS);
      clearTimeout(timers.current.undo);
      timers.current.undo = setTimeout(() => setPast([]), UNDO_MILLISECONDS);
    },
    [collection, store],
  );

  again.current = store;
  useEffect(
    () => () => {
      clearTimeout(timers.current.undo);
      // What is not stored yet is, when the page is left.
      if (timers.current.save !== undefined) void again.current();
    },
    [],
  );

  const discard = () => {
    clearTimeout(timers.current.save);
    delete timers.current.save;
    work.current.week = null;
    setLocal(null);
    setPast([]);
    setSaid("");
    setSaving({ kind: "saved" });
  };
  const last = past.at(-1);
  return {
    week,
    saving,
    said,
    change: ({ week: next, said: text, joins = false }) => {
      if (isSame(week, next)) return;
      if (!joins || past.length === 0) setPast([...past, week]);
      apply(next, text);
    },
    undo:
      last === undefined
        ? null
        : () => {
            setPast(past.slice(0, -1));
            apply(last, words.said.undone);
          },
    keepMine: () => {
      if (saving.kind === "conflict") work.current.base = saving.theirs;
      void store();
    },
    discard,
  };
}
