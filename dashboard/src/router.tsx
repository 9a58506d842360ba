import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from "@tanstack/react-router";
import { isSignedOut } from "./api/queries.ts";
import { sessionQuery } from "./api/session.ts";
import { tabIn } from "./pages/operator/tabs.ts";
import { BrandGate } from "./shell/BrandGate.tsx";
import { Failed } from "./shell/Failed.tsx";
import { NotFound } from "./shell/NotFound.tsx";
import { Shell } from "./shell/Shell.tsx";
import { signInPath } from "./shell/sign-in.ts";

interface Context {
  readonly queries: QueryClient;
}

const root = createRootRouteWithContext<Context>()({
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queries.ensureQueryData(sessionQuery);
    } catch (error) {
      if (isSignedOut(error)) throw redirect({ href: signInPath(location.href), reloadDocument: true });
      throw error;
    }
  },
  notFoundComponent: NotFound,
  errorComponent: Failed,
});

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: lazyRouteComponent(() => import("./pages/home/HomePage.tsx"), "HomePage"),
});

const operator = createRoute({
  getParentRoute: () => root,
  path: "/operator",
  validateSearch: tabIn,
  component: lazyRouteComponent(() => import("./pages/operator/OperatorPage.tsx"), "OperatorPage"),
});

/** Everything about one brand; refuses brands of which the person is no member. */
const brand = createRoute({
  getParentRoute: () => root,
  path: "/brands/$brandId",
  params: {
    parse: ({ brandId }) => ({ brandId: Number(brandId) }),
    stringify: ({ brandId }) => ({ brandId: String(brandId) }),
  },
  component: BrandGate,
});

const overview = createRoute({
  getParentRoute: () => brand,
  path: "/",
  component: lazyRouteComponent(() => import("./pages/overview/OverviewPage.tsx"), "OverviewPage"),
});

const routes = root.addChildren([home, operator, brand.addChildren([overview])]);

export function createAppRouter(queries: QueryClient) {
  return createRouter({ routeTree: routes, context: { queries }, defaultPreload: "intent", scrollRestoration: true });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
