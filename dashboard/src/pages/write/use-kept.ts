import { useEffect } from "react";
import { forget, type Kept, keep, readKept } from "./kept.ts";
import { isBlank } from "./state.ts";

interface Typed extends Required<Kept> {
  readonly isSaved: boolean;
  /** Another tab keeps another new post in the same place from now on. */
  readonly onTaken: () => void;
}

/** Keeps what is typed in the browser on each change, as long as it is not saved. */
export function useKept(name: string, { draft, version, begun, isSaved, onTaken }: Typed): void {
  useEffect(() => {
    const hear = ({ key }: StorageEvent) => {
      if (key !== name || isSaved || (version === null && isBlank(draft))) return;
      // As it is by now: another tab that let go of what was here may have something else here since.
      const now = readKept(localStorage, name);
      if (now === null) keep(localStorage, name, { draft, version, begun });
      else if (version === null && now.begun !== begun) onTaken();
    };
    window.addEventListener("storage", hear);
    return () => window.removeEventListener("storage", hear);
  }, [name, draft, version, begun, isSaved, onTaken]);
  useEffect(() => {
    if (isSaved || (version === null && isBlank(draft))) forget(localStorage, name);
    else keep(localStorage, name, { draft, version, begun });
  }, [name, draft, version, begun, isSaved]);
}
