import { createContext, useContext } from "react";
import type { Movable } from "./moves.ts";
import type { CalendarSearch } from "./search.ts";
import type { Moves } from "./use-moves.ts";

/** What every post in the calendar and beside it can do. */
export interface Plan {
  readonly brandId: number;
  readonly zone: string;
  /** The zone of the person, if it is another one. */
  readonly ownZone: string | null;
  /** `YYYY-MM-DD HH:MM:SS` on the brand's clock. */
  readonly nowLocal: string;
  readonly canEdit: boolean;
  /** Whether there are places here that a post can be dragged to. */
  readonly canDrag: boolean;
  readonly moves: Moves;
  /** The title of a collection; null if it has been deleted. */
  titleOf(collectionId: number): string | null;
  /** The post whose panel is open. */
  readonly openId: number | null;
  /** What the address says, kept by links that change a part of it. */
  readonly search: CalendarSearch;
  readonly isChoosing: boolean;
  readonly chosen: ReadonlyMap<number, Movable>;
  /** Chooses a post, or no longer; with `range` all from the last one chosen to this one. */
  choose(item: Movable, how: "toggle" | "range"): void;
  /** What is shown beside the calendar, as it is by now. */
  renewChosen(current: readonly Movable[]): void;
  /** Asks when these posts are to leave. */
  ask(items: readonly Movable[], suggestion: { readonly day: string; readonly time: string }): void;
}

export const PlanContext = createContext<Plan | null>(null);

export function usePlan(): Plan {
  const plan = useContext(PlanContext);
  if (plan === null) throw new Error("this is only shown inside a plan");
  return plan;
}
