import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../app.ts";
import { userByEmail } from "../users/find.ts";
import { makeLink } from "./links.ts";

/** For operators of services that send no mail, and for people who cannot read theirs. */
export async function makeResetLink(app: App, { body }: PrivateInput<"makeResetLink">): Promise<PrivateOutput<"makeResetLink">> {
  const { id, email } = await userByEmail(app, body.user);
  return makeLink(app, app.db, { userId: id, purpose: "reset", email, mailed: false });
}

export async function makeVerifyLink(app: App, { body }: PrivateInput<"makeVerifyLink">): Promise<PrivateOutput<"makeVerifyLink">> {
  const { id, email } = await userByEmail(app, body.user);
  return makeLink(app, app.db, { userId: id, purpose: "verify", email, mailed: false });
}
