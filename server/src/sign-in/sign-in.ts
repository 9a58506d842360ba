import type { App } from "../app.ts";
import { isPassword, NOBODYS_PASSWORD } from "../users/password.ts";
import { type FoldedEmail, findPassword } from "../users/store.ts";
import { hashSecret } from "./secret.ts";
import { type Allowance, secondsToWait } from "./throttle.ts";
import { forgetAttempts } from "./throttle-store.ts";

/** Guesses in a window: at one account, and from one address at whatever account; in a known browser by itself. */
export const GUESSES_PER_ACCOUNT_MAX = 10;
export const GUESSES_PER_ADDRESS_MAX = 50;
export const GUESS_WINDOW_SECONDS = 15 * 60;

export type Attempt =
  | { readonly kind: "right"; readonly userId: number; readonly passwordHash: string }
  | { readonly kind: "wrong" }
  | { readonly kind: "throttled"; readonly waitSeconds: number };

/**
 * Holds an e-mail address and a password against the users. Tells nothing about who there is: an unknown address, one
 * without a password and a wrong password answer the same after the same work, and guesses are counted for all of them.
 * `address`: under which the client is counted. `browser`: its name where the account was signed in before. That counts by
 * itself alone, whatever strangers do at the account or from the same address: behind a proxy that is not trusted, all the
 * world has one.
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
  if (!right || found === null) return { kind: "wrong" };
  await forgetAttempts(app.db, own.key);
  return { kind: "right", ...found };
}

/** Under a hash: keys are of one length, whatever is typed as an address. */
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
