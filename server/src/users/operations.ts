import { randomBytes } from "node:crypto";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../app.ts";
import { transaction } from "../database/query.ts";
import { refuse } from "../refusal.ts";
import { insertAccount } from "./account-store.ts";
import { userByEmail } from "./find.ts";
import { hashPassword } from "./password.ts";
import { presentListedUser } from "./present.ts";
import { changeUser, insertUser, listUserRows } from "./store.ts";

/** 409 when the e-mail address is taken. The user gets an account in the same transaction. */
export async function createUser(app: App, { body }: PrivateInput<"createUser">): Promise<PrivateOutput<"createUser">> {
  const passwordHash = body.password === undefined ? null : await hashPassword(body.password);
  const user = await transaction(app.db, async (tx) => {
    const made = await insertUser(tx, {
      publicId: newPublicId(),
      name: body.name,
      email: body.email,
      timezone: body.timezone ?? null,
      verified: body.verified,
      operator: body.operator ?? false,
      passwordHash,
      now: app.clock.now(),
    });
    if (made === null) refuse(409, "email", `There is already a user with the e-mail address ${body.email}.`);
    await insertAccount(tx, made.id);
    return made;
  });
  return { id: user.publicId, email: user.email };
}

export async function listUsers(app: App): Promise<PrivateOutput<"listUsers">> {
  return (await listUserRows(app.db)).map(presentListedUser);
}

/** Fields left out stay as they are. */
export async function updateUser(app: App, { user, body }: PrivateInput<"updateUser">): Promise<PrivateOutput<"updateUser">> {
  const { id } = await userByEmail(app, user);
  return presentListedUser(
    (await changeUser(app.db, id, body)) ?? refuse(404, "user", `There is no user with the e-mail address ${user}.`),
  );
}

/** Opaque: does not reveal how many users there are. */
export function newPublicId(): string {
  return `u_${randomBytes(8).toString("hex")}`;
}
