import type { App } from "../../app.ts";
import { identify, personObject, record } from "../../ground/audit/record.ts";
import { fact } from "../../ground/audit/rules.ts";
import type { Queryable } from "../../ground/database/query.ts";
import { currentOrigin } from "../../ground/origin.ts";
import { insertAccount } from "./account-store.ts";
import { newPublicId } from "./public-id.ts";
import { insertUser, type NewUserRow, type UserRow } from "./store.ts";

export interface Person extends UserRow {
  readonly accountId: number;
}

/** A person with an account of their own, in the same transaction; null when the address is taken. */
export async function insertPerson(app: App, tx: Queryable, person: Omit<NewUserRow, "publicId" | "now">): Promise<Person | null> {
  const user = await insertUser(tx, { ...person, publicId: newPublicId(), now: app.clock.now() });
  if (user === null) return null;
  const { id: userId, email, operator } = user;
  const changes = [fact("email", email), ...(operator ? [fact("operator", true)] : [])];
  // Whoever makes an account by themselves is nobody until then.
  if (currentOrigin().actor.kind === "nobody") await identify(tx, userId);
  await record(app, tx, { action: "person.created", brandId: null, object: await personObject(tx, userId), changes });
  return { ...user, accountId: await insertAccount(tx, userId) };
}
