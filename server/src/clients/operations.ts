import type { PrivateInput, PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../app.ts";
import { refuse } from "../refusal.ts";
import { userByEmail } from "../users/find.ts";
import { deleteClient, listClientsOfUser } from "./store.ts";

export async function listClients(app: App, { user }: PrivateInput<"listClients">): Promise<PrivateOutput<"listClients">> {
  return listClientsOfUser(app.db, (await userByEmail(app, user)).id);
}

export async function revokeClient(app: App, { clientId }: PrivateInput<"revokeClient">): Promise<PrivateOutput<"revokeClient">> {
  if ((await deleteClient(app.db, clientId)) === 0) refuse(404, "client", `There is no tool client with the id ${clientId}.`);
  return {};
}
