import { type PrivateOperation, ROLES, type Role } from "@rostrum/contract/operation.ts";
import type { App } from "../app.ts";
import { refuse } from "../refusal.ts";
import type { BrandAccess, Viewer } from "../viewer.ts";
import { BELONGINGS, type BelongingName, findBrandOf } from "./belonging-store.ts";
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
  if (rank(access.role) < rank(row.allows)) {
    refuse(
      403,
      "role",
      `Your role in this brand is ${access.role}. This needs ${row.allows === "owner" ? "its owner" : `the role ${row.allows}`}.`,
    );
  }
  return access;
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
