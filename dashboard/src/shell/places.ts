import { IconLayoutDashboard } from "@tabler/icons-react";

/** The pages of a brand, in the order of the navigation. */
export const BRAND_PLACES = [{ to: "/brands/$brandId", label: "Overview", Icon: IconLayoutDashboard }] as const;
