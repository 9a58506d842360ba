import { BOUNDS } from "@rostrum/contract/bounds.ts";
import type { App } from "../../app.ts";
import type { Queryable } from "../../ground/database/query.ts";
import { hashSecret } from "../../people/sign-in/secret.ts";
import type { Allowance } from "../../people/sign-in/throttle.ts";
import { countAttempt } from "../../people/sign-in/throttle-store.ts";
import { foldEmail } from "../../people/users/store.ts";
import { type Mail, storeMail } from "../../telling/mail/mail.ts";

/** How many accounts may be made, and links asked for, from one address of the network. */
export const SIGN_UPS_PER_ADDRESS_MAX = 20;
export const REQUESTS_PER_ADDRESS_MAX = 20;
const SETUPS_PER_ADDRESS_MAX = 10;
const WINDOW_SECONDS = 15 * 60;
/** A link that invites one person is no door for many. */
export const SIGN_UPS_PER_INVITATION_MAX = 5;
const INVITATION_WINDOW_SECONDS = 7 * 86_400;
/** Mails that strangers can have sent to one address. */
const MAIL_WINDOW_SECONDS = 3600;

export function signUpAllowance(address: string): Allowance {
  return { key: `sign-up address ${address}`, max: SIGN_UPS_PER_ADDRESS_MAX, windowSeconds: WINDOW_SECONDS };
}

/** Nobody who can read the log needs more tries. */
export function setupAllowance(address: string): Allowance {
  return { key: `setup address ${address}`, max: SETUPS_PER_ADDRESS_MAX, windowSeconds: WINDOW_SECONDS };
}

export function invitationAllowance(secret: string): Allowance {
  const key = `sign-up invitation ${hashSecret(secret).toString("base64url")}`;
  return { key, max: SIGN_UPS_PER_INVITATION_MAX, windowSeconds: INVITATION_WINDOW_SECONDS };
}

export function requestAllowance(address: string): Allowance {
  return { key: `link address ${address}`, max: REQUESTS_PER_ADDRESS_MAX, windowSeconds: WINDOW_SECONDS };
}

/**
 * Stores a mail that anybody can ask for, unless the address has had many of them. Whether it is stored tells nothing about the
 * address: it is counted, and not looked up.
 */
export async function storeAskedMail(app: App, tx: Queryable, mail: Mail): Promise<boolean> {
  const key = `mail ${hashSecret(await foldEmail(tx, mail.to)).toString("base64url")}`;
  const now = app.clock.now();
  const { count } = await countAttempt(tx, { key, windowSeconds: MAIL_WINDOW_SECONDS, now });
  const isMuch = count > BOUNDS.mailsToOne.most;
  if (!isMuch) await storeMail(app, tx, mail);
  return !isMuch;
}
