import { useDroppable } from "@dnd-kit/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./calendar.module.css";
import { usePlan } from "./plan-context.ts";
import { useFileDrop } from "./use-file-drop.ts";
import { words } from "./words.ts";

interface DropCellProps {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** As it is read out: "Tuesday, 24 November 2026". */
  readonly label: string;
  readonly isPast: boolean;
  readonly className: string;
  readonly children?: ReactNode;
}

/** A day: posts and files can be dropped on it, and a click writes one for it. What is dropped in the past is told why it stays. */
export function DropCell({ day, label, isPast, className, children }: DropCellProps) {
  const { brandId, canEdit } = usePlan();
  const where = isPast ? words.spoken.passed({ day: label }) : label;
  const { setNodeRef, isOver } = useDroppable({ id: day, data: { label: where }, disabled: !canEdit });
  const files = useFileDrop(isPast ? null : { date: day });
  return (
    <div ref={setNodeRef} {...files.handlers} className={isOver || files.isOver ? `${className} ${classes.target}` : className}>
      {canEdit && !isPast && (
        <Link
          className={classes.write}
          to="/brands/$brandId/write"
          params={{ brandId }}
          search={{ date: day }}
          tabIndex={-1}
          aria-label={words.writeAt({ where: label })}
        />
      )}
      {children}
    </div>
  );
}
