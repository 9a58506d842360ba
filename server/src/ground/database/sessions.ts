import { randomInt } from "node:crypto";
import type pg from "pg";
import { connectClient } from "./primary-client.ts";
import { type Queryable, query } from "./query.ts";

/** The database cannot be used as the settings name it. The message is one line for the operator. */
export class UnsuitableDatabase extends Error {
  override readonly name = "UnsuitableDatabase";
}

const WITHOUT_SESSIONS = "leads to a pooler that gives each transaction another connection, such as PgBouncer with pool_mode = transaction";

/**
 * Locks that outlive a transaction, notifications and migrations need sessions. `direct`: the address for them; null if the first one is to
 * keep sessions itself.
 * @throws UnsuitableDatabase; the driver's error if a server cannot be reached
 */
export async function requireSessions({ url, direct }: { readonly url: string; readonly direct: string | null }): Promise<void> {
  if (!(await keepsSessions(direct ?? url))) {
    throw new UnsuitableDatabase(
      direct === null
        ? `DATABASE_URL ${WITHOUT_SESSIONS}: set DATABASE_DIRECT_URL to the address of PostgreSQL itself as well`
        : `DATABASE_DIRECT_URL ${WITHOUT_SESSIONS}: set it to the address of PostgreSQL itself`,
    );
  }
  if (direct !== null && !(await keepsTransactions(url)))
    throw new UnsuitableDatabase("DATABASE_URL leads to a pooler that keeps no transactions, such as PgBouncer with pool_mode = statement");
  if (direct !== null && !(await isSameDatabase(url, direct))) {
    throw new UnsuitableDatabase("DATABASE_DIRECT_URL leads to another database than DATABASE_URL: set both to the same one");
  }
}

/**
 * Which time-outs the connection does not have. The service sets them in each of its own sessions; through a pooler that is not possible, so they
 * have to be the role's (docs/scale.md).
 */
export async function missingTimeOuts(db: Queryable): Promise<string[]> {
  const rows = await query<{ name: string }>(db, {
    text: "select name from pg_settings where name = any ($1) and setting = '0' order by name",
    values: [["statement_timeout", "idle_in_transaction_session_timeout"]],
  });
  return rows.map(({ name }) => name);
}

/** The same at an address that leads to a pooler. */
export async function missingTimeOutsAt(url: string): Promise<string[]> {
  const client = await connectClient({ ...START, connectionString: url });
  try {
    return await missingTimeOuts(client);
  } finally {
    await client.end();
  }
}

const START = { connectionTimeoutMillis: 10_000, application_name: "rostrum start" };

/** A pooler that hands out its connections in turns shows another one at the latest after this many statements. */
const STATEMENTS = 4;

/**
 * Whether each connection is a session of its own: two that are open at the same time have different processes of the server, and each of
 * them keeps its own, even while the other one is in a transaction.
 */
async function keepsSessions(url: string): Promise<boolean> {
  const [one, other] = await connectTwo([url, url]);
  try {
    const own = await processOf(one);
    await other.query("begin");
    const others = await processOf(other);
    if (own === others) return false;
    const during = await processOf(one);
    await other.query("commit");
    const later = [during];
    for (let statement = 0; statement < STATEMENTS; statement += 1) later.push(await processOf(one));
    return later.every((id) => id === own) && (await processOf(other)) === others;
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

async function processOf(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>("select pg_backend_pid() id");
  return rows[0]?.id;
}

/** Such a pooler refuses to begin one, or forgets it. */
async function keepsTransactions(url: string): Promise<boolean> {
  const client = await connectClient({ ...START, connectionString: url });
  try {
    await client.query("begin");
    const transactionId = async () => (await client.query<{ id: string }>("select pg_current_xact_id()::text id")).rows[0]?.id;
    const [first, second] = [await transactionId(), await transactionId()];
    await client.query("rollback");
    return first === second;
  } catch (error) {
    if (error instanceof Error && /transaction|statement/i.test(error.message)) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A lock that one of them holds is refused to the other. */
async function isSameDatabase(url: string, direct: string): Promise<boolean> {
  const [one, other] = await connectTwo([direct, url]);
  const lock = [randomInt(2 ** 31 - 1), randomInt(2 ** 31 - 1)];
  try {
    await one.query("select pg_advisory_lock($1, $2)", lock);
    const { rows } = await other.query<{ free: boolean }>("select pg_try_advisory_xact_lock($1, $2) free", lock);
    return rows[0]?.free === false;
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

async function connectTwo([first, second]: readonly [string, string]): Promise<[pg.Client, pg.Client]> {
  const one = await connectClient({ ...START, connectionString: first });
  try {
    return [one, await connectClient({ ...START, connectionString: second })];
  } catch (error) {
    await one.end();
    throw error;
  }
}
