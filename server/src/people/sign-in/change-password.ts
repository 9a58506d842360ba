import type { App } from "../../app.ts";
import { personObject, record } from "../../ground/audit/record.ts";
import { transaction } from "../../ground/database/query.ts";
import { hashPassword } from "../users/password.ts";
import { replacePassword } from "../users/store.ts";
import { deleteSessionsOfUser } from "./session-store.ts";

/**
 * Changes a user's own password after the current one has been checked, and ends their sessions; null when the password has been
 * changed in the meantime.
 */
export async function changePassword(
  app: App,
  checked: { readonly userId: number; readonly passwordHash: string },
  password: string,
): Promise<{ readonly userId: number; readonly passwordHash: string } | null> {
  const passwordHash = await hashPassword(password);
  return transaction(app.db, async (tx) => {
    if (!(await replacePassword(tx, checked, passwordHash))) return null;
    await deleteSessionsOfUser(tx, checked.userId);
    await record(app, tx, { action: "person.password-changed", brandId: null, object: await personObject(tx, checked.userId) });
    return { userId: checked.userId, passwordHash };
  });
}
