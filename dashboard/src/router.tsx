import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent as lazily,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { collectionsQuery, conditionsQuery } from "./api/brand-queries.ts";
import { homeQuery, needsQuery } from "./api/needs.ts";
import { isSignedOut } from "./api/queries.ts";
import { reaching } from "./api/reach.ts";
import { sessionQuery } from "./api/session.ts";
import { speak } from "./language/language.ts";
import { readAnalyticsSearch } from "./pages/analytics/search.ts";
import { SNIPPET_NAMES } from "./pages/api/snippets.ts";
import { readAutomationsSearch } from "./pages/automations/search.ts";
import { readSearch as readCalendarSearch } from "./pages/calendar/search.ts";
import { channelsSearch } from "./pages/channels/search.ts";
import { collectionSearch, collectionsSearch } from "./pages/collections/search.ts";
import { readHistorySearch } from "./pages/history/search.ts";
import { readHomeSearch } from "./pages/home/search.ts";
import { readImportSearch } from "./pages/import/search.ts";
import { readMediaSearch } from "./pages/media/search.ts";
import { tabIn } from "./pages/operator/tabs.ts";
import { overviewQuery, weekQuery } from "./pages/overview/queries.ts";
import { readPublishedSearch } from "./pages/published/search.ts";
import { readSearch as readQueueSearch } from "./pages/queue/search.ts";
import { readShareSearch } from "./pages/share/search.ts";
import { readWelcomeSearch } from "./pages/welcome/search.ts";
import { readWriteSearch } from "./pages/write/search.ts";
import { readBackSearch } from "./parts/back-search.ts";
import { searchOf } from "./parts/search-of.ts";
import { signInPath } from "./parts/sign-in.ts";
import { lastBrand } from "./share/last-used.ts";
import { BrandGate } from "./shell/BrandGate.tsx";
import { Failed } from "./shell/Failed.tsx";
import { NotFound } from "./shell/NotFound.tsx";
import { Shell } from "./shell/Shell.tsx";

/** Pages are loaded when they are opened: by then the service may be away for a moment. */
const lazyRouteComponent: typeof lazily = (load, name) => lazily(() => reaching(load), name);

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
      const { user } = await context.queries.ensureQueryData(sessionQuery);
      if (user.language !== null) speak(user.language);
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
  validateSearch: readHomeSearch,
  // Whoever has one brand wants to see that, unless they are about to make another.
  beforeLoad: async ({ context: { queries }, location }) => {
    const { brands } = await queries.ensureQueryData(sessionQuery);
    // The session goes on having a brand that they have just left or deleted until it is read again.
    const [only, ...others] = brands.filter(({ id }) => id !== location.state.leftBrandId);
    if (only !== undefined && others.length === 0 && !("dialog" in location.search))
      throw redirect({ to: "/brands/$brandId", params: { brandId: only.id }, replace: true });
  },
  loader: async ({ context: { queries } }) => {
    const { brands } = await queries.ensureQueryData(sessionQuery);
    if (brands.length > 0) await queries.ensureQueryData(homeQuery);
  },
  component: lazyRouteComponent(() => import("./pages/home/HomePage.tsx"), "HomePage"),
});

const operator = createRoute({
  getParentRoute: () => root,
  path: "/operator",
  validateSearch: tabIn,
  component: lazyRouteComponent(() => import("./pages/operator/OperatorPage.tsx"), "OperatorPage"),
});

const profile = createRoute({
  getParentRoute: () => root,
  path: "/settings/profile",
  component: lazyRouteComponent(() => import("./pages/profile/ProfilePage.tsx"), "ProfilePage"),
});

const ownApi = createRoute({
  getParentRoute: () => root,
  path: "/settings/api",
  validateSearch: searchOf({ dialog: ["key"], snippet: SNIPPET_NAMES }),
  component: lazyRouteComponent(() => import("./pages/api/ApiPage.tsx"), "ApiPage"),
});

