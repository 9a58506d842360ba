import { useEffectEvent, useLayoutEffect } from "react";

/** What Escape does in each dialog and drawer that is open, the one on top last. */
const layers: (() => void)[] = [];

/**
 * One listener for all: each dialog of Mantine has its own and hears the key in the one behind as well, which would lose what is typed
 * there. Whoever asks at the key, and not at the last drawing, also closes two with two strokes, however busy the page is.
 */
globalThis.addEventListener(
  "keydown",
  (event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    // An open list or menu closes first; Mantine marks what has one.
    const isTaken = event.target instanceof Element && event.target.getAttribute("data-mantine-stop-propagation") === "true";
    if (!isTaken) layers.at(-1)?.();
  },
  { capture: true },
);

/** Puts a dialog or drawer on top while it is open: Escape is for it alone. Mantine's own `closeOnEscape` must be off. */
export function useLayer(isOpen: boolean, onEscape: () => void): void {
  const handleEscape = useEffectEvent(onEscape);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const layer = () => handleEscape();
    layers.push(layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [isOpen]);
}
