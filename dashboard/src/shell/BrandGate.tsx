import { Outlet, useParams } from "@tanstack/react-router";
import { useBrand } from "../api/session.ts";
import { NotFound } from "./NotFound.tsx";

/** Shows the pages of a brand to its members. */
export function BrandGate() {
  const { brandId } = useParams({ from: "/brands/$brandId" });
  return useBrand(brandId) === null ? <NotFound /> : <Outlet />;
}