const share = createRoute({
  getParentRoute: () => root,
  path: "/share",
  validateSearch: readShareSearch,
  component: lazyRouteComponent(() => import("./pages/share/SharePage.tsx"), "SharePage"),
});

const shareSettings = createRoute({
  getParentRoute: () => root,
  path: "/settings/share",
  component: lazyRouteComponent(() => import("./pages/share/ShareSettingsPage.tsx"), "ShareSettingsPage"),
});

/** The shortcuts of the installed app, which know no brand: they lead to the one that was last used. */
const lastWrite = createRoute({
  getParentRoute: () => root,
  path: "/write",
  beforeLoad: async ({ context }) => {
    const brand = await lastBrandIn(context);
    throw brand === null ? redirect({ to: "/" }) : redirect({ to: "/brands/$brandId/write", params: { brandId: brand.id } });
  },
});

const lastCalendar = createRoute({
  getParentRoute: () => root,
  path: "/calendar",
  beforeLoad: async ({ context }) => {
    const brand = await lastBrandIn(context);
    throw brand === null ? redirect({ to: "/" }) : redirect({ to: "/brands/$brandId/calendar", params: { brandId: brand.id } });
  },
});

async function lastBrandIn({ queries }: Context) {
  return lastBrand(localStorage, (await queries.ensureQueryData(sessionQuery)).brands);
}

const welcome = createRoute({
  getParentRoute: () => root,
  path: "/welcome",
  validateSearch: readWelcomeSearch,
  component: lazyRouteComponent(() => import("./pages/welcome/WelcomePage.tsx"), "WelcomePage"),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invitations/$secret",
  component: lazyRouteComponent(() => import("./pages/invitation/InvitationPage.tsx"), "InvitationPage"),
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
  // What most people see first is read while the page's code is, and drawn at once: React shows what was waited for only after a pause.
  loader: async ({ context: { queries }, params: { brandId } }) => {
    const week = async () => {
      const [{ brands }, { days }] = await Promise.all([
        queries.ensureQueryData(sessionQuery),
        queries.ensureQueryData(overviewQuery(brandId)),
      ]);
      const zone = brands.find(({ id }) => id === brandId)?.timezone ?? "UTC";
      await queries.ensureQueryData(weekQuery(brandId, { day: days[0]?.day ?? "", zone }));
    };
    await Promise.all([
      week(),
      queries.ensureQueryData(needsQuery(brandId)),
      queries.ensureQueryData(conditionsQuery(brandId)),
      queries.ensureQueryData(collectionsQuery(brandId)),
    ]);
  },
  component: lazyRouteComponent(() => import("./pages/overview/OverviewPage.tsx"), "OverviewPage"),
});

const channels = createRoute({
  getParentRoute: () => brand,
  path: "/channels",
  validateSearch: channelsSearch,
  component: lazyRouteComponent(() => import("./pages/channels/ChannelsPage.tsx"), "ChannelsPage"),
});

const collections = createRoute({
  getParentRoute: () => brand,
  path: "/collections",
  validateSearch: collectionsSearch,
  component: lazyRouteComponent(() => import("./pages/collections/CollectionsPage.tsx"), "CollectionsPage"),
});

const collection = createRoute({
  getParentRoute: () => brand,
  path: "/collections/$collectionId",
  params: {
    parse: ({ collectionId }) => ({ collectionId: Number(collectionId) }),
    stringify: ({ collectionId }) => ({ collectionId: String(collectionId) }),
  },
  validateSearch: collectionSearch,
  component: lazyRouteComponent(() => import("./pages/collections/CollectionPage.tsx"), "CollectionPage"),
});

const brandSettings = createRoute({
  getParentRoute: () => brand,
  path: "/settings",
  validateSearch: searchOf({ dialog: ["delete"] }),
  component: lazyRouteComponent(() => import("./pages/brand-settings/BrandSettingsPage.tsx"), "BrandSettingsPage"),
});

