import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, lazyRouteComponent as lazily, Outlet } from "@tanstack/react-router";
import { reaching } from "../api/reach.ts";
import { Failed } from "../shell/Failed.tsx";
import { NotFound } from "../shell/NotFound.tsx";
import { Shell } from "../shell/Shell.tsx";
import { onlySignedIn } from "./ways.ts";

/** Pages are loaded when they are opened: by then the service may be away for a moment. */
export const page: typeof lazily = (load, name) => lazily(() => reaching(load), name);

/** What every page stands in. */
export const root = createRootRouteWithContext<{ readonly queries: QueryClient }>()({
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
  beforeLoad: ({ context, location }) => onlySignedIn(context.queries, location.href),
  notFoundComponent: NotFound,
  errorComponent: Failed,
});
