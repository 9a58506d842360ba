import type { App } from "../../app.ts";
import { record } from "../../ground/audit/record.ts";
import { fact } from "../../ground/audit/rules.ts";
import { findPerson } from "../../ground/audit/store.ts";
import { transaction } from "../../ground/database/query.ts";
import { isPassword, NOBODYS_PASSWORD } from "../users/password.ts";
import { type FoldedEmail, findPassword } from "../users/store.ts";
import { hashSecret } from "./secret.ts";
import { type Allowance, secondsToWait } from "./throttle.ts";
import { forgetAttempts } from "./throttle-store.ts";

/** Guesses per window: at one account, and from one address at any account; a known browser has a count of its own. */
export const GUESSES_PER_ACCOUNT_MAX = 10;
export const GUESSES_PER_ADDRESS_MAX = 50;
export const GUESS_WINDOW_SECONDS = 15 * 60;

export type Attempt =
  | { readonly kind: "right"; readonly userId: number; readonly passwordHash: string }
  | { readonly kind: "wrong" }
  | { readonly kind: "throttled"; readonly waitSeconds: number };

/**
 * Checks an e-mail address and a password. Does not reveal who exists: an unknown address, a user without a password and a wrong
 * password get the same reply after the same work, and guesses are counted for all of them. `address`: the key the client is
 * counted under. `browser`: its name if the account has signed in there before. A known browser has its own count, independent of
 * what others do at the account or from the same address: behind an untrusted proxy, everyone shares one address.
 */
export async function attemptSignIn(
  app: App,
  given: { readonly email: FoldedEmail; readonly password: string; readonly address: string; readonly browser: string | null },
): Promise<Attempt> {
  const own = given.browser === null ? accountAllowance(given.email) : browserAllowance(given.browser);
  for (const allowance of given.browser === null ? [addressAllowance(given.address), own] : [own]) {
    const waitSeconds = await secondsToWait(app, allowance);
    if (waitSeconds !== null) return { kind: "throttled", waitSeconds };
  }
  const found = await findPassword(app.db, given.email);
  const right = await isPassword(given.password, found?.passwordHash ?? NOBODYS_PASSWORD);
  if (!right || found === null) {
    await recordRefusal(app, found?.userId ?? null);
    return { kind: "wrong" };
  }
  await forgetAttempts(app.db, own.key);
  return { kind: "right", ...found };
}

/**
 * What was typed as an address is not kept where nobody has it: people type passwords there. The work is the same for both. Attempts
 * beyond the limit are not recorded, or anybody could fill the trail.
 */
export async function recordRefusal(app: App, userId: number | null, reason: string | null = null): Promise<void> {
  await transaction(app.db, async (tx) => {
    const person = await findPerson(tx, userId ?? 0);
    const object = { type: "person", id: person?.publicId ?? null, name: person?.name ?? null } as const;
    const why = reason ?? (person === null ? "unknown address, or no password" : "wrong password");
    await record(app, tx, { action: "sign-in.refused", brandId: null, object, changes: [fact("why", why)] });
  });
}

/** Hashed, so that keys have a fixed length whatever is typed as an address. */
export function accountAllowance(email: FoldedEmail): Allowance {
  const key = `sign-in account ${hashSecret(email).toString("base64url")}`;
  return { key, max: GUESSES_PER_ACCOUNT_MAX, windowSeconds: GUESS_WINDOW_SECONDS };
}

function browserAllowance(name: string): Allowance {
  return { key: `sign-in browser ${name}`, max: GUESSES_PER_ACCOUNT_MAX, windowSeconds: GUESS_WINDOW_SECONDS };
}

function addressAllowance(address: string): Allowance {
  return { key: `sign-in address ${address}`, max: GUESSES_PER_ADDRESS_MAX, windowSeconds: GUESS_WINDOW_SECONDS };
}
