import { useDroppable } from "@dnd-kit/core";
import type { FreeSlot } from "@rostrum/contract/private/calendar.ts";
import { useNavigate } from "@tanstack/react-router";
import { memo } from "react";
import { GhostSlot } from "../../parts/look/GhostSlot.tsx";
import { hueOf } from "../../parts/look/hues.ts";
import { printLocal, printLocalTime } from "../../parts/moments.ts";
import classes from "./calendar.module.css";
import { slotCell } from "./cells.ts";
import { usePlan } from "./plan-context.ts";
import { useFileDrop } from "./use-file-drop.ts";
import { words } from "./words.ts";

/**
 * A free slot: a click writes for it, and posts and files can be dropped on it. The next one of a collection is what its queue gives anyway; for a
 * later one the post gets its date.
 */
export const FreeGhost = memo(function FreeGhost({ slot }: { readonly slot: FreeSlot }) {
  const { brandId, canEdit, titleOf } = usePlan();
  const navigate = useNavigate();
  const { collectionId, local, isNext } = slot;
  const when = [printLocal(local), titleOf(collectionId)].filter(Boolean).join(", ");
  const { setNodeRef, isOver } = useDroppable({
    id: slotCell(slot),
    data: { label: words.spoken.slot({ where: when }), slot },
    disabled: !canEdit,
  });
  const date = local.slice(0, 16).replace(" ", "T");
  const search = { collection: collectionId, ...(isNext ? {} : { date }) };
  const write = () => void navigate({ to: "/brands/$brandId/write", params: { brandId }, search });
  const files = useFileDrop(search);
  return (
    <div
      ref={setNodeRef}
      {...files.handlers}
      className={isOver || files.isOver ? `${classes.slot} ${classes.target}` : classes.slot}
      style={{ "--c": hueOf(collectionId) } as React.CSSProperties}
    >
      <GhostSlot hour={printLocalTime(local)} when={when} isWordy disabled={!canEdit} title={when} onClick={write} />
    </div>
  );
});
