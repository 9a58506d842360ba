import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import type { Queryable } from "../../ground/database/query.ts";
import { hashSecret, newSecret } from "../sign-in/secret.ts";
import { deleteLink, findLink, type LinkRow, lockUser, type Purpose, putLink } from "./store.ts";

const HOUR_SECONDS = 3600;
/** What is sent by mail arrives in minutes. */
const MAILED_SECONDS: Readonly<Record<Purpose, number>> = { verify: 24 * HOUR_SECONDS, reset: HOUR_SECONDS, change: 24 * HOUR_SECONDS };
/** What an operator hands over may take until tomorrow. */
const HANDED_OVER_SECONDS = 24 * HOUR_SECONDS;

const PATHS: Readonly<Record<Purpose, string>> = { verify: "/verify-email", reset: "/reset-password", change: "/verify-email" };

/** A link that proves something about a person's address. */
export interface MadeLink {
  readonly url: string;
  readonly expiresAt: Instant;
}

/** Makes a link; an older one for the same purpose no longer works. Only a hash of its secret is stored. */
export async function makeLink(
  app: Pick<App, "config" | "clock">,
  tx: Queryable,
  { userId, purpose, email, mailed }: Pick<LinkRow, "userId" | "purpose" | "email" | "mailed">,
): Promise<MadeLink> {
  const { secret, hash } = newSecret();
  const now = app.clock.now();
  const expiresAt = addSeconds(now, mailed ? MAILED_SECONDS[purpose] : HANDED_OVER_SECONDS);
  await putLink(tx, { userId, purpose, email, mailed, hash, now, expiresAt });
  return { url: `${app.config.publicUrl}${PATHS[purpose]}?token=${secret}`, expiresAt };
}

/** What a link is for, without using it up: programs that look at links in mails do the same. Null: it does not work. */
export async function lookAtLink(app: Pick<App, "db" | "clock">, secret: string): Promise<LinkRow | null> {
  return findLink(app.db, hashSecret(secret), app.clock.now());
}

/** Uses a link up in the transaction of what it is used for; null when it does not work, or somebody else was faster. */
export async function useLink(app: Pick<App, "clock">, tx: Queryable, secret: string): Promise<LinkRow | null> {
  const hash = hashSecret(secret);
  const seen = await findLink(tx, hash, app.clock.now());
  if (seen === null) return null;
  await lockUser(tx, seen.userId);
  // The address may have changed while the lock was waited for.
  const link = await findLink(tx, hash, app.clock.now());
  return link !== null && (await deleteLink(tx, hash)) ? link : null;
}
