import type { App } from "../app.ts";
import { refuse } from "../refusal.ts";
import type { BrandAccess, BrandViewer, Viewer } from "../viewer.ts";
import { findBrandAccess } from "./store.ts";

export interface EntryRule {
  readonly foreign: 403 | 404;
  readonly writes: boolean;
}

/**
 * Lets a viewer with these rights into a brand. A brand that he cannot see answers as the operation says: 404, or 403 on
 * creating and changing posts, whether it exists or not. A viewer by role may not write.
 */
export function admit(access: BrandAccess | null, rule: EntryRule): BrandAccess {
  if (access === null && rule.foreign === 403) refuse(403, "brand_id", "You are not a member of this brand.");
  if (access === null) refuse(404, "brand", "Brand not found.");
  if (rule.writes && access.role === "viewer") refuse(403, "role", "Your role in this brand is viewer, which may only read.");
  return access;
}

/** Lets a viewer into the brand with this id, where his rights did not come with his token. */
export async function enterBrand(
  app: Pick<App, "db">,
  viewer: Viewer,
  entry: EntryRule & { readonly brandId: number },
): Promise<BrandViewer> {
  const access = await findBrandAccess(app.db, { userId: viewer.userId, brandId: entry.brandId });
  return { ...viewer, brand: admit(access, entry) };
}
