import pg from "pg";
import type { TellEvent } from "./log.ts";
import { NotPrimary, PrimaryClient } from "./primary-client.ts";
import { serversOf } from "./servers.ts";
import { CUT_OFF_SETTINGS, KEEP_ALIVE, setSettings } from "./session-settings.ts";
import { columnTypes } from "./types.ts";

/**
 * How the server knows the connections of the ledger. Every process that publishes has one open all the time, since its clock looks for
 * what is due more often than a connection may lie idle.
 */
export const LEDGER_NAME = "rostrum ledger";

/** A pool of connections to the service's database. */
export type Database = pg.Pool;

export interface ConnectOptions {
  /** Maximum number of connections. */
  readonly poolSize: number;
  readonly log: TellEvent;
  /** The server cancels a statement that runs longer. Default 30. */
  readonly statementTimeoutSeconds?: number;
  /** The server ends a session that says nothing for longer in the middle of a transaction, and undoes it. Default 40. */
  readonly idleTransactionSeconds?: number;
  /** Server settings for each connection, by name. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * The address is a pooler's that may give each transaction another connection: statements are not prepared, and of the settings
   * only those are made that poolers keep for each client. So the server's own time-out holds.
   */
  readonly isPooled?: boolean;
  /** How the server knows the connections. Default `rostrum`. */
  readonly name?: string;
  /** Default: as in `types.ts`. */
  readonly types?: pg.CustomTypesConfig;
}

/** Time-out for a free connection, or for a server that does not respond. */
const CONNECT_TIMEOUT_SECONDS = 10;
const STATEMENT_TIMEOUT_SECONDS = 30;
/** Loops with nothing to do come back sooner, so that none of them opens a connection each time. */
const IDLE_SECONDS = 60;
/** A process that is frozen or cut off would keep the rows that it has locked. */
const IDLE_TRANSACTION_SECONDS = 40;

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
    Client: options.isPooled === true ? UnpreparedClient : PrimaryClient,
    max: options.poolSize,
    idleTimeoutMillis: IDLE_SECONDS * 1000,
    types: options.types ?? columnTypes,
    ...KEEP_ALIVE,
    application_name: options.name ?? "rostrum",
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
      if (error === undefined || !this.#mayWait(error) || this.ending || performance.now() > giveUpAt)
        return connected(error, client, release);
      setTimeout(() => this.#ask(connected, giveUpAt), PAUSE_MILLISECONDS);
    });
  }

  /** Of several servers, another one may answer, or soon take the place of the one that is gone. */
  #mayWait(error: Error): boolean {
    const code = "code" in error ? String(error.code) : "";
    if (REFUSED_FOR_NOW.has(code)) return true;
    const isAnswer = /^\d[0-9A-Z]{4}$/.test(code);
    return serversOf(this.options.connectionString ?? "").count > 1 && (error instanceof NotPrimary || !isAnswer);
  }
}

/** Leaves out the names of statements: a prepared statement belongs to a session. */
class UnpreparedClient extends PrimaryClient {
  constructor(config: pg.ClientConfig = {}) {
    super(config);
    const query = (statement: unknown, ...rest: unknown[]) => Reflect.apply(super.query, this, [nameless(statement), ...rest]);
    Object.defineProperty(this, "query", { value: query });
  }
}

function nameless(statement: unknown): unknown {
  const isNamed = typeof statement === "object" && statement !== null && "name" in statement && "text" in statement;
  return isNamed ? { ...statement, name: undefined } : statement;
}

/** Timestamps are parsed by position, which requires this zone and style whatever the server's defaults. */
async function prepareSession(client: pg.ClientBase, options: ConnectOptions): Promise<void> {
  await setSettings(client, {
    timezone: "UTC",
    datestyle: "ISO",
    ...(options.isPooled === true ? {} : sessionSettings(options)),
  });
}

function sessionSettings(options: ConnectOptions): Record<string, string> {
  const { statementTimeoutSeconds = STATEMENT_TIMEOUT_SECONDS, idleTransactionSeconds = IDLE_TRANSACTION_SECONDS, settings } = options;
  return {
    statement_timeout: String(statementTimeoutSeconds * 1000),
    idle_in_transaction_session_timeout: String(idleTransactionSeconds * 1000),
    ...CUT_OFF_SETTINGS,
    ...settings,
  };
}
