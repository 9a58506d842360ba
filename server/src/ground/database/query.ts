import pg from "pg";
import { asPart, currentSpan } from "../spans.ts";
import type { Database } from "./connect.ts";
import { isDeadlock, isReadOnly } from "./rejections.ts";
import { failureOf, spanOf } from "./statement-span.ts";

/** The pool, or the connection of a transaction; what store functions accept. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig<unknown[]>): Promise<pg.QueryResult<Row>>;
}

export interface Statement {
  /** Prepares the statement once per connection. For hot statements whose text never varies under the name. */
  readonly name?: string;
  readonly text: string;
  /** For `$1` and so on. Pass json and jsonb values as JSON text; arrays become PostgreSQL arrays. */
  readonly values?: readonly unknown[];
}

/** All rows. `Row` must match the statement's columns; nothing checks it. */
export async function query<Row extends object>(db: Queryable, statement: Statement): Promise<Row[]> {
  const { rows } = await run<Row>(db, statement);
  return rows;
}

/** The row of a statement that returns exactly one. Throws otherwise. */
export async function one<Row extends object>(db: Queryable, statement: Statement): Promise<Row> {
  const row = await maybeOne<Row>(db, statement);
  if (row === null) throw new Error(`No row from: ${statement.name ?? statement.text}`);
  return row;
}

/** The row of a statement that returns at most one, or null. Throws if there are more. */
export async function maybeOne<Row extends object>(db: Queryable, statement: Statement): Promise<Row | null> {
  const rows = await query<Row>(db, statement);
  if (rows.length > 1) throw new Error(`${rows.length} rows instead of one from: ${statement.name ?? statement.text}`);
  return rows[0] ?? null;
}

/** Runs a statement and returns the number of changed rows. */
export async function execute(db: Queryable, statement: Statement): Promise<number> {
  const { rowCount } = await run(db, statement);
  return rowCount ?? 0;
}

/**
 * Runs `work` in a transaction (read committed): commits when it returns, rolls back when it throws. Its result is durable
 * once this resolves. If the connection is lost during the commit, this throws and the outcome is unknown.
 *
 * The victim of a deadlock is undone whole and runs again, so `work` must do nothing outside the database that cannot be repeated.
 */
export function transaction<Result>(db: Database, work: (tx: pg.PoolClient) => Promise<Result>): Promise<Result> {
  return unlessDeadlocked(() => transact(db, work));
}

const REPEATS_MAX = 5;

/**
 * Everybody locks in one order, automations, queues, brands, posts, publications, deliveries, but foreign keys and indexes lock in their
 * own. Whoever is ended for it has changed nothing.
 */
export async function unlessDeadlocked<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isDeadlock(error) || repeats === REPEATS_MAX) throw error;
    }
  }
}

async function transact<Result>(db: Database, work: (tx: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await db.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    const { command } = await committed(client);
    // PostgreSQL answers COMMIT in a failed transaction with a rollback and no error.
    if (command !== "COMMIT") throw new Error("The transaction was rolled back: a statement in it failed and its error was swallowed");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((failure: Error) => {
      broken = failure;
    });
    // Its next user would fail in the same way: a new connection goes to a server that takes writes.
    if (isReadOnly(error)) broken ??= error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** A commit waits for the disk, which is often most of a transaction. */
function committed(client: pg.PoolClient): Promise<pg.QueryResult> {
  return currentSpan() === null ? client.query("COMMIT") : asPart(spanOf({ text: "COMMIT" }), () => client.query("COMMIT"));
}

/** Within a trace as a span, however many connections are busy: it begins when the statement is asked for. */
function run<Row extends pg.QueryResultRow>(db: Queryable, statement: Statement): Promise<pg.QueryResult<Row>> {
  const config = asConfig(statement);
  // Outside a transaction a statement is one of its own.
  const once = () => db.query<Row>(config);
  const ask = () => (db instanceof pg.Pool ? unlessDeadlocked(once) : once());
  if (currentSpan() === null) return ask();
  return asPart(spanOf(statement), async (span) => {
    try {
      return await ask();
    } catch (error) {
      span?.tell(failureOf(error));
      throw error;
    }
  });
}

/** pg does not modify the statement, but its types do not say so. */
function asConfig(statement: Statement): pg.QueryConfig<unknown[]> {
  return statement as pg.QueryConfig<unknown[]>;
}
