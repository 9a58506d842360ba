import { type PrivateOperation, ROLES, type Role } from "@rostrum/contract/operation.ts";
import type { App } from "../../app.ts";
import type { Queryable } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import type { BrandAccess, Viewer } from "../../ground/viewer.ts";
import { BELONGINGS, type BelongingName, findBrandOf } from "./belonging-store.ts";
import { findRole } from "./manage-store.ts";
import { findBrandAccess } from "./store.ts";

/** A person who is signed in. */
export interface Person {
  readonly viewer: Viewer;
  readonly isOperator: boolean;
}

/**
 * Decides whether a person may call a private operation; the one place that does. Returns their rights in the brand, or null for an
 * operation that concerns none. What belongs to a brand that they cannot see is refused with 404 like what does not exist, and with
 * 403 where their role does not suffice.
 */
export async function permit(
  app: Pick<App, "db">,
  { viewer, isOperator }: Person,
  { row, ids }: { readonly row: Pick<PrivateOperation, "allows">; readonly ids: Readonly<Record<string, number>> },
): Promise<BrandAccess | null> {
  if (row.allows === "person") return null;
  if (row.allows === "operator") return isOperator ? null : refuse(403, "operator", "Only the operator of this service may do this.");
  const named = namedBy(ids);
  if (named === null) throw new Error("the path of an operation for members of a brand names nothing that belongs to one");
  const { name, id } = named;
  const brandId = await brandNamedBy(app, ids);
  const access = brandId === null ? null : await findBrandAccess(app.db, { userId: viewer.userId, brandId });
  const noun = name.replace(/Id$/, "");
  if (access === null) refuse(404, noun === "post" ? "post_id" : noun, `There is no ${noun} with the id ${id}.`);
  if (rank(access.role) < rank(row.allows)) refuseRole(access.role, row.allows);
  return access;
}

/**
 * Decides once more in the transaction that changes who may do what, once it holds the brand's lock: of two such changes at the same time the
 * second must not go by what the first has ended. `viewer` is null for the operator's token.
 */
export async function holdRole(
  tx: Queryable,
  { viewer, brandId, allows }: { readonly viewer: Pick<Viewer, "userId"> | null; readonly brandId: number; readonly allows: Role },
): Promise<void> {
  if (viewer === null) return;
  const role = await findRole(tx, { brandId, userId: viewer.userId });
  if (role === null) refuse(404, "brand", `There is no brand with the id ${brandId}.`);
  if (rank(role) < rank(allows)) refuseRole(role, allows);
}

function refuseRole(role: Role, allows: Role): never {
  return refuse(403, "role", `Your role in this brand is ${role}. This needs ${allows === "owner" ? "its owner" : `the role ${allows}`}.`);
}

/** The brand that a path names, or the one of what it names; null if it names none that there is. */
export async function brandNamedBy({ db }: Pick<App, "db">, ids: Readonly<Record<string, number>>): Promise<number | null> {
  const named = namedBy(ids);
  if (named === null) return null;
  return named.name === "brandId" ? named.id : findBrandOf(db, named.name, named.id);
}

function rank(role: Role): number {
  return ROLES.indexOf(role);
}

/** What the path names: the brand, else what belongs to one; null if it names neither. */
function namedBy(ids: Readonly<Record<string, number>>): { readonly name: BelongingName | "brandId"; readonly id: number } | null {
  for (const name of ["brandId", ...BELONGINGS] as const) {
    const id = ids[name];
    if (id !== undefined) return { name, id };
  }
  return null;
}
