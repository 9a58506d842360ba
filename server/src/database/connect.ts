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
  const pool = new PatientPool({
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
 * Too many connections (53300), and starting or stopping (57P03): the server has refused a connection before any statement, and may
 * take it a moment later. So it is after a kill, whose connections end one by one.
 */
const REFUSED_FOR_NOW = new Set(["53300", "57P03"]);
const PAUSE_MILLISECONDS = 100;

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, release: (broken?: Error | boolean) => void) => void;

/** Asks again for a connection that the server refuses for now, within the time-out for one. `query` takes its connection here too. */
class PatientPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const giveUpAt = performance.now() + CONNECT_TIMEOUT_SECONDS * 1000;
    if (connected !== undefined) return void this.#ask(connected, giveUpAt);
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>();
    this.#ask((error, client) => (client === undefined ? reject(error) : resolve(client)), giveUpAt);
    return promise;
  }

  #ask(connected: Connected, giveUpAt: number): void {
    super.connect((error, client, release) => {
      const isRefused = error !== undefined && "code" in error && REFUSED_FOR_NOW.has(String(error.code));
      if (!isRefused || this.ending || performance.now() > giveUpAt) return connected(error, client, release);
      setTimeout(() => this.#ask(connected, giveUpAt), PAUSE_MILLISECONDS);
    });
  }
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
