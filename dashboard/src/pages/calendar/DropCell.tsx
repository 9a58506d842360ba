import { useDroppable } from "@dnd-kit/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./calendar.module.css";
import { usePlan } from "./plan-context.ts";
import { words } from "./words.ts";

interface DropCellProps {
  readonly cell: string;
  /** As it is read out: "Tuesday, 24 November 2026". */
  readonly label: string;
  readonly isPast: boolean;
  readonly className: string;
  readonly children?: ReactNode;
}

/** A day or an hour: posts can be dropped on it, and a click writes one for it. */
export function DropCell({ cell, label, isPast, className, children }: DropCellProps) {
  const { brandId, canEdit } = usePlan();
  const { setNodeRef, isOver } = useDroppable({ id: cell, data: { label }, disabled: isPast || !canEdit });
  const [day = "", hour] = cell.split("T");
  const date = hour === undefined ? day : `${day}T${hour}:00`;
  return (
    <div ref={setNodeRef} className={isOver ? `${className} ${classes.target}` : className}>
      {canEdit && !isPast && (
        <Link
          className={classes.write}
          to="/brands/$brandId/write"
          params={{ brandId }}
          search={{ date }}
          aria-label={words.writeAt(label)}
        />
      )}
      {children}
    </div>
  );
}
