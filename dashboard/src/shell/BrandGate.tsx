import { Outlet, useParams, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useBrand } from "../api/session.ts";
import { rememberBrand } from "../share/last-used.ts";
import { NotFound } from "./NotFound.tsx";
import { isAt, isFor, SET_UP_PLACES } from "./places.ts";
import { useDemoZone } from "./use-demo-zone.ts";

/** Shows the pages of a brand to its members. */
export function BrandGate() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const brand = useBrand(brandId);
  const isMember = brand !== null;
  useDemoZone(brand);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const place = SET_UP_PLACES.find(({ to }) => isAt(path, to.replace("$brandId", String(brandId))));
  useEffect(() => {
    if (isMember) rememberBrand(localStorage, brandId);
  }, [isMember, brandId]);
  // Keyed, so that nothing that is typed, chosen or shown in one brand stays for another.
  const isTheirs = brand !== null && (place === undefined || isFor(brand, place));
  return isTheirs ? <Outlet key={brandId} /> : <NotFound />;
}
