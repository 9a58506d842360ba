import { IconLayoutDashboard, IconPlugConnected, IconStack2 } from "@tabler/icons-react";

/** The pages of a brand, in the order of the navigation. */
export const BRAND_PLACES = [
  { to: "/brands/$brandId", label: "Overview", Icon: IconLayoutDashboard },
  { to: "/brands/$brandId/collections", label: "Collections", Icon: IconStack2 },
  { to: "/brands/$brandId/channels", label: "Channels", Icon: IconPlugConnected },
] as const;
