import type { FreeSlot } from "@rostrum/contract/private/calendar.ts";
import { useNavigate } from "@tanstack/react-router";
import { useId } from "react";
import { GhostSlot } from "../../parts/look/GhostSlot.tsx";
import { printLocal } from "../../parts/moments.ts";
import { usePlan } from "../calendar/plan-context.ts";
import classes from "./queue.module.css";
import { words } from "./words.ts";

/** The slots that the next posts of the queue get: a click writes for one. For a later one than the next the post gets its date. */
export function FreeSlots({ slots }: { readonly slots: readonly FreeSlot[] }) {
  const { brandId, canEdit } = usePlan();
  const navigate = useNavigate();
  const heading = useId();
  const write = ({ collectionId, local, isNext }: FreeSlot) => {
    const date = local.slice(0, 16).replace(" ", "T");
    const search = { collection: collectionId, ...(isNext ? {} : { date }) };
    void navigate({ to: "/brands/$brandId/write", params: { brandId }, search });
  };
  return (
    <section className={classes.free} aria-labelledby={heading}>
      <h2 id={heading}>{words.free}</h2>
      {slots.map((slot, index) => {
        const when = printLocal(slot.local);
        // biome-ignore lint/suspicious/noArrayIndexKey: several slots may be at one moment
        return <GhostSlot key={`${slot.at} ${index}`} hour={when} when={when} isWordy disabled={!canEdit} onClick={() => write(slot)} />;
      })}
    </section>
  );
}
