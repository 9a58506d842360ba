import { useDraggable } from "@dnd-kit/core";
import { Link, linkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./calendar.module.css";
import type { Movable } from "./moves.ts";
import { type Plan, usePlan } from "./plan-context.ts";

interface DragLinkProps {
  /** Unique among what can be dragged. */
  readonly id: string;
  readonly post: string;
  /** Null: it has been deleted. */
  readonly postId: number | null;
  /** Null: it cannot be moved. */
  readonly item: Movable | null;
  readonly target: ReturnType<typeof panelTarget | typeof publishedTarget>;
  readonly children: ReactNode;
}

/**
 * A post's link, by which it is dragged, and chosen with the shift key. While something is dragged, every one of these is drawn again,
 * but not what is inside.
 */
export function DragLink({ id, post, postId, item, target, children }: DragLinkProps) {
  const { canEdit, canDrag, choose } = usePlan();
  const isDraggable = item !== null && canEdit && canDrag;
  const drag = useDraggable({ id, data: { item, post }, disabled: !isDraggable });
  return (
    <Link
      ref={drag.setNodeRef}
      {...target}
      className={drag.isDragging ? `${classes.link} ${classes.lifted}` : classes.link}
      draggable={false}
      data-post={postId ?? undefined}
      aria-describedby={isDraggable ? drag.attributes["aria-describedby"] : undefined}
      {...(drag.listeners ?? {})}
      onClick={(event) => {
        if (!canEdit || item === null || !event.shiftKey) return;
        event.preventDefault();
        choose(item, "range");
      }}
    >
      {children}
    </Link>
  );
}

/** The calendar with a post's panel beside it. */
export function panelTarget({ brandId, search }: Pick<Plan, "brandId" | "search">, postId: number) {
  return linkOptions({ to: "/brands/$brandId/calendar", params: { brandId }, search: { ...search, post: postId }, resetScroll: false });
}

/** What became of a post; without its id, which a deleted one has no more, of all. */
export function publishedTarget(brandId: number, postId: number | null) {
  return linkOptions({ to: "/brands/$brandId/published", params: { brandId }, search: postId === null ? {} : { post: postId } });
}
