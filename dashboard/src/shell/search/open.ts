import { useHotkeys } from "@mantine/hooks";
import { createContext, useContext } from "react";
import { isDialogOpen } from "../../parts/dialogs.ts";

/** Opens the search over the page. */
export const SearchContext = createContext<() => void>(() => undefined);

export function useOpenSearch(): () => void {
  return useContext(SearchContext);
}

/** Ctrl or ⌘ and K search from anywhere, the slash where nobody types and the page has no field of its own for it. */
export function useSearchKeys(open: () => void): void {
  const openUnlessTaken = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isDialogOpen()) return;
    event.preventDefault();
    open();
  };
  useHotkeys([["mod+K", openUnlessTaken, { preventDefault: false }]], []);
  useHotkeys([["/", openUnlessTaken, { preventDefault: false }]]);
}
