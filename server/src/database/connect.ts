import pg from "pg";
import type { TellEvent } from "./log.ts";
import { columnTypes } from "./types.ts";

/** A pool of connections to the service's database. */
export type Database = pg.Pool;

export interface ConnectOptions {
  /** Maximum number of connections. */
  readonly poolSize: number;
  readonly log: TellEvent;
  /** The server cancels a statement that runs longer. Default 30. */
  readonly statementTimeoutSeconds?: number;
  /** Server settings for each connection, by name. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Time-out for a free connection, or for a server that does not respond. */
const CONNECT_TIMEOUT_SECONDS = 10;
const STATEMENT_TIMEOUT_SECONDS = 30;

/**
 * Opens a pool; the first query makes the first connection. Values are converted as in `types.ts`: timestamps to `Instant`,
 * bigint to number, numeric to text. Close it with `end()`.
 *
 * A broken connection fails the query running on it, and the next query opens a new one; nothing is sent twice, since
 * whatever the lost connection had started may have happened. Log event: `database.connection-lost`.
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
  pool.on("error", (error) => {
    // The pool has let go of its connections before they are closed: the server's last words to them are no news.
    if (!pool.ending) options.log("database.connection-lost", { error: error.message });
  });
  return pool;
}

/**
 * Timestamps are parsed by position, which requires this zone and style whatever the server's defaults. Set by a statement,
 * not in the startup packet, because connection poolers refuse options there.
 */
async function prepareSession(client: pg.ClientBase, options: ConnectOptions): Promise<void> {
  // An error event without a listener crashes the process, and the pool only listens on idle connections. Users of the
  // connection learn of its loss from the query that fails.
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
