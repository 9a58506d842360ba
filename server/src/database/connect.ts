import pg from "pg";
import type { TellEvent } from "./log.ts";
import { columnTypes } from "./types.ts";

/** A pool of connections to the service's database. */
export type Database = pg.Pool;

export interface ConnectOptions {
  /** Connections at most. */
  readonly poolSize: number;
  readonly log: TellEvent;
  /** The server ends a statement that runs longer. Default 30. */
  readonly statementTimeoutSeconds?: number;
  /** Settings of each connection, by their names on the server. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Waiting for a free connection, or for a server that does not answer. */
const CONNECT_TIMEOUT_SECONDS = 10;
const STATEMENT_TIMEOUT_SECONDS = 30;

/**
 * Opens a pool; the first connection is made by the first query. Values arrive as `types.ts` says: moments as
 * `Instant`, bigint as number, numeric as text. To be closed with `end()`.
 *
 * A connection that breaks fails the query that runs on it and is replaced by the next one; nothing is sent twice, since
 * what a lost connection had begun may have happened. TellEvent event: `database.connection-lost`.
 */
export function connect(url: string, options: ConnectOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    types: columnTypes,
    keepAlive: true,
    application_name: "rostrum",
    connectionTimeoutMillis: CONNECT_TIMEOUT_SECONDS * 1000,
    onConnect: (client) => prepareSession(client, options),
  });
  pool.on("error", (error) => options.log("database.connection-lost", { error: error.message }));
  return pool;
}

/**
 * Moments are read by position, which needs this zone and style whatever the server's defaults are. Set by a statement
 * and not by the start of the connection: poolers in between refuse options there.
 */
async function prepareSession(client: pg.ClientBase, options: ConnectOptions): Promise<void> {
  // An error event without a listener ends the process, and the pool listens to idle connections alone. Whoever uses
  // the connection learns of its loss by the query that fails.
  client.on("error", () => {});
  const settings = {
    timezone: "UTC",
    datestyle: "ISO",
    statement_timeout: String((options.statementTimeoutSeconds ?? STATEMENT_TIMEOUT_SECONDS) * 1000),
    ...options.settings,
  };
  await client.query(
    Object.entries(settings)
      .map(([name, value]) => `SET ${name} = '${value}'`)
      .join("; "),
  );
}
