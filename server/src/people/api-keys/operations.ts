import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import { userByEmail } from "../users/find.ts";
import { issueKey } from "./issue.ts";
import { revoke } from "./revoke.ts";
import { listKeysOfUser, lockKey } from "./store.ts";

/** The key is returned only here. An expiry date in the past is 422. */
export async function createKey(app: App, { body }: PrivateInput<"createKey">): Promise<PrivateOutput<"createKey">> {
  const user = await userByEmail(app, body.user);
  return issueKey(app, { userId: user.id, name: body.name, expiresAt: body.expiresAt });
}

export async function listKeys(app: App, { user }: PrivateInput<"listKeys">): Promise<PrivateOutput<"listKeys">> {
  return listKeysOfUser(app.db, (await userByEmail(app, user)).id);
}

export async function revokeKey(app: App, { keyId }: PrivateInput<"revokeKey">): Promise<PrivateOutput<"revokeKey">> {
  await transaction(app.db, async (tx) => {
    await revoke(app, tx, (await lockKey(tx, keyId)) ?? refuse(404, "key", `There is no key with the id ${keyId}.`));
  });
  return { id: keyId };
}
