import { randomBytes } from "node:crypto";
import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import { insertAccount } from "../accounts/store.ts";
import type { App } from "../app.ts";
import { deleteClientsOfUser } from "../clients/store.ts";
import { transaction } from "../database/query.ts";
import { refuse } from "../refusal.ts";
import { deleteSessionsOfUser } from "../sign-in/session-store.ts";
import { accountAllowance } from "../sign-in/sign-in.ts";
import { forgetAttempts } from "../sign-in/throttle-store.ts";
import { userByEmail } from "./find.ts";
import { hashPassword } from "./password.ts";
import { presentListedUser } from "./present.ts";
import { foldEmail, insertUser, listUserRows, storePassword } from "./store.ts";

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
      passwordHash,
      now: app.clock.now(),
    });
    if (made === null) refuse(409, "email", `There is a user with the e-mail address ${body.email} already.`);
    await insertAccount(tx, made.id);
    return made;
  });
  return { id: user.publicId, email: user.email };
}

export async function listUsers(app: App): Promise<PrivateOutput<"listUsers">> {
  return (await listUserRows(app.db)).map(presentListedUser);
}

/**
 * An operator's reset is for an account that may be in foreign hands: whoever knew the password before is out, in browsers
 * and by what was let in from them. A user's own change keeps programs connected.
 */
export async function setPassword(app: App, { body }: PrivateInput<"setPassword">): Promise<PrivateOutput<"setPassword">> {
  const user = await userByEmail(app, body.user);
  const passwordHash = await hashPassword(body.password);
  await transaction(app.db, async (tx) => {
    await storePassword(tx, user.id, passwordHash);
    await deleteSessionsOfUser(tx, user.id);
    await deleteClientsOfUser(tx, user.id);
    await forgetAttempts(tx, accountAllowance(await foldEmail(tx, user.email)).key);
  });
  return {};
}

/** Opaque: tells nothing about how many users there are. */
export function newPublicId(): string {
  return `u_${randomBytes(8).toString("hex")}`;
}
