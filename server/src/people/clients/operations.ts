import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../../app.ts";
import { transaction } from "../../ground/database/query.ts";
import { refuse } from "../../ground/refusal.ts";
import { userByEmail } from "../users/find.ts";
import { recordEnded } from "./disconnect.ts";
import { deleteClient, listClientsOfUser } from "./store.ts";

export async function listClients(app: App, { user }: PrivateInput<"listClients">): Promise<PrivateOutput<"listClients">> {
  return listClientsOfUser(app.db, (await userByEmail(app, user)).id);
}

export async function revokeClient(app: App, { clientId }: PrivateInput<"revokeClient">): Promise<PrivateOutput<"revokeClient">> {
  await transaction(app.db, async (tx) => {
    const ended = await deleteClient(tx, clientId);
    if (ended.length === 0) refuse(404, "client", `There is no tool client with the id ${clientId}.`);
    await recordEnded(app, tx, ended);
  });
  return {};
}
