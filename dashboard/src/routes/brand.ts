import { createRoute, redirect } from "@tanstack/react-router";
import { readAnalyticsSearch } from "../pages/analytics/search.ts";
import { readAutomationsSearch } from "../pages/automations/search.ts";
import { readSearch as readCalendarSearch } from "../pages/calendar/search.ts";
import { channelsSearch } from "../pages/channels/search.ts";
import { collectionSearch, collectionsSearch } from "../pages/collections/search.ts";
import { readHistorySearch } from "../pages/history/search.ts";
import { readImportSearch } from "../pages/import/search.ts";
import { readMediaSearch } from "../pages/media/search.ts";
import { readPublishedSearch } from "../pages/published/search.ts";
import { readSearch as readQueueSearch } from "../pages/queue/search.ts";
import { readWriteSearch } from "../pages/write/search.ts";
import { readBackSearch } from "../parts/back-search.ts";
import { searchOf } from "../parts/search-of.ts";
import { BrandGate } from "../shell/BrandGate.tsx";
import { page, root } from "./root.tsx";
import { readOverview } from "./ways.ts";

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
  loader: ({ context: { queries }, params: { brandId } }) => readOverview(queries, brandId),
  component: page(() => import("../pages/overview/OverviewPage.tsx"), "OverviewPage"),
});

const channels = createRoute({
  getParentRoute: () => brand,
  path: "/channels",
  validateSearch: channelsSearch,
  component: page(() => import("../pages/channels/ChannelsPage.tsx"), "ChannelsPage"),
});

const collections = createRoute({
  getParentRoute: () => brand,
  path: "/collections",
  validateSearch: collectionsSearch,
  component: page(() => import("../pages/collections/CollectionsPage.tsx"), "CollectionsPage"),
});

const collection = createRoute({
  getParentRoute: () => brand,
  path: "/collections/$collectionId",
  params: {
    parse: ({ collectionId }) => ({ collectionId: Number(collectionId) }),
    stringify: ({ collectionId }) => ({ collectionId: String(collectionId) }),
  },
  validateSearch: collectionSearch,
  component: page(() => import("../pages/collections/CollectionPage.tsx"), "CollectionPage"),
});

const brandSettings = createRoute({
  getParentRoute: () => brand,
  path: "/settings",
  validateSearch: searchOf({ dialog: ["delete"] }),
  component: page(() => import("../pages/brand-settings/BrandSettingsPage.tsx"), "BrandSettingsPage"),
});

const notifications = createRoute({
  getParentRoute: () => brand,
  path: "/notifications",
  component: page(() => import("../pages/notifications/NotificationsPage.tsx"), "NotificationsPage"),
});

const history = createRoute({
  getParentRoute: () => brand,
  path: "/history",
  validateSearch: readHistorySearch,
  component: page(() => import("../pages/history/HistoryPage.tsx"), "HistoryPage"),
});

const webhooks = createRoute({
  getParentRoute: () => brand,
  path: "/webhooks",
  validateSearch: searchOf({ dialog: ["new"] }),
  component: page(() => import("../pages/webhooks/WebhooksPage.tsx"), "WebhooksPage"),
});

const media = createRoute({
  getParentRoute: () => brand,
  path: "/media",
  validateSearch: readMediaSearch,
  component: page(() => import("../pages/media/MediaPage.tsx"), "MediaPage"),
});

const automations = createRoute({
  getParentRoute: () => brand,
  path: "/automations",
  validateSearch: readAutomationsSearch,
  component: page(() => import("../pages/automations/AutomationsPage.tsx"), "AutomationsPage"),
});

const calendar = createRoute({
  getParentRoute: () => brand,
  path: "/calendar",
  validateSearch: readCalendarSearch,
  component: page(() => import("../pages/calendar/CalendarPage.tsx"), "CalendarPage"),
});

const queue = createRoute({
  getParentRoute: () => brand,
  path: "/queue",
  validateSearch: readQueueSearch,
  component: page(() => import("../pages/queue/QueuePage.tsx"), "QueuePage"),
});

const write = createRoute({
  getParentRoute: () => brand,
  path: "/write",
  validateSearch: readWriteSearch,
  component: page(() => import("../pages/write/WritePage.tsx"), "WritePage"),
});

const editPost = createRoute({
  getParentRoute: () => brand,
  path: "/posts/$postId/edit",
  params: {
    parse: ({ postId }) => ({ postId: Number(postId) }),
    stringify: ({ postId }) => ({ postId: String(postId) }),
  },
  validateSearch: readBackSearch,
  component: page(() => import("../pages/write/EditPage.tsx"), "EditPage"),
});

const importing = createRoute({
  getParentRoute: () => brand,
  path: "/import",
  validateSearch: readImportSearch,
  component: page(() => import("../pages/import/ImportPage.tsx"), "ImportPage"),
});

const published = createRoute({
  getParentRoute: () => brand,
  path: "/published",
  validateSearch: readPublishedSearch,
  component: page(() => import("../pages/published/PublishedPage.tsx"), "PublishedPage"),
});

const analytics = createRoute({
  getParentRoute: () => brand,
  path: "/analytics",
  validateSearch: readAnalyticsSearch,
  component: page(() => import("../pages/analytics/AnalyticsPage.tsx"), "AnalyticsPage"),
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

/** The pages of one brand. */
export const brandRoutes = brand.addChildren([
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
]);
