import type { App } from "../../app.ts";
import { record, userFact } from "../../ground/audit/record.ts";
import type { Queryable } from "../../ground/database/query.ts";
import { type LockedKey, markKeyRevoked, revokeKeysOfUser } from "./store.ts";

/** Revokes a key that the transaction has locked; one that is revoked already keeps its date. */
export async function revoke(app: App, tx: Queryable, { id, name, userId, revokedAt }: LockedKey): Promise<void> {
  if (revokedAt !== null) return;
  await markKeyRevoked(tx, id, app.clock.now());
  await record(app, tx, { action: "key.revoked", brandId: null, object: { type: "key", id, name }, changes: [await userFact(tx, userId)] });
}

/** Revokes all keys of a person. */
export async function revokeAll(app: App, tx: Queryable, userId: number): Promise<void> {
  const changes = [await userFact(tx, userId)];
  for (const { id, name } of await revokeKeysOfUser(tx, userId, app.clock.now()))
    await record(app, tx, { action: "key.revoked", brandId: null, object: { type: "key", id, name }, changes });
}
