import { useHotkeys } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { isDialogOpen } from "../../parts/dialogs.ts";
import { dayBeside } from "./cells.ts";
import { type Day, isPost } from "./day.ts";
import type { SearchChange } from "./search.ts";

interface DayKeys {
  readonly brandId: number;
  readonly canEdit: boolean;
  readonly items: ReadonlyMap<string, Day>;
  readonly today: string;
  readonly days: readonly string[];
  readonly go: (change: SearchChange) => void;
}

/** On a day's number: arrows lead to other days, Enter opens its first post, N writes for it. T leads back to today from anywhere. */
export function useDayKeys({ brandId, canEdit, items, today, days, go }: DayKeys): (event: KeyboardEvent) => void {
  const navigate = useNavigate();
  /** A day that is not there yet when the keys lead to it. */
  const wanted = useRef<string | null>(null);
  const first = days[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the days that are drawn change with the first one
  useEffect(() => {
    if (wanted.current !== null && focusOn(wanted.current)) wanted.current = null;
  }, [first]);
  useHotkeys([
    [
      "T",
      () => {
        if (!isDialogOpen()) go({ date: undefined });
      },
    ],
  ]);
  return (event) => {
    const day = event.target instanceof HTMLElement ? event.target.dataset.day : undefined;
    if (day === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const beside = dayBeside(day, event.key);
    if (beside !== null) {
      event.preventDefault();
      if (focusOn(beside)) return;
      wanted.current = beside;
      return go({ date: beside });
    }
    if (event.key === "n" && canEdit && day >= today) {
      event.preventDefault();
      return void navigate({ to: "/brands/$brandId/write", params: { brandId }, search: { date: day } });
    }
    const post = items.get(day)?.items.find(isPost)?.entry.postId ?? null;
    if (event.key === "Enter" && post !== null) {
      event.preventDefault();
      go({ post });
    }
  };
}

function focusOn(day: string): boolean {
  const link = document.querySelector<HTMLElement>(`[data-day="${day}"]`);
  link?.focus();
  return link !== null;
}
