import type { Role } from "@rostrum/contract/operation.ts";
import {
  IconCalendar,
  IconChartBar,
  IconChecklist,
  IconHome,
  IconLayoutDashboard,
  IconPencil,
  IconPhoto,
  IconPlaylistAdd,
  IconPlugConnected,
  IconRss,
  IconSettings,
  IconShare,
  IconStack2,
  IconUser,
} from "@tabler/icons-react";

interface Place {
  readonly to: string;
  readonly label: string;
  readonly Icon: typeof IconHome;
  readonly needs?: Role;
}

/** The pages of a brand, in the order of the navigation. `needs`: the role without which there is nothing to do. */
export const BRAND_PLACES = [
  { to: "/brands/$brandId", label: "Overview", Icon: IconLayoutDashboard },
  { to: "/brands/$brandId/write", label: "Write", Icon: IconPencil, needs: "editor" },
  { to: "/brands/$brandId/calendar", label: "Calendar", Icon: IconCalendar },
  { to: "/brands/$brandId/queue", label: "Queue", Icon: IconPlaylistAdd },
  { to: "/brands/$brandId/published", label: "Published", Icon: IconChecklist },
  { to: "/brands/$brandId/figures", label: "Figures", Icon: IconChartBar },
  { to: "/brands/$brandId/media", label: "Media", Icon: IconPhoto },
  { to: "/brands/$brandId/automations", label: "Automations", Icon: IconRss },
  { to: "/brands/$brandId/collections", label: "Collections", Icon: IconStack2 },
  { to: "/brands/$brandId/channels", label: "Channels", Icon: IconPlugConnected },
  { to: "/brands/$brandId/settings", label: "Settings", Icon: IconSettings },
] as const satisfies readonly Place[];

/** The pages that are about no brand. */
export const OWN_PLACES = [
  { to: "/", label: "Brands", Icon: IconHome },
  { to: "/settings/profile", label: "Profile", Icon: IconUser },
  { to: "/settings/api", label: "API and programs", Icon: IconPlugConnected },
  { to: "/settings/share", label: "Share from anywhere", Icon: IconShare },
] as const;
