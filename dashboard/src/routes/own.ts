import { createRoute } from "@tanstack/react-router";
import { SNIPPET_NAMES } from "../pages/api/search.ts";
import { readHomeSearch } from "../pages/home/search.ts";
import { tabIn } from "../pages/operator/tabs.ts";
import { readShareSearch } from "../pages/share/search.ts";
import { readWelcomeSearch } from "../pages/welcome/search.ts";
import { searchOf } from "../parts/search-of.ts";
import { page, root } from "./root.tsx";
import { readHome, toLastBrand, toOnlyBrand } from "./ways.ts";

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  validateSearch: readHomeSearch,
  // Unless they are about to make another.
  beforeLoad: ({ context: { queries }, location }) =>
    "dialog" in location.search ? undefined : toOnlyBrand(queries, location.state.leftBrandId),
  loader: ({ context: { queries } }) => readHome(queries),
  component: page(() => import("../pages/home/HomePage.tsx"), "HomePage"),
});

const operator = createRoute({
  getParentRoute: () => root,
  path: "/operator",
  validateSearch: tabIn,
  component: page(() => import("../pages/operator/OperatorPage.tsx"), "OperatorPage"),
});

const profile = createRoute({
  getParentRoute: () => root,
  path: "/settings/profile",
  component: page(() => import("../pages/profile/ProfilePage.tsx"), "ProfilePage"),
});

const ownApi = createRoute({
  getParentRoute: () => root,
  path: "/settings/api",
  validateSearch: searchOf({ dialog: ["key"], snippet: SNIPPET_NAMES }),
  component: page(() => import("../pages/api/ApiPage.tsx"), "ApiPage"),
});

const share = createRoute({
  getParentRoute: () => root,
  path: "/share",
  validateSearch: readShareSearch,
  component: page(() => import("../pages/share/SharePage.tsx"), "SharePage"),
});

const shareSettings = createRoute({
  getParentRoute: () => root,
  path: "/settings/share",
  component: page(() => import("../pages/share/ShareSettingsPage.tsx"), "ShareSettingsPage"),
});

const lastWrite = createRoute({
  getParentRoute: () => root,
  path: "/write",
  beforeLoad: ({ context }) => toLastBrand(context.queries, "/brands/$brandId/write"),
});

const lastCalendar = createRoute({
  getParentRoute: () => root,
  path: "/calendar",
  beforeLoad: ({ context }) => toLastBrand(context.queries, "/brands/$brandId/calendar"),
});

const welcome = createRoute({
  getParentRoute: () => root,
  path: "/welcome",
  validateSearch: readWelcomeSearch,
  component: page(() => import("../pages/welcome/WelcomePage.tsx"), "WelcomePage"),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invitations/$secret",
  component: page(() => import("../pages/invitation/InvitationPage.tsx"), "InvitationPage"),
});

/** What belongs to the person, or to no brand. */
export const ownRoutes = [home, operator, profile, ownApi, share, shareSettings, lastWrite, lastCalendar, welcome, invitation] as const;
