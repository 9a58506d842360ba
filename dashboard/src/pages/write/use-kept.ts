import { useEffect } from "react";
import { forget, keep, textOf } from "./kept.ts";
import { type Draft, isBlank } from "./state.ts";

interface Typed {
  readonly draft: Draft;
  readonly version: string | null;
  readonly isSaved: boolean;
  /** Another tab keeps another new post in the same place from now on. */
  readonly onTaken: () => void;
}

/** Keeps what is typed in the browser on each change, as long as it is not saved. */
export function useKept(name: string, { draft, version, isSaved, onTaken }: Typed): void {
  useEffect(() => {
    const again = ({ key, newValue }: StorageEvent) => {
      if (key !== name || isSaved || (version === null && isBlank(draft))) return;
      // Another tab has the same place, and has let go of what was in it.
      if (newValue === null) keep(localStorage, name, { draft, version });
      else if (version === null && newValue !== textOf({ draft, version })) onTaken();
    };
    window.addEventListener("storage", again);
    return () => window.removeEventListener("storage", again);
  }, [name, draft, version, isSaved, onTaken]);
  useEffect(() => {
    if (isSaved || (version === null && isBlank(draft))) forget(localStorage, name);
    else keep(localStorage, name, { draft, version });
  }, [name, draft, version, isSaved]);
}
