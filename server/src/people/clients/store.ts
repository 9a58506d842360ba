import type { Instant } from "@rostrum/contract/formats.ts";
import { type Queryable, query } from "../../ground/database/query.ts";

export interface ToolClientRow {
  readonly id: string;
  readonly name: string;
  readonly grantedAt: Instant;
  readonly lastUsedAt: Instant | null;
}

/** The tool clients the user has authorized, oldest first. */
export async function listClientsOfUser(db: Queryable, userId: number): Promise<ToolClientRow[]> {
  return query<ToolClientRow>(db, {
    text: `select client_id as id, name, granted_at as "grantedAt", last_used_at as "lastUsedAt" from tool_clients
           where user_id = $1 order by granted_at, client_id`,
    values: [userId],
  });
}

/** A client that somebody no longer authorizes. */
export interface EndedClient {
  readonly id: string;
  readonly name: string;
  readonly userId: number;
}

const ENDED = `returning client_id id, name, user_id "userId"`;

/** Revokes every user's authorization of the client. */
export async function deleteClient(tx: Queryable, clientId: string): Promise<EndedClient[]> {
  return query<EndedClient>(tx, { text: `delete from tool_clients where client_id = $1 ${ENDED}`, values: [clientId] });
}

/** Revokes all clients of the user, and with them every token. */
export async function deleteClientsOfUser(tx: Queryable, userId: number): Promise<EndedClient[]> {
  return query<EndedClient>(tx, { text: `delete from tool_clients where user_id = $1 ${ENDED}`, values: [userId] });
}

/** Revokes one user's authorization of the client, and with it every token. */
export async function deleteClientOfUser(tx: Queryable, userId: number, clientId: string): Promise<EndedClient[]> {
  return query<EndedClient>(tx, {
    text: `delete from tool_clients where user_id = $1 and client_id = $2 ${ENDED}`,
    values: [userId, clientId],
  });
}
