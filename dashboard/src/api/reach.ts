import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { CallFailed } from "./client.ts";

/** How often is asked whether the service answers again, while a page waits for it. */
const ASK_MILLISECONDS = 3000;

/** Whether the browser itself says that it has no network. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(watchNetwork, () => !navigator.onLine);
}

/** Whether the service could not be asked at all, so that the same may succeed later without anything being changed. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof CallFailed && (error.status === null || error.status >= 502);
}

/** Loads a part of the dashboard. If the service is away, it waits until it answers, and says so meanwhile. */
export async function reaching<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // The part itself may be gone: with a newer version everything is loaded again.
    if (await answers()) throw error;
    setAway(true);
    while (!(await answers())) await new Promise((resolve) => window.setTimeout(resolve, ASK_MILLISECONDS));
    setAway(false);
    return await load();
  }
}

/** Whether a page waits for the service to come back. */
export function useIsAway(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => isAway,
  );
}

/** Calls `again` as soon as the service answers, for as long as something waits for it. */
export function useReturn(isWaiting: boolean, again: () => void): void {
  const returned = useEffectEvent(again);
  useEffect(() => {
    if (!isWaiting) return;
    const ask = async () => {
      if (await answers()) returned();
    };
    const timer = window.setInterval(ask, ASK_MILLISECONDS);
    window.addEventListener("online", ask);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener("online", ask);
    };
  }, [isWaiting]);
}

let isAway = false;
const watchers = new Set<() => void>();

function setAway(given: boolean): void {
  isAway = given;
  for (const watcher of watchers) watcher();
}

async function answers(): Promise<boolean> {
  return fetch("/readyz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
}

function watchNetwork(watcher: () => void): () => void {
  window.addEventListener("online", watcher);
  window.addEventListener("offline", watcher);
  return () => {
    window.removeEventListener("online", watcher);
    window.removeEventListener("offline", watcher);
  };
}
