/** For the share menu of a device and a page of our own while it is offline; what it does is in `public/app/service-worker.js`. */
export function registerWorker(): void {
  // Without https there is none. A browser may refuse, and everything else works.
  if (!("serviceWorker" in navigator)) return;
  void navigator.serviceWorker.register("/app/service-worker.js", { scope: "/", updateViaCache: "none" }).catch(() => undefined);
}
