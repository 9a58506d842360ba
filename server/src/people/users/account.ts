import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { changeAccount } from "./change-account.ts";
import { userByEmail } from "./find.ts";

export async function updateAccount(app: App, { owner, body }: PrivateInput<"updateAccount">): Promise<PrivateOutput<"updateAccount">> {
  const user = await userByEmail(app, owner);
  const { id: _, ...account } = await changeAccount(app, user.id, body);
  return { owner: user.email, ...account };
}
