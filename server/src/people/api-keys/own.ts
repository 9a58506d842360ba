import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import type { Session } from "../sign-in/sessions.ts";
import { issueKey } from "./issue.ts";
import { revoke } from "./revoke.ts";
import { listKeysOfUser, lockKey } from "./store.ts";

interface Call {
  readonly session: Pick<Session, "viewer" | "hash">;
}

/** The key is returned only here. An expiry date in the past is 422. */
export async function createOwnKey(
  app: App,
  { body }: PrivateInput<"createOwnKey">,
  { session }: Call,
): Promise<PrivateOutput<"createOwnKey">> {
  return issueKey(app, { userId: session.viewer.userId, ...body, session });
}

export async function listOwnKeys(app: App, _input: unknown, { session }: Call): Promise<PrivateOutput<"listOwnKeys">> {
  return listKeysOfUser(app.db, session.viewer.userId);
}

/** A key of somebody else is 404, like one that does not exist. */
export async function revokeOwnKey(
  app: App,
  { keyId }: PrivateInput<"revokeOwnKey">,
  { session }: Call,
): Promise<PrivateOutput<"revokeOwnKey">> {
  await transaction(app.db, async (tx) => {
    const key = await lockKey(tx, keyId);
    if (key?.userId !== session.viewer.userId) refuse(404, "key", `You have no key with the id ${keyId}.`);
    await revoke(app, tx, key);
  });
  return { id: keyId };
}
