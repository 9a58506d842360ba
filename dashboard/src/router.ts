import type { QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { brandRoutes } from "./routes/brand.ts";
import { ownRoutes } from "./routes/own.ts";
import { root } from "./routes/root.tsx";
import { Failed } from "./shell/Failed.tsx";

export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([...ownRoutes, brandRoutes]),
    context: { queries },
    defaultPreload: "intent",
    defaultErrorComponent: Failed,
    scrollRestoration: true,
  });
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    leftBrandId?: number;
  }
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
