import { BOUNDS } from "@rostrum/contract/bounds.ts";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { record, userFact } from "../../ground/audit/record.ts";
import { changesIn } from "../../ground/audit/rules.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import { holdSeen } from "../../ground/seen.ts";
import type { BrandViewer, Viewer } from "../../ground/viewer.ts";
import { findAccountOfOwner, findUsage, lockAccounts } from "../../people/users/account-store.ts";
import { userByEmail } from "../../people/users/find.ts";
import { retimeBrand } from "../queue/timetable.ts";
import { memberByEmail } from "./find-member.ts";
import { changeBrand, deleteMember, findRole, insertBrand, lockBrand, lockQueuesOf, putMember } from "./manage-store.ts";
import { recordMember } from "./record-member.ts";
import { holdRole } from "./rights.ts";
import type { BrandRow } from "./store.ts";

/** The brand belongs to the owner's account, and the owner is its first member. */
export async function createBrand(app: App, { body }: PrivateInput<"createBrand">): Promise<PrivateOutput<"createBrand">> {
  const owner = await userByEmail(app, body.owner);
  const { id } = await makeBrand(app, owner.id, body);
  return { id };
}

/** `createBrand` by the person who will own it. */
export async function createOwnBrand(
  app: App,
  { body }: PrivateInput<"createOwnBrand">,
  { session }: { readonly session: { readonly viewer: Viewer } },
): Promise<PrivateOutput<"createOwnBrand">> {
  return makeBrand(app, session.viewer.userId, body, holdPlaceForBrand);
}

/** The account is locked until the transaction ends. The operator may make as many as they like. */
export async function holdPlaceForBrand(tx: Queryable, accountId: number): Promise<void> {
  await lockAccounts(tx, [accountId]);
  const { brands } = await findUsage(tx, accountId);
  if (brands >= BOUNDS.brands.most) refuse(422, "brand", `An account may have ${BOUNDS.brands.most} brands. Delete one first.`);
}

async function makeBrand(
  app: App,
  ownerId: number,
  wanted: PrivateInput<"createOwnBrand">["body"],
  hold: typeof holdPlaceForBrand | null = null,
): Promise<BrandRow> {
  const now = app.clock.now();
  const { title, description = null, timezone = null } = wanted;
  return transaction(app.db, async (tx) => {
    const account = await findAccountOfOwner(tx, ownerId);
    if (account === null) throw new Error(`user ${ownerId} has no account`);
    await hold?.(tx, account.id);
    const brand = await insertBrand(tx, { accountId: account.id, title, description, timezone, now });
    await putMember(tx, { brandId: brand.id, userId: ownerId, role: "owner", now });
    const { id } = brand;
    const object = { type: "brand", id, name: title } as const;
    await record(app, tx, { action: "brand.created", brandId: id, object, changes: [await userFact(tx, ownerId)] });
    return brand;
  });
}

/** A new timezone reschedules slots and queued posts in the same transaction. */
export async function updateBrand(app: App, { brandId, body }: PrivateInput<"updateBrand">): Promise<PrivateOutput<"updateBrand">> {
  const { seen, ...change } = body;
  const brand = await transaction(app.db, async (tx) => {
    // What fires right now has come to its end when this returns: then nothing leaves a paused brand, or by the clock of another zone.
    if (body.timezone !== undefined || body.queueStatus !== undefined) await lockQueuesOf(tx, brandId);
    const now = app.clock.now();
    const before = await existingBrand(tx, brandId);
    holdSeen(before, seen, { timezone: (zone) => zone ?? "UTC" });
    const after = await changeBrand(tx, brandId, { ...change, now });
    if (after.timezone !== before.timezone) await retimeBrand(tx, brandId, app.clock);
    const changes = changesIn(["title", "timezone", "queueStatus"], before, after);
    const object = { type: "brand", id: brandId, name: after.title } as const;
    if (changes.length > 0) await record(app, tx, { action: "brand.changed", brandId, object, changes });
    return after;
  });
  app.wake();
  return brand;
}

/** Adds a member, or changes the role of an existing one. The owner's role cannot be changed: 422. */
export async function addMember(app: App, { brandId, body }: PrivateInput<"addMember">): Promise<PrivateOutput<"addMember">> {
  const user = await userByEmail(app, body.user);
  await transaction(app.db, async (tx) => {
    await existingBrand(tx, brandId);
    const before = await findRole(tx, { brandId, userId: user.id });
    if (before === "owner") refuse(422, "role", `${user.email} owns the brand; the owner's role cannot be changed.`);
    await putMember(tx, { brandId, userId: user.id, role: body.role, now: app.clock.now() });
    const action = before === null ? "member.added" : "member.role-changed";
    await recordMember(app, tx, { action, brandId, userId: user.id, role: { before, after: body.role } });
  });
  return {};
}

/** The owner cannot be removed: 422. A user who is not a member is 404. */
export async function removeMember(
  app: App,
  { brandId, user }: PrivateInput<"removeMember">,
  { viewer }: { readonly viewer: BrandViewer | null },
): Promise<PrivateOutput<"removeMember">> {
  const member = await memberByEmail(app, { brandId, user, viewer });
  await transaction(app.db, async (tx) => {
    await existingBrand(tx, brandId);
    await holdRole(tx, { viewer, brandId, allows: "admin" });
    const role = await findRole(tx, { brandId, userId: member.id });
    if (role === null) refuse(404, "user", `${member.email} is not a member of the brand.`);
    if (role === "owner") refuse(422, "user", `${member.email} owns the brand and cannot be removed from it.`);
    await deleteMember(tx, { brandId, userId: member.id });
    await recordMember(app, tx, { action: "member.removed", brandId, userId: member.id, role: { before: role, after: null } });
  });
  return {};
}

/** The brand, locked until the transaction ends; 404 when there is none. */
export async function existingBrand(tx: Queryable, brandId: number): Promise<BrandRow> {
  return (await lockBrand(tx, brandId)) ?? refuse(404, "brand", `There is no brand with the id ${brandId}.`);
}
