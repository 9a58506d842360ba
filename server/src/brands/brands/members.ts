import { BOUNDS } from "@rostrum/contract/bounds.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import { holdSeen } from "../../ground/seen.ts";
import type { BrandViewer } from "../../ground/viewer.ts";
import { type AccountRow, findAccountOfOwner, findUsage, findUsageOfBrand, lockAccounts } from "../../people/users/account-store.ts";
import type { UserRow } from "../../people/users/store.ts";
import { memberByEmail } from "./find-member.ts";
import { existingBrand } from "./manage.ts";
import { deleteMember, demoteOwner, findAccountOfBrand, findRole, listMembersOf, moveBrand, putMember } from "./manage-store.ts";
import { recordMember } from "./record-member.ts";
import { holdRole } from "./rights.ts";
import { type Limits, whyItDoesNotFit } from "./rules.ts";

interface Call {
  readonly viewer: BrandViewer | null;
}

/** Viewers, who are often guests, see themselves alone. */
export async function listMembers(
  app: App,
  { brandId }: PrivateInput<"listMembers">,
  { viewer }: Call,
): Promise<PrivateOutput<"listMembers">> {
  const members = await listMembersOf(app.db, brandId);
  return viewer?.brand.role === "viewer" ? members.filter(({ id }) => id === viewer.publicId) : members;
}

/** Somebody who is not a member is 404; the owner's role cannot be changed: 422. */
export async function changeMember(
  app: App,
  { brandId, user, body }: PrivateInput<"changeMember">,
  { viewer }: Call,
): Promise<PrivateOutput<"changeMember">> {
  const member = await memberByEmail(app, { brandId, user, viewer });
  await transaction(app.db, async (tx) => {
    await existingBrand(tx, brandId);
    await holdRole(tx, { viewer, brandId, allows: "admin" });
    const role = await findRole(tx, { brandId, userId: member.id });
    if (role === null) refuse(404, "user", `${member.email} is not a member of the brand.`);
    if (role === "owner") refuse(422, "role", `${member.email} owns the brand; the owner's role cannot be changed.`);
    holdSeen({ role }, body.seen);
    await putMember(tx, { brandId, userId: member.id, role: body.role, now: app.clock.now() });
    await recordMember(app, tx, { action: "member.role-changed", brandId, userId: member.id, role: { before: role, after: body.role } });
  });
  return {};
}

/** The owner has to hand the brand over first: 422. */
export async function leaveBrand(
  app: App,
  { brandId }: PrivateInput<"leaveBrand">,
  { viewer }: Call,
): Promise<PrivateOutput<"leaveBrand">> {
  const { userId } = viewer ?? refuse(422, "membership", "The admin token is no member of any brand.");
  await transaction(app.db, async (tx) => {
    await existingBrand(tx, brandId);
    const role = await findRole(tx, { brandId, userId });
    if (role === "owner") refuse(422, "membership", "You own this brand. Hand it over to another member before you leave.");
    await deleteMember(tx, { brandId, userId });
    await recordMember(app, tx, { action: "member.left", brandId, userId, role: { before: role, after: null } });
  });
  return {};
}

/** The brand moves to the new owner's account if it fits into that; the owner so far stays as an admin. */
export async function handOverBrand(
  app: App,
  { brandId, body }: PrivateInput<"handOverBrand">,
  { viewer }: Call,
): Promise<PrivateOutput<"handOverBrand">> {
  const heir = await memberByEmail(app, { brandId, user: body.user, viewer, hint: "Invite them first." });
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    await existingBrand(tx, brandId);
    await holdRole(tx, { viewer, brandId, allows: "owner" });
    const role = await findRole(tx, { brandId, userId: heir.id });
    if (role === null) refuse(404, "user", `${heir.email} is not a member of the brand. Invite them first.`);
    if (role === "owner") refuse(422, "user", `${heir.email} owns the brand already.`);
    await moveToAccountOf(app, tx, { brandId, heir });
    await demoteOwner(tx, brandId);
    await putMember(tx, { brandId, userId: heir.id, role: "owner", now });
    await recordMember(app, tx, { action: "brand.handed-over", brandId, userId: heir.id, role: { before: role, after: "owner" } });
  });
  return {};
}

async function moveToAccountOf(app: App, tx: Queryable, { brandId, heir }: { readonly brandId: number; readonly heir: UserRow }) {
  const from = await findAccountOfBrand(tx, brandId);
  const own = await findAccountOfOwner(tx, heir.id);
  if (own === null) throw new Error(`user ${heir.id} has no account`);
  if (own.id === from) return;
  const accounts = await lockAccounts(tx, [from, own.id]);
  const to = accounts.find(({ id }) => id === own.id) ?? own;
  const [used, brand] = [await findUsage(tx, to.id), await findUsageOfBrand(tx, brandId)];
  const why = whyItDoesNotFit({ used, limits: limitsOf(app, to) }, brand);
  if (why !== null) refuse(422, "user", why);
  await moveBrand(tx, { brandId, from, to: to.id, mediaBytes: brand.mediaBytes, now: app.clock.now() });
}

export function limitsOf({ config }: App, account: AccountRow): Limits {
  return {
    brands: BOUNDS.brands.most,
    collections: account.maxCollections ?? BOUNDS.collections.most,
    automations: account.maxAutomations ?? BOUNDS.automations.most,
    scheduledPosts: account.maxScheduledPosts,
    mediaBytes: config.mediaMiBPerAccount === 0 ? null : config.mediaMiBPerAccount * 1024 * 1024,
  };
}
