import { useNavigate } from "@tanstack/react-router";
import { type DragEvent, useState } from "react";
import { say } from "../../parts/toast.tsx";
import { carryFiles } from "../../share/shared.ts";
import type { WriteSearch } from "../write/search.ts";
import { usePlan } from "./plan-context.ts";
import { words } from "./words.ts";

/** Begins a post with files, for a day, a slot, or without a date. */
export function useWriteWith(brandId: number) {
  const navigate = useNavigate();
  return (files: readonly File[], search: Pick<WriteSearch, "collection" | "date">) => {
    carryFiles(files);
    void navigate({ to: "/brands/$brandId/write", params: { brandId }, search: { ...search, dropped: true } });
  };
}

/** What a day or a slot needs to take files from elsewhere; a null `search`: its time has passed. */
export function useFileDrop(search: Pick<WriteSearch, "collection" | "date"> | null) {
  const { brandId, canEdit } = usePlan();
  const [isOver, setOver] = useState(false);
  const write = useWriteWith(brandId);
  const isTaken = (event: DragEvent) => canEdit && event.dataTransfer.types.includes("Files");
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!isTaken(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!isTaken(event)) return;
        event.preventDefault();
        // A slot's day, and the page around it, would take them again.
        event.stopPropagation();
        if (search === null) say({ message: words.past });
        else write([...event.dataTransfer.files], search);
      },
    },
  };
}
