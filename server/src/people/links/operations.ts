import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { personObject, record } from "../../ground/audit/record.ts";
import { fact } from "../../ground/audit/rules.ts";
import { transaction } from "../../ground/database/query.ts";
import { userByEmail } from "../users/find.ts";
import { type MadeLink, makeLink } from "./links.ts";

/** For operators of services that send no mail, and for people who cannot read theirs. */
export async function makeResetLink(app: App, { body }: PrivateInput<"makeResetLink">): Promise<PrivateOutput<"makeResetLink">> {
  return handOver(app, body.user, "reset");
}

export async function makeVerifyLink(app: App, { body }: PrivateInput<"makeVerifyLink">): Promise<PrivateOutput<"makeVerifyLink">> {
  return handOver(app, body.user, "verify");
}

async function handOver(app: App, user: string, purpose: "reset" | "verify"): Promise<MadeLink> {
  const { id, email } = await userByEmail(app, user);
  return transaction(app.db, async (tx) => {
    const object = await personObject(tx, id);
    await record(app, tx, { action: "person.link-made", brandId: null, object, changes: [fact("purpose", purpose)] });
    return makeLink(app, tx, { userId: id, purpose, email, mailed: false });
  });
}
