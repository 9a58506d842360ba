import { BOUNDS } from "@rostrum/contract/bounds.ts";
import { toInstant } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { record, userFact } from "../../ground/audit/record.ts";
import { fact } from "../../ground/audit/rules.ts";
import { transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import { holdSession } from "../sign-in/session-store.ts";
import { makeKey } from "./key.ts";
import { countKeysInUse, deleteEndedKeys, insertKey } from "./store.ts";

/** Makes a key for the user and returns it, for the only time. An expiry date in the past is 422. */
export async function issueKey(
  app: App,
  wanted: {
    readonly userId: number;
    readonly name: string;
    readonly expiresAt?: string | undefined;
    /** In which the user asks for it; absent if the operator does. */
    readonly session?: { readonly hash: Buffer };
  },
): Promise<{ readonly id: number; readonly key: string }> {
  const now = app.clock.now();
  const expiresAt = wanted.expiresAt === undefined ? null : toInstant(wanted.expiresAt);
  if (expiresAt !== null && expiresAt <= now) refuse(422, "expiresAt", "The expiry date is in the past.");
  const { key, hash, hint } = makeKey();
  const { userId, name } = wanted;
  const id = await transaction(app.db, async (tx) => {
    if (wanted.session !== undefined && (await countKeysInUse(tx, { userId, now })) >= BOUNDS.keys.most)
      refuse(422, "key", `You have ${BOUNDS.keys.most} keys that work. Revoke one first.`);
    // Whoever ends the session, such as by a new password, ends its keys after it: none may be made in between.
    if (wanted.session !== undefined && !(await holdSession(tx, wanted.session.hash)))
      refuse(401, "authorization", "You are not signed in.");
    await deleteEndedKeys(tx, { userId, keep: BOUNDS.endedKeys.most, now });
    const id = await insertKey(tx, { userId, name, hash, hint, expiresAt, now });
    const changes = [await userFact(tx, userId), fact("expiresAt", expiresAt)];
    await record(app, tx, { action: "key.created", brandId: null, object: { type: "key", id, name }, changes });
    return id;
  });
  return { id, key };
}
