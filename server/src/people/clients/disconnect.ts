import type { App } from "../../app.ts";
import { record, userFact } from "../../ground/audit/record.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { deleteClientOfUser, deleteClientsOfUser, type EndedClient } from "./store.ts";

/** Takes a program's access from a person. One that has none stays without. */
export async function disconnectClient(app: App, userId: number, clientId: string): Promise<void> {
  await transaction(app.db, async (tx) => recordEnded(app, tx, await deleteClientOfUser(tx, userId, clientId)));
}

/** Takes the access of all of a person's programs, with something else that happens to the account. */
export async function disconnectAll(app: App, tx: Queryable, userId: number): Promise<void> {
  await recordEnded(app, tx, await deleteClientsOfUser(tx, userId));
}

/** Records that people no longer let programs in. */
export async function recordEnded(app: App, tx: Queryable, ended: readonly EndedClient[]): Promise<void> {
  for (const { id, name, userId } of ended) {
    const changes = [await userFact(tx, userId)];
    await record(app, tx, { action: "program.disconnected", brandId: null, object: { type: "program", id, name }, changes });
  }
}
