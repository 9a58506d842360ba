import { closestCenter, DndContext, type DragEndEvent, type KeyboardCoordinateGetter } from "@dnd-kit/core";
import type { QueueEntry } from "@rostrum/contract/private/calendar.ts";
import type { ReactNode } from "react";
import { useDragSensors } from "../../parts/use-drag-sensors.ts";
import { words } from "./words.ts";

interface ReorderingProps {
  readonly rows: readonly QueueEntry[];
  readonly put: (entry: QueueEntry, place: number) => void;
  readonly children: ReactNode;
}

/** Dragging of posts to other places of their queue, with the pointer or from place to place with the arrow keys. */
export function Reordering({ rows, put, children }: ReorderingProps) {
  // By its number: what a row says of itself is gone when the list scrolls on and no longer draws it.
  const entryOf = ({ id }: Lifted) => rows.find(({ postId }) => postId === Number(id));
  const step: KeyboardCoordinateGetter = (event, { context: { active, over, droppableRects, collisionRect } }) => {
    const along = event.code === "ArrowUp" ? -1 : event.code === "ArrowDown" ? 1 : 0;
    if (along === 0 || active === null || collisionRect === null) return;
    const here = placeOf(over?.data.current) ?? rows.findIndex(({ postId }) => postId === Number(active.id));
    const rect = droppableRects.get(`place ${here + along}`);
    if (rect === undefined) return;
    event.preventDefault();
    return { x: collisionRect.left, y: rect.top + (rect.height - collisionRect.height) / 2 };
  };
  const sensors = useDragSensors(step);
  const drop = ({ active, over }: DragEndEvent) => {
    const entry = entryOf(active);
    const place = placeOf(over?.data.current);
    if (entry !== undefined && place !== null) put(entry, place);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: { draggable: words.spoken.instructions },
        announcements: announcementsOf((active) => entryOf(active)?.post ?? ""),
      }}
    >
      {children}
    </DndContext>
  );
}

type Data = Readonly<Record<string, unknown>> | undefined;

interface Lifted {
  readonly id: string | number;
}

interface Announced {
  readonly active: Lifted;
  readonly over: { readonly data: { readonly current?: Data } } | null;
}

function announcementsOf(postOf: (active: Lifted) => string) {
  return {
    onDragStart: ({ active }: Pick<Announced, "active">) => words.spoken.lifted({ post: postOf(active) }),
    onDragOver: ({ over }: Announced) => {
      const place = placeOf(over?.data.current);
      return place === null ? words.spoken.nowhere : words.spoken.over({ place: place + 1 });
    },
    onDragEnd: ({ active, over }: Announced) => {
      const place = placeOf(over?.data.current);
      return place === null
        ? words.spoken.cancelled({ post: postOf(active) })
        : words.spoken.dropped({ post: postOf(active), place: place + 1 });
    },
    onDragCancel: ({ active }: Announced) => words.spoken.cancelled({ post: postOf(active) }),
  };
}

function placeOf(data: Data): number | null {
  return typeof data?.place === "number" ? data.place : null;
}
