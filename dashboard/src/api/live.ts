import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { beginningOfPage } from "./session.ts";

/** What changes during this time is shown together, so that a busy queue does not keep the page loading. However busy, it is shown. */
const GATHER_MILLISECONDS = 500;
/** A connection that comes back sooner is not worth a word. */
const LOST_MILLISECONDS = 5000;
/** The browser gives up on a reply that is an error; after a restart of the service there are some. */
const AGAIN_MILLISECONDS = 5000;
/** Hidden tabs let go of their connection: browsers allow few to one host, and all tabs share them. */
const HIDDEN_MILLISECONDS = 30_000;

let isLost = false;
const watchers = new Set<() => void>();

function setLost(given: boolean): void {
  if (isLost === given) return;
  isLost = given;
  for (const watcher of watchers) watcher();
}

/** Whether changes by others have not been shown for some seconds, because the connection to the service is lost. */
export function useIsLost(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => isLost,
  );
}

/** Shows what changes in the brand, whoever changes it, for as long as the page is about it; null: about none. */
export function useLive(brandId: number | null): void {
  const queries = useQueryClient();
  useEffect(() => (brandId === null ? undefined : follow(queries, brandId)), [queries, brandId]);
}

/** Returns what ends it. */
function follow(queries: QueryClient, brandId: number): () => void {
  let source: EventSource | null = null;
  const timers = { gather: 0, lost: 0, again: 0, hidden: 0 };

  const show = (concernsSession: boolean) => {
    if (concernsSession) void queries.invalidateQueries({ queryKey: ["session"] });
    timers.gather ||= window.setTimeout(() => {
      timers.gather = 0;
      void queries.invalidateQueries({ queryKey: ["brand", brandId] });
      // What concerns all brands concerns this one too.
      for (const key of ["home", "notices"]) void queries.invalidateQueries({ queryKey: [key] });
    }, GATHER_MILLISECONDS);
  };
  const lose = () => {
    timers.lost ||= window.setTimeout(() => setLost(true), LOST_MILLISECONDS);
  };
  const disconnect = () => {
    source?.close();
    source = null;
    window.clearTimeout(timers.again);
  };
  const connect = () => {
    if (source !== null) return;
    const since = beginningOfPage();
    const opened = new EventSource(`/app/api/brands/${brandId}/events${since === null ? "" : `?${new URLSearchParams({ since })}`}`);
    source = opened;
    opened.addEventListener("open", () => {
      window.clearTimeout(timers.lost);
      timers.lost = 0;
      setLost(false);
    });
    // What happened before is not told any more.
    opened.addEventListener("ready", ({ data }) => {
      if ((JSON.parse(data) as { missed: boolean }).missed) show(true);
    });
    opened.addEventListener("change", ({ data }) => show((JSON.parse(data) as { nouns: string[] }).nouns.includes("brand")));
    opened.addEventListener("end", ({ data }) => {
      const { why } = JSON.parse(data) as { why: string };
      // The browser connects again by itself after a stop. Another tab has taken this one's place, or there is no session any more.
      if (why !== "stopping") disconnect();
      if (why === "too many") lose();
      if (why === "signed out") show(true);
    });
    opened.addEventListener("error", () => {
      lose();
      if (opened.readyState !== EventSource.CLOSED || source !== opened) return;
      disconnect();
      // It may have been refused: the session says whether somebody has to sign in again.
      void queries.invalidateQueries({ queryKey: ["session"] });
      timers.again = window.setTimeout(connect, AGAIN_MILLISECONDS);
    });
  };
  const turn = () => {
    window.clearTimeout(timers.hidden);
    if (document.visibilityState === "visible") connect();
    else timers.hidden = window.setTimeout(disconnect, HIDDEN_MILLISECONDS);
  };

  connect();
  document.addEventListener("visibilitychange", turn);
  window.addEventListener("focus", turn);
  return () => {
    document.removeEventListener("visibilitychange", turn);
    window.removeEventListener("focus", turn);
    disconnect();
    for (const timer of Object.values(timers)) window.clearTimeout(timer);
    setLost(false);
  };
}
