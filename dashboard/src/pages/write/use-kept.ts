import { useEffect } from "react";
import { forget, keep } from "./kept.ts";
import { type Draft, isBlank } from "./state.ts";

/** Keeps what is typed in the browser on each change, as long as it is not saved. */
export function useKept(
  name: string,
  { draft, version, isSaved }: { readonly draft: Draft; readonly version: string | null; readonly isSaved: boolean },
): void {
  useEffect(() => {
    // Another tab has the same place, and has let go of what was in it.
    const again = ({ key, newValue }: StorageEvent) => {
      if (key === name && newValue === null && !isSaved && (version !== null || !isBlank(draft)))
        keep(localStorage, name, { draft, version });
    };
    window.addEventListener("storage", again);
    return () => window.removeEventListener("storage", again);
  }, [name, draft, version, isSaved]);
  useEffect(() => {
    if (isSaved || (version === null && isBlank(draft))) forget(localStorage, name);
    else keep(localStorage, name, { draft, version });
  }, [name, draft, version, isSaved]);
}
