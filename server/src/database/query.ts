import type pg from "pg";
import type { Database } from "./connect.ts";

/** The pool, or the one connection inside a transaction: what a store's functions take. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig<unknown[]>): Promise<pg.QueryResult<Row>>;
}

export interface Statement {
  /** Prepares the statement once per connection: for hot ones, with a text that never varies under the name. */
  readonly name?: string;
  readonly text: string;
  /** For `$1` … ; a value for json or jsonb is passed as JSON text, an array becomes an array of PostgreSQL. */
  readonly values?: readonly unknown[];
}

/** All rows. `Row` is what the statement's columns are called and hold; the text is the only witness of that. */
export async function query<Row extends object>(db: Queryable, statement: Statement): Promise<Row[]> {
  const { rows } = await db.query<Row>(asConfig(statement));
  return rows;
}

/** The one row of a statement that cannot give another number of them. */
export async function one<Row extends object>(db: Queryable, statement: Statement): Promise<Row> {
  const row = await maybeOne<Row>(db, statement);
  if (row === null) throw new Error(`No row from: ${statement.name ?? statement.text}`);
  return row;
}

/** The row that may be there, or null. */
export async function maybeOne<Row extends object>(db: Queryable, statement: Statement): Promise<Row | null> {
  const rows = await query<Row>(db, statement);
  if (rows.length > 1) throw new Error(`${rows.length} rows instead of one from: ${statement.name ?? statement.text}`);
  return rows[0] ?? null;
}

/** The number of rows that a statement changed. */
export async function execute(db: Queryable, statement: Statement): Promise<number> {
  const { rowCount } = await db.query(asConfig(statement));
  return rowCount ?? 0;
}

/**
 * Runs `work` in one transaction (read committed): committed when it returns, rolled back when it throws. What it
 * returns is on disk when this resolves. When the connection is lost during the commit this throws and nobody knows
 * whether it happened.
 */
export async function transaction<Result>(db: Database, work: (tx: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await db.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    const { command } = await client.query("COMMIT");
    // PostgreSQL answers the commit of a failed transaction with a rollback and no error.
    if (command !== "COMMIT") throw new Error("The transaction was rolled back: a statement in it failed and its error was swallowed");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** pg reads a statement and leaves it as it is; its types do not say so. */
function asConfig(statement: Statement): pg.QueryConfig<unknown[]> {
  return statement as pg.QueryConfig<unknown[]>;
}
