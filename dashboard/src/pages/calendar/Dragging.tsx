import {
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  type KeyboardCoordinateGetter,
  pointerWithin,
} from "@dnd-kit/core";
import { type ReactNode, useState } from "react";
import { useDragSensors } from "../../parts/use-drag-sensors.ts";
import classes from "./calendar.module.css";
import { cellBeside, cellOf } from "./cells.ts";
import type { Movable } from "./moves.ts";
import { spoken } from "./words.ts";

interface DraggingProps {
  readonly isHours: boolean;
  /** Where somebody begins who drags a draft by keyboard. */
  readonly startCell: string;
  readonly onDrop: (item: Movable, cell: string) => void;
  readonly children: ReactNode;
}

/** Dragging of posts onto days and hours, with the pointer or with the arrow keys from cell to cell. */
export function Dragging({ isHours, startCell, onDrop, children }: DraggingProps) {
  const [lifted, setLifted] = useState<string | null>(null);
  const step: KeyboardCoordinateGetter = (event, { context: { active, over, droppableRects, collisionRect } }) => {
    const item = itemOf(active?.data.current);
    const home = item?.local == null ? null : cellOf(item.local, isHours);
    const here = typeof over?.id === "string" ? over.id : home;
    const next = here === null ? startCell : cellBeside(here, event.code);
    const rect = next === null ? undefined : droppableRects.get(next);
    if (rect === undefined || collisionRect === null) return;
    event.preventDefault();
    return { x: rect.left + (rect.width - collisionRect.width) / 2, y: rect.top + (rect.height - collisionRect.height) / 2 };
  };
  const sensors = useDragSensors(step);
  const lift = ({ active }: DragStartEvent) => setLifted(postOf(active.data.current));
  const drop = ({ active, over }: DragEndEvent) => {
    setLifted(null);
    const item = itemOf(active.data.current);
    if (item !== null && typeof over?.id === "string") onDrop(item, over.id);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={cellUnder}
      onDragStart={lift}
      onDragEnd={drop}
      onDragCancel={() => setLifted(null)}
      accessibility={{ screenReaderInstructions: { draggable: spoken.instructions }, announcements }}
    >
      {children}
      <DragOverlay dropAnimation={null}>{lifted === null ? null : <div className={classes.overlay}>{lifted}</div>}</DragOverlay>
    </DndContext>
  );
}

/** Under the pointer; by keyboard, where the arrow keys have led. */
const cellUnder: CollisionDetection = (facts) => (facts.pointerCoordinates === null ? closestCenter(facts) : pointerWithin(facts));

type Data = Readonly<Record<string, unknown>> | undefined;

const announcements = {
  onDragStart: ({ active }: { readonly active: { readonly data: { readonly current?: Data } } }) =>
    spoken.lifted(postOf(active.data.current)),
  onDragOver: ({ over }: Announced) => (over === null ? spoken.nowhere : spoken.over(labelOf(over.data.current))),
  onDragEnd: ({ active, over }: Announced) =>
    over === null ? spoken.cancelled(postOf(active.data.current)) : spoken.dropped(postOf(active.data.current), labelOf(over.data.current)),
  onDragCancel: ({ active }: Announced) => spoken.cancelled(postOf(active.data.current)),
};

interface Announced {
  readonly active: { readonly data: { readonly current?: Data } };
  readonly over: { readonly data: { readonly current?: Data } } | null;
}

function itemOf(data: Data): Movable | null {
  return (data?.item as Movable | null | undefined) ?? null;
}

function postOf(data: Data): string {
  return String(data?.post ?? "");
}

function labelOf(data: Data): string {
  return String(data?.label ?? "");
}
