import type { App } from "../app.ts";
import { findInvitation } from "../brands/invitations-store.ts";
import { type Queryable, transaction } from "../database/query.ts";
import { hashSecret } from "../sign-in/secret.ts";
import { insertAccount } from "../users/account-store.ts";
import { hashPassword } from "../users/password.ts";
import { newPublicId } from "../users/public-id.ts";
import { insertUser, type UserRow } from "../users/store.ts";
import { storeAskedMail } from "./allowances.ts";

export interface Newcomer {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** The secret of the invitation that a path of the dashboard shows; null for other paths. */
export function invitationIn(path: string): string | null {
  return /^\/invitations\/([\w-]{1,200})$/.exec(path)?.[1] ?? null;
}

/** Whether an invitation can still be accepted. */
export async function isOpenInvitation(app: App, secret: string): Promise<boolean> {
  const found = await findInvitation(app.db, hashSecret(secret));
  return found !== null && found.acceptedAt === null && found.expiresAt > app.clock.now();
}

/** Null when the address is taken. The address has to be confirmed, where the service sends mail. */
export async function join(app: App, newcomer: Newcomer): Promise<{ readonly userId: number; readonly passwordHash: string } | null> {
  const passwordHash = await hashPassword(newcomer.password);
  const made = await transaction(app.db, async (tx) => {
    const user = await insertNewcomer(app, tx, { ...newcomer, passwordHash });
    if (user !== null) await storeAskedMail(app, tx, { kind: "verify", to: newcomer.email });
    return user;
  });
  app.wakeMail();
  return made === null ? null : { userId: made.id, passwordHash };
}

/** Who has the address learns what has happened, by mail; who has typed it does not learn whether it was taken. */
export async function joinByMail(app: App, newcomer: Newcomer): Promise<void> {
  const passwordHash = await hashPassword(newcomer.password);
  await transaction(app.db, async (tx) => {
    const user = await insertNewcomer(app, tx, { ...newcomer, passwordHash });
    await storeAskedMail(app, tx, { kind: user === null ? "taken" : "verify", to: newcomer.email });
  });
  app.wakeMail();
}

async function insertNewcomer(
  app: App,
  tx: Queryable,
  { name, email, passwordHash }: Pick<Newcomer, "name" | "email"> & { readonly passwordHash: string },
): Promise<UserRow | null> {
  const now = app.clock.now();
  const user = await insertUser(tx, {
    publicId: newPublicId(),
    name,
    email,
    timezone: null,
    verified: false,
    operator: false,
    passwordHash,
    now,
  });
  if (user !== null) await insertAccount(tx, user.id);
  return user;
}
