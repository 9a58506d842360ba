import type { App } from "../../app.ts";
import { refuse } from "../../ground/refusal.ts";
import type { BrandViewer } from "../../ground/viewer.ts";
import { userByEmail } from "../../people/users/find.ts";
import { findUserByEmail, type UserRow } from "../../people/users/store.ts";
import { findRole } from "./manage-store.ts";

/**
 * The person with this address: for the operator whoever it is, for people only a member of the brand. 404 otherwise, in the same words
 * whether or not somebody has an account with that address: who has one is no business of a brand's.
 */
export async function memberByEmail(
  app: App,
  asked: { readonly brandId: number; readonly user: string; readonly viewer: BrandViewer | null; readonly hint?: string },
): Promise<UserRow> {
  const { brandId, user, viewer, hint } = asked;
  if (viewer === null) return userByEmail(app, user);
  const found = await findUserByEmail(app.db, user);
  const role = found === null ? null : await findRole(app.db, { brandId, userId: found.id });
  return role === null || found === null
    ? refuse(404, "user", `${user} is not a member of the brand.${hint === undefined ? "" : ` ${hint}`}`)
    : found;
}
