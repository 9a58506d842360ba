import { useEffect } from "react";

/** Ctrl Z or ⌘ Z, except while somebody types. */
export function useUndoKey(undo: (() => void) | null): void {
  useEffect(() => {
    if (undo === null) return;
    const listen = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest("input, textarea, select, [contenteditable]") !== null;
      if (isTyping || event.shiftKey || event.key.toLowerCase() !== "z" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      undo();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [undo]);
}
