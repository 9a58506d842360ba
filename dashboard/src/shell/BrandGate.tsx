import { Outlet, useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { useBrand } from "../api/session.ts";
import { rememberBrand } from "../share/last-used.ts";
import { NotFound } from "./NotFound.tsx";

/** Shows the pages of a brand to its members. */
export function BrandGate() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  const isMember = useBrand(brandId) !== null;
  useEffect(() => {
    if (isMember) rememberBrand(localStorage, brandId);
  }, [isMember, brandId]);
  // Keyed, so that nothing that is typed, chosen or shown in one brand stays for another.
  return isMember ? <Outlet key={brandId} /> : <NotFound />;
}
