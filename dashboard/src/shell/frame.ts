import { useLayoutEffect, useSyncExternalStore } from "react";

/** How pages want the frame around them: counted, because the next page may be there before the last one is gone. */
const wishes = { rail: 0, ownFoot: 0, fullPage: 0 };
const watchers = new Set<() => void>();

function wish(name: keyof typeof wishes): () => void {
  wishes[name] += 1;
  for (const watcher of watchers) watcher();
  return () => {
    wishes[name] -= 1;
    for (const watcher of watchers) watcher();
  };
}

/** Folds the navigation to its icons while the component is shown: for Write, and beside an open panel. */
export function useRail(isWanted = true): void {
  useLayoutEffect(() => (isWanted ? wish("rail") : undefined), [isWanted]);
}

/** Hides the phone's bar of tabs while the component is shown, because it has a foot of its own there. */
export function useOwnFoot(): void {
  useLayoutEffect(() => wish("ownFoot"), []);
}

/** Leaves the whole room to the page, to the edges: it has a head and zones of its own. */
export function useFullPage(): void {
  useLayoutEffect(() => wish("fullPage"), []);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** For the shell alone. */
export function useFrame(): { readonly isRail: boolean; readonly hasOwnFoot: boolean; readonly isFullPage: boolean } {
  const isRail = useSyncExternalStore(watch, () => wishes.rail > 0);
  const hasOwnFoot = useSyncExternalStore(watch, () => wishes.ownFoot > 0);
  const isFullPage = useSyncExternalStore(watch, () => wishes.fullPage > 0);
  return { isRail, hasOwnFoot, isFullPage };
}
