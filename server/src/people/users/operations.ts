import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { recordPerson } from "../../ground/audit/record.ts";
import { changesIn } from "../../ground/audit/rules.ts";
import { transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import type { Viewer } from "../../ground/viewer.ts";
import { userByEmail } from "./find.ts";
import { insertPerson } from "./insert.ts";
import { hashPassword } from "./password.ts";
import { presentListedUser } from "./present.ts";
import { changeUser, listUserRows, lockOperators, moveUser } from "./store.ts";

/** 409 when the e-mail address is taken. The user gets an account in the same transaction. */
export async function createUser(app: App, { body }: PrivateInput<"createUser">): Promise<PrivateOutput<"createUser">> {
  const passwordHash = body.password === undefined ? null : await hashPassword(body.password);
  const user = await transaction(app.db, async (tx) => {
    const { name, email, timezone = null, verified, operator = false } = body;
    const made = await insertPerson(app, tx, { name, email, timezone, verified, operator, passwordHash });
    return made ?? refuse(409, "email", `There is already a user with the e-mail address ${email}.`);
  });
  return { id: user.publicId, email: user.email };
}

export async function listUsers(app: App): Promise<PrivateOutput<"listUsers">> {
  return (await listUserRows(app.db)).map(presentListedUser);
}

/**
 * Fields left out stay as they are; 409 when the new address is taken. From the dashboard, somebody remains who operates the service:
 * without one, only the admin token could make another.
 */
export async function updateUser(
  app: App,
  { user, body }: PrivateInput<"updateUser">,
  { session }: { readonly session: { readonly viewer: Pick<Viewer, "userId"> } | null },
): Promise<PrivateOutput<"updateUser">> {
  const before = await userByEmail(app, user);
  const { id } = before;
  const { email, ...change } = body;
  return transaction(app.db, async (tx) => {
    if (body.operator !== undefined && session !== null) {
      const operators = await lockOperators(tx);
      // Somebody else may have ended it since the request was let in.
      if (!operators.includes(session.viewer.userId)) refuse(403, "operator", "Only the operator of this service may do this.");
      if (body.operator === false && operators.length === 1 && operators[0] === id)
        refuse(422, "operator", "Nobody else operates this service. Make somebody else an operator first.");
    }
    if (email !== undefined && email !== before.email) {
      if (!(await moveUser(tx, { userId: id, email, isVerified: null })))
        refuse(409, "email", `There is already a user with the e-mail address ${email}.`);
      await recordPerson(app, tx, {
        userId: id,
        action: "person.email-changed",
        changes: [{ name: "email", before: before.email, after: email }],
      });
    }
    const after = (await changeUser(tx, id, change)) ?? refuse(404, "user", `There is no user with the e-mail address ${user}.`);
    await recordPerson(app, tx, {
      userId: id,
      action: "person.changed",
      changes: changesIn(["name", "timezone", "verified", "operator"], before, after),
    });
    return presentListedUser(after);
  });
}
