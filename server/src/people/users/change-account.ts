import type { AccountChange } from "@rostrum/contract/private/accounts.ts";
import type { App } from "../../app.ts";
import { personObject, record } from "../../ground/audit/record.ts";
import { changesIn } from "../../ground/audit/rules.ts";
import { transaction } from "../../ground/database/query.ts";
import { ACCOUNT_FIELDS, type AccountRow, changeAccountOfOwner, findAccountOfOwner } from "./account-store.ts";

/** Changes the account of this owner: fields left out stay as they are, null lifts a limit. */
export async function changeAccount(app: App, ownerId: number, change: AccountChange): Promise<AccountRow> {
  return transaction(app.db, async (tx) => {
    const before = await findAccountOfOwner(tx, ownerId);
    const after = await changeAccountOfOwner(tx, ownerId, change);
    const changes = changesIn(ACCOUNT_FIELDS, before ?? after, after);
    const { name } = await personObject(tx, ownerId);
    if (changes.length > 0)
      await record(app, tx, { action: "account.changed", brandId: null, object: { type: "account", id: after.id, name }, changes });
    return after;
  });
}
