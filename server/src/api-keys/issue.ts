import { toInstant } from "@rostrum/contract/formats.ts";
import type { App } from "../app.ts";
import { record, userFact } from "../audit/record.ts";
import { fact } from "../audit/rules.ts";
import { transaction } from "../database/query.ts";
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
  const { userId, name } = wanted;
  const id = await transaction(app.db, async (tx) => {
    const id = await insertKey(tx, { userId, name, hash, hint, expiresAt, now });
    const changes = [await userFact(tx, userId), fact("expiresAt", expiresAt)];
    await record(app, tx, { action: "key.created", brandId: null, object: { type: "key", id, name }, changes });
    return id;
  });
  return { id, key };
}
