import { closestCenter, DndContext, type DragEndEvent, type KeyboardCoordinateGetter } from "@dnd-kit/core";
import type { QueueEntry } from "@rostrum/contract/private/calendar.ts";
import type { ReactNode } from "react";
import { useDragSensors } from "../../parts/use-drag-sensors.ts";
import { spoken } from "./words.ts";

interface ReorderingProps {
  readonly ids: readonly number[];
  readonly put: (entry: QueueEntry, place: number) => void;
  readonly children: ReactNode;
}

/** Dragging of posts to other places of their queue, with the pointer or from place to place with the arrow keys. */
export function Reordering({ ids, put, children }: ReorderingProps) {
  const step: KeyboardCoordinateGetter = (event, { context: { active, over, droppableRects, collisionRect } }) => {
    const along = event.code === "ArrowUp" ? -1 : event.code === "ArrowDown" ? 1 : 0;
    if (along === 0 || active === null || collisionRect === null) return;
    const here = placeOf(over?.data.current) ?? ids.indexOf(Number(active.id));
    const rect = droppableRects.get(`place ${here + along}`);
    if (rect === undefined) return;
    event.preventDefault();
    return { x: collisionRect.left, y: rect.top + (rect.height - collisionRect.height) / 2 };
  };
  const sensors = useDragSensors(step);
  const drop = ({ active, over }: DragEndEvent) => {
    const entry = active.data.current?.entry as QueueEntry | undefined;
    const place = placeOf(over?.data.current);
    if (entry !== undefined && place !== null) put(entry, place);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ screenReaderInstructions: { draggable: spoken.instructions }, announcements }}
    >
      {children}
    </DndContext>
  );
}

type Data = Readonly<Record<string, unknown>> | undefined;

interface Announced {
  readonly active: { readonly data: { readonly current?: Data } };
  readonly over: { readonly data: { readonly current?: Data } } | null;
}

const announcements = {
  onDragStart: ({ active }: Pick<Announced, "active">) => spoken.lifted(postOf(active.data.current)),
  onDragOver: ({ over }: Announced) => {
    const place = placeOf(over?.data.current);
    return place === null ? spoken.nowhere : spoken.over(place + 1);
  },
  onDragEnd: ({ active, over }: Announced) => {
    const place = placeOf(over?.data.current);
    const post = postOf(active.data.current);
    return place === null ? spoken.cancelled(post) : spoken.dropped(post, place + 1);
  },
  onDragCancel: ({ active }: Announced) => spoken.cancelled(postOf(active.data.current)),
};

function placeOf(data: Data): number | null {
  return typeof data?.place === "number" ? data.place : null;
}

function postOf(data: Data): string {
  return (data?.entry as QueueEntry | undefined)?.post ?? "";
}
