import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { execute, maybeOne, one, type Queryable } from "../database/query.ts";

/** A program that nobody has let in is forgotten after this long, one that nobody lets in any more after the second number. */
export const UNUSED_CLIENT_SECONDS_MAX = 7 * 86_400;
export const IDLE_CLIENT_SECONDS_MAX = 400 * 86_400;

export interface ClientRow {
  readonly id: string;
  /** As the program says. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** Of a document: when it has to be read again; null for a program that registered itself. */
  readonly staleAt: Instant | null;
}

const COLUMNS = `id, name, redirect_uris as "redirectUris", stale_at as "staleAt"`;

export async function findClientRow(db: Queryable, id: string): Promise<ClientRow | null> {
  return maybeOne<ClientRow>(db, { text: `select ${COLUMNS} from oauth_clients where id = $1`, values: [id] });
}

/** A document that is read again replaces what it said before. */
export async function putClient(db: Queryable, client: ClientRow, now: Instant): Promise<void> {
  await execute(db, {
    text: `insert into oauth_clients (id, name, redirect_uris, stale_at, created_at) values ($1, $2, $3, $4, $5)
           on conflict (id) do update set name = excluded.name, redirect_uris = excluded.redirect_uris, stale_at = excluded.stale_at`,
    values: [client.id, client.name, [...client.redirectUris], client.staleAt, now],
  });
}

/** Registered since then, and let in by nobody. */
export async function countYoungUnusedClients(db: Queryable, since: Instant): Promise<number> {
  const { count } = await one<{ count: number }>(db, {
    text: `select count(*) from oauth_clients where ${UNUSED} and created_at > $1`,
    values: [since],
  });
  return count;
}

/** Keeps so many of the programs that registered themselves and that nobody has let in, the newest. */
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
