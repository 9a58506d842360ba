import { useEffect, useRef } from "react";
import type { Draft, When } from "./state.ts";

const PAUSE_MS = 2000;

/** Saves a draft by itself when nothing has been typed for a while, or its page is left. `isDue`: whether it can be, and has changed. */
export function useAutosave(draft: Draft, isDue: boolean, save: (when: When) => Promise<unknown>): void {
  const waiting = useRef<(() => void) | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft begins the pause anew
  useEffect(() => {
    waiting.current = null;
    if (!isDue) return;
    const saveNow = () => {
      waiting.current = null;
      void save({ mode: "DRAFT" });
    };
    waiting.current = saveNow;
    const timer = setTimeout(saveNow, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [draft, isDue, save]);
  // Whoever leaves before the pause is over has typed it all the same.
  useEffect(() => () => waiting.current?.(), []);
}
