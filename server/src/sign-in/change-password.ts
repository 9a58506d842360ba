import type { App } from "../app.ts";
import { transaction } from "../database/query.ts";
import { hashPassword } from "../users/password.ts";
import { replacePassword } from "../users/store.ts";
import { deleteSessionsOfUser } from "./session-store.ts";

/**
 * A user sets another password himself, after the one that he has was checked; null when somebody else has changed it since.
 * Ends his sessions.
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
    return { userId: checked.userId, passwordHash };
  });
}
