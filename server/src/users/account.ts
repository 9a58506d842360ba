import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../app.ts";
import { changeAccountOfOwner } from "./account-store.ts";
import { userByEmail } from "./find.ts";

export async function updateAccount(app: App, { owner, body }: PrivateInput<"updateAccount">): Promise<PrivateOutput<"updateAccount">> {
  const user = await userByEmail(app, owner);
  const { id: _, ...account } = await changeAccountOfOwner(app.db, user.id, body);
  return { owner: user.email, ...account };
}
