import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { personObject, record } from "../../ground/audit/record.ts";
import { transaction } from "../../ground/database/query.ts";
import { disconnectAll } from "../clients/disconnect.ts";
import { userByEmail } from "../users/find.ts";
import { hashPassword } from "../users/password.ts";
import { foldEmail, storePassword } from "../users/store.ts";
import { deleteSessionsOfUser } from "./session-store.ts";
import { accountAllowance } from "./sign-in.ts";
import { forgetAttempts } from "./throttle-store.ts";

/**
 * An operator's reset is for an account that may be compromised: it ends the user's sessions and disconnects their apps. A user's
 * own password change keeps apps connected.
 */
export async function setPassword(app: App, { body }: PrivateInput<"setPassword">): Promise<PrivateOutput<"setPassword">> {
  const user = await userByEmail(app, body.user);
  const passwordHash = await hashPassword(body.password);
  await transaction(app.db, async (tx) => {
    await storePassword(tx, user.id, passwordHash);
    await deleteSessionsOfUser(tx, user.id);
    await record(app, tx, { action: "person.password-changed", brandId: null, object: await personObject(tx, user.id) });
    await disconnectAll(app, tx, user.id);
    await forgetAttempts(tx, accountAllowance(await foldEmail(tx, user.email)).key);
  });
  return {};
}
