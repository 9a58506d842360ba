import type { Language } from "@rostrum/contract/words.ts";
import type { App } from "../../app.ts";
import { findInvitation } from "../../brands/brands/invitations-store.ts";
import { transaction } from "../../ground/database/query.ts";
import { hashSecret } from "../../people/sign-in/secret.ts";
import { insertPerson } from "../../people/users/insert.ts";
import { hashPassword } from "../../people/users/password.ts";
import { storeAskedMail } from "./allowances.ts";

export interface Newcomer {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** In which they have filled in the form. */
  readonly language: Language;
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

/**
 * Makes the account; null when the address is taken. Who has the address is asked to confirm it, or learns that somebody has tried to
 * make a second account with it: by mail alone, where `tellsIfTaken` is false, for who has typed it must not learn that.
 */
export async function join(
  app: App,
  newcomer: Newcomer,
  { tellsIfTaken }: { readonly tellsIfTaken: boolean },
): Promise<{ readonly userId: number; readonly passwordHash: string } | null> {
  const { name, email, language } = newcomer;
  const passwordHash = await hashPassword(newcomer.password);
  const made = await transaction(app.db, async (tx) => {
    const user = await insertPerson(app, tx, { name, email, timezone: null, verified: false, operator: false, language, passwordHash });
    if (user !== null) await storeAskedMail(app, tx, { kind: "verify", to: email });
    else if (!tellsIfTaken) await storeAskedMail(app, tx, { kind: "taken", to: email });
    return user;
  });
  app.wakeMail();
  return made === null ? null : { userId: made.id, passwordHash };
}
