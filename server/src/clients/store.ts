import type { Instant } from "@rostrum/contract/formats.ts";
import { execute, type Queryable, query } from "../database/query.ts";

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

/** Revokes every user's authorization of the client; returns how many there were. */
export async function deleteClient(db: Queryable, clientId: string): Promise<number> {
  const rows = await query(db, { text: "delete from tool_clients where client_id = $1 returning user_id", values: [clientId] });
  return rows.length;
}

/** Revokes all clients of the user, and with them every token. */
export async function deleteClientsOfUser(db: Queryable, userId: number): Promise<void> {
  await execute(db, { text: "delete from tool_clients where user_id = $1", values: [userId] });
}

/** Revokes one user's authorization of the client, and with it every token. */
export async function deleteClientOfUser(db: Queryable, userId: number, clientId: string): Promise<void> {
  await execute(db, { text: "delete from tool_clients where user_id = $1 and client_id = $2", values: [userId, clientId] });
}
