import type { Role } from "@rostrum/contract/operation.ts";
import type { SessionBrand } from "@rostrum/contract/private/session.ts";
import {
  IconCalendar,
  IconChartBar,
  IconFolders,
  IconLayoutDashboard,
  IconPhoto,
  IconPlugConnected,
  IconRss,
  IconSend,
  IconSettings,
  IconShare,
  IconStack2,
  IconUser,
} from "@tabler/icons-react";
import { has } from "../api/session.ts";
import { words } from "./words.ts";

interface Place {
  readonly to: string;
  readonly label: string;
  readonly Icon: typeof IconUser;
  readonly needs?: Role;
}

/** The pages that people use every day, in that order. */
export const DAILY_PLACES = [
  { to: "/brands/$brandId", label: words.places.overview, Icon: IconLayoutDashboard },
  { to: "/brands/$brandId/calendar", label: words.places.calendar, Icon: IconCalendar },
  { to: "/brands/$brandId/queue", label: words.places.queue, Icon: IconStack2 },
  { to: "/brands/$brandId/published", label: words.places.published, Icon: IconSend },
  { to: "/brands/$brandId/analytics", label: words.places.analytics, Icon: IconChartBar },
  { to: "/brands/$brandId/media", label: words.places.media, Icon: IconPhoto },
] as const satisfies readonly Place[];

/** What is set up once. `needs`: the role without which there is nothing to do. */
export const SET_UP_PLACES = [
  { to: "/brands/$brandId/channels", label: words.places.channels, Icon: IconPlugConnected, needs: "editor" },
  { to: "/brands/$brandId/collections", label: words.places.collections, Icon: IconFolders, needs: "editor" },
  { to: "/brands/$brandId/automations", label: words.places.automations, Icon: IconRss, needs: "editor" },
  { to: "/brands/$brandId/settings", label: words.places.settings, Icon: IconSettings },
] as const satisfies readonly Place[];

export type BrandPlace = (typeof DAILY_PLACES)[number] | (typeof SET_UP_PLACES)[number];

/** Whether there is something to see for the person: what is set up is no business of guests. */
export function isFor(brand: SessionBrand, place: Place): boolean {
  return place.needs === undefined || has(brand, place.needs);
}

/** The person's own pages. */
export const OWN_PLACES = [
  { to: "/settings/profile", label: words.places.profile, Icon: IconUser },
  { to: "/settings/api", label: words.places.api, Icon: IconPlugConnected },
  { to: "/settings/share", label: words.places.share, Icon: IconShare },
] as const satisfies readonly Place[];

/** Whether the page is the place or below it; everything is below the overview, which has to be the page itself. */
export function isAt(path: string, place: string): boolean {
  return path === place || (/^\/brands\/\d+\/./.test(place) && path.startsWith(`${place}/`));
}
