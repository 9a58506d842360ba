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
import type { FreeSlot } from "@rostrum/contract/private/calendar.ts";
import { type ReactNode, useState } from "react";
import { useDragSensors } from "../../parts/use-drag-sensors.ts";
import classes from "./calendar.module.css";
import { dayBeside, isSlot } from "./cells.ts";
import { dayOf } from "./grid.ts";
import type { Movable } from "./moves.ts";
import { words } from "./words.ts";

const { spoken } = words;

interface DraggingProps {
  /** Where somebody begins who drags a draft by keyboard. */
  readonly startDay: string;
  /** `slot`: absent for a day. */
  readonly onDrop: (item: Movable, day: string, slot: FreeSlot | null) => void;
  readonly children: ReactNode;
}

/** Dragging of posts onto days and free slots with the pointer, or with the arrow keys from day to day. */
export function Dragging({ startDay, onDrop, children }: DraggingProps) {
  const [lifted, setLifted] = useState<string | null>(null);
  const step: KeyboardCoordinateGetter = (event, { context: { active, over, droppableRects, collisionRect } }) => {
    const item = itemOf(active?.data.current);
    const home = item?.local == null ? null : dayOf(item.local);
    const here = typeof over?.id === "string" ? over.id : home;
    const next = here === null ? startDay : dayBeside(here, event.code);
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
    if (item !== null && typeof over?.id === "string") onDrop(item, over.id, slotOf(over.data.current));
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

/** Under the pointer, a slot before the day that it is on; by keyboard, the day to which the arrow keys have led. */
const cellUnder: CollisionDetection = (facts) => {
  if (facts.pointerCoordinates === null) {
    return closestCenter({ ...facts, droppableContainers: facts.droppableContainers.filter(({ id }) => !isSlot(String(id))) });
  }
  const under = pointerWithin(facts);
  const slots = under.filter(({ id }) => isSlot(String(id)));
  return slots.length > 0 ? slots : under;
};

type Data = Readonly<Record<string, unknown>> | undefined;

const announcements = {
  onDragStart: ({ active }: { readonly active: { readonly data: { readonly current?: Data } } }) =>
    spoken.lifted({ post: postOf(active.data.current) }),
  onDragOver: ({ over }: Announced) => (over === null ? spoken.nowhere : spoken.over({ where: labelOf(over.data.current) })),
  onDragEnd: ({ active, over }: Announced) =>
    over === null
      ? spoken.cancelled({ post: postOf(active.data.current) })
      : spoken.dropped({ post: postOf(active.data.current), where: labelOf(over.data.current) }),
  onDragCancel: ({ active }: Announced) => spoken.cancelled({ post: postOf(active.data.current) }),
};

interface Announced {
  readonly active: { readonly data: { readonly current?: Data } };
  readonly over: { readonly data: { readonly current?: Data } } | null;
}

function itemOf(data: Data): Movable | null {
  return (data?.item as Movable | null | undefined) ?? null;
}

function slotOf(data: Data): FreeSlot | null {
  return (data?.slot as FreeSlot | undefined) ?? null;
}

function postOf(data: Data): string {
  return String(data?.post ?? "");
}

function labelOf(data: Data): string {
  return String(data?.label ?? "");
}
