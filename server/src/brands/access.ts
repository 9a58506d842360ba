import type { App } from "../app.ts";
import { refuse } from "../refusal.ts";
import type { BrandAccess, Viewer } from "../viewer.ts";
import { findAccess } from "./store.ts";

/**
 * Lets the viewer into a brand. A brand that he cannot see answers as the operation says: 404, or 403 on creating and
 * changing posts, whether it exists or not. A viewer by role may not write.
 */
export async function enterBrand(
  app: App,
  viewer: Viewer,
  brandId: number,
  rule: { foreign: 403 | 404; writes: boolean },
): Promise<BrandAccess> {
  const access = await findAccess(app.db, { brandId, userId: viewer.userId });
  if (access === null && rule.foreign === 403) refuse(403, "brand_id", "You are not a member of this brand.");
  if (access === null) refuse(404, "brand", "Brand not found.");
  if (rule.writes && access.role === "viewer") refuse(403, "role", "Your role in this brand is viewer, which may only read.");
  return access;
}