const notifications = createRoute({
  getParentRoute: () => brand,
  path: "/notifications",
  component: lazyRouteComponent(() => import("./pages/notifications/NotificationsPage.tsx"), "NotificationsPage"),
});

const history = createRoute({
  getParentRoute: () => brand,
  path: "/history",
  validateSearch: readHistorySearch,
  component: lazyRouteComponent(() => import("./pages/history/HistoryPage.tsx"), "HistoryPage"),
});

const webhooks = createRoute({
  getParentRoute: () => brand,
  path: "/webhooks",
  validateSearch: searchOf({ dialog: ["new"] }),
  component: lazyRouteComponent(() => import("./pages/webhooks/WebhooksPage.tsx"), "WebhooksPage"),
});

const media = createRoute({
  getParentRoute: () => brand,
  path: "/media",
  validateSearch: readMediaSearch,
  component: lazyRouteComponent(() => import("./pages/media/MediaPage.tsx"), "MediaPage"),
});

const automations = createRoute({
  getParentRoute: () => brand,
  path: "/automations",
  validateSearch: readAutomationsSearch,
  component: lazyRouteComponent(() => import("./pages/automations/AutomationsPage.tsx"), "AutomationsPage"),
});

const calendar = createRoute({
  getParentRoute: () => brand,
  path: "/calendar",
  validateSearch: readCalendarSearch,
  component: lazyRouteComponent(() => import("./pages/calendar/CalendarPage.tsx"), "CalendarPage"),
});

const queue = createRoute({
  getParentRoute: () => brand,
  path: "/queue",
  validateSearch: readQueueSearch,
  component: lazyRouteComponent(() => import("./pages/queue/QueuePage.tsx"), "QueuePage"),
});

const write = createRoute({
  getParentRoute: () => brand,
  path: "/write",
  validateSearch: readWriteSearch,
  component: lazyRouteComponent(() => import("./pages/write/WritePage.tsx"), "WritePage"),
});

const editPost = createRoute({
  getParentRoute: () => brand,
  path: "/posts/$postId/edit",
  params: {
    parse: ({ postId }) => ({ postId: Number(postId) }),
    stringify: ({ postId }) => ({ postId: String(postId) }),
  },
  validateSearch: readBackSearch,
  component: lazyRouteComponent(() => import("./pages/write/EditPage.tsx"), "EditPage"),
});

const importing = createRoute({
  getParentRoute: () => brand,
  path: "/import",
  validateSearch: readImportSearch,
  component: lazyRouteComponent(() => import("./pages/import/ImportPage.tsx"), "ImportPage"),
});

const published = createRoute({
  getParentRoute: () => brand,
  path: "/published",
  validateSearch: readPublishedSearch,
  component: lazyRouteComponent(() => import("./pages/published/PublishedPage.tsx"), "PublishedPage"),
});

const analytics = createRoute({
  getParentRoute: () => brand,
  path: "/analytics",
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(() => import("./pages/analytics/AnalyticsPage.tsx"), "AnalyticsPage"),
});

/** The address that analytics had before. */
const figures = createRoute({
  getParentRoute: () => brand,
  path: "/figures",
  validateSearch: readAnalyticsSearch,
  beforeLoad: ({ params: { brandId }, search }) => {
    throw redirect({ to: "/brands/$brandId/analytics", params: { brandId }, search, replace: true });
  },
});

const routes = root.addChildren([
  home,
  operator,
  profile,
  ownApi,
  share,
  shareSettings,
  lastWrite,
  lastCalendar,
  welcome,
  invitation,
  brand.addChildren([
    overview,
    channels,
    collections,
    collection,
    brandSettings,
    notifications,
    history,
    webhooks,
    media,
    automations,
    calendar,
    queue,
    importing,
    write,
    editPost,
    published,
    analytics,
    figures,
  ]),
]);

export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree: routes,
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
