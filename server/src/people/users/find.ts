import type { App } from "../../app.ts";
import { refuse } from "../../ground/refusal.ts";
import { findUserByEmail, type UserRow } from "./store.ts";

/** The user with this address; 404 when there is none. */
export async function userByEmail(app: App, email: string): Promise<UserRow> {
  return (await findUserByEmail(app.db, email)) ?? refuse(404, "user", `There is no user with the e-mail address ${email}.`);
}
