import type { App } from "../app.ts";
import type { Queryable } from "../database/query.ts";
import { insertAccount } from "./account-store.ts";
import { newPublicId } from "./public-id.ts";
import { insertUser, type NewUserRow, type UserRow } from "./store.ts";

export interface Person extends UserRow {
  readonly accountId: number;
}

/** A person with an account of their own, in the same transaction; null when the address is taken. */
export async function insertPerson(app: App, tx: Queryable, person: Omit<NewUserRow, "publicId" | "now">): Promise<Person | null> {
  const user = await insertUser(tx, { ...person, publicId: newPublicId(), now: app.clock.now() });
  return user === null ? null : { ...user, accountId: await insertAccount(tx, user.id) };
}
