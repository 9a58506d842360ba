import type { SessionBrand } from "@rostrum/contract/private/session.ts";
import { useParams } from "@tanstack/react-router";
import { useSession } from "../api/session.ts";

/** The brand that the page's address names; null on pages that are about none. */
export function useBrandInPath(): SessionBrand | null {
  const { brandId } = useParams({ strict: false });
  return useSession().brands.find(({ id }) => id === brandId) ?? null;
}
