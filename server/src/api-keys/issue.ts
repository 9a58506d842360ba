import { toInstant } from "@rostrum/contract/formats.ts";
import type { App } from "../app.ts";
import { refuse } from "../refusal.ts";
import { makeKey } from "./key.ts";
import { insertKey } from "./store.ts";

/** Makes a key for the user and returns it, for the only time. An expiry date in the past is 422. */
export async function issueKey(
  app: App,
  wanted: { readonly userId: number; readonly name: string; readonly expiresAt?: string | undefined },
): Promise<{ readonly id: number; readonly key: string }> {
  const now = app.clock.now();
  const expiresAt = wanted.expiresAt === undefined ? null : toInstant(wanted.expiresAt);
  if (expiresAt !== null && expiresAt <= now) refuse(422, "expiresAt", "The expiry date is in the past.");
  const { key, hash, hint } = makeKey();
  return { id: await insertKey(app.db, { userId: wanted.userId, name: wanted.name, hash, hint, expiresAt, now }), key };
}
