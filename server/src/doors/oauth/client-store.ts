import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { execute, maybeOne, one, type Queryable } from "../../ground/database/query.ts";

/** A client that was never authorized is deleted after the first period, one no longer authorized after the second. */
export const UNUSED_CLIENT_SECONDS_MAX = 7 * 86_400;
export const IDLE_CLIENT_SECONDS_MAX = 400 * 86_400;

export interface ClientRow {
  readonly id: string;
  /** As given by the client. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** When the metadata document must be fetched again; null for a client that registered itself. */
  readonly staleAt: Instant | null;
}

const COLUMNS = `id, name, redirect_uris as "redirectUris", stale_at as "staleAt"`;

export async function findClientRow(db: Queryable, id: string): Promise<ClientRow | null> {
  return maybeOne<ClientRow>(db, { text: `select ${COLUMNS} from oauth_clients where id = $1`, values: [id] });
}

/** Metadata fetched again replaces what was stored. */
export async function putClient(db: Queryable, client: ClientRow, now: Instant): Promise<void> {
  await execute(db, {
    text: `insert into oauth_clients (id, name, redirect_uris, stale_at, created_at) values ($1, $2, $3, $4, $5)
           on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris, stale_at = excluded.stale_at`,
    values: [client.id, client.name, [...client.redirectUris], client.staleAt, now],
  });
}

/** Clients registered since then that nobody has authorized. */
export async function countYoungUnusedClients(db: Queryable, since: Instant): Promise<number> {
  const { count } = await one<{ count: number }>(db, {
    text: `select count(*) from oauth_clients where ${UNUSED} and created_at > $1`,
    values: [since],
  });
  return count;
}

/** Keeps the newest `count` self-registered clients that nobody has authorized, and deletes the others. */
export async function deleteUnusedBeyond(db: Queryable, count: number): Promise<void> {
  await execute(db, {
    text: `delete from oauth_clients where ${UNUSED}
           and id in (select id from oauth_clients where ${UNUSED} order by created_at desc, id offset $1)`,
    values: [count],
  });
}

const UNUSED = "stale_at is null and admitted_at is null";

export async function deleteUnusedClients(db: Queryable, now: Instant): Promise<void> {
  await execute(db, {
    text: `delete from oauth_clients c where coalesce(admitted_at, created_at) < case when admitted_at is null then $1::timestamptz else $2::timestamptz end
           and not exists (select from tool_clients t where t.client_id = c.id)`,
    values: [addSeconds(now, -UNUSED_CLIENT_SECONDS_MAX), addSeconds(now, -IDLE_CLIENT_SECONDS_MAX)],
  });
}
