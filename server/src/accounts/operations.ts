import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../app.ts";
import { userByEmail } from "../users/find.ts";
import { changeAccountOfOwner } from "./store.ts";

export async function updateAccount(app: App, { owner, body }: PrivateInput<"updateAccount">): Promise<PrivateOutput<"updateAccount">> {
  const user = await userByEmail(app, owner);
  const { id: _, ...account } = await changeAccountOfOwner(app.db, user.id, body);
  return { owner: user.email, ...account };
}
