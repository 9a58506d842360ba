import type { App } from "../../app.ts";
import { refuse } from "../../ground/refusal.ts";
import type { BrandAccess, BrandViewer, Viewer } from "../../ground/viewer.ts";
import { findBrandAccess } from "./store.ts";

export interface EntryRule {
  readonly foreign: 403 | 404;
  readonly writes: boolean;
}

/**
 * Admits a user with these rights to a brand. A brand they cannot see is refused as the operation defines: 404, or 403 for
 * creating and changing posts, whether it exists or not. The viewer role may not write.
 */
export function admit(access: BrandAccess | null, rule: EntryRule): BrandAccess {
  if (access === null && rule.foreign === 403) refuse(403, "brand_id", "You are not a member of this brand.");
  if (access === null) refuse(404, "brand", "Brand not found.");
  if (rule.writes && access.role === "viewer") refuse(403, "role", "Your role in this brand is viewer, which is read-only.");
  return access;
}

/** Admits a user to the brand with this id, when their rights were not loaded with the token. */
export async function enterBrand(
  app: Pick<App, "db">,
  viewer: Viewer,
  entry: EntryRule & { readonly brandId: number },
): Promise<BrandViewer> {
  const access = await findBrandAccess(app.db, { userId: viewer.userId, brandId: entry.brandId });
  return { ...viewer, brand: admit(access, entry) };
}
