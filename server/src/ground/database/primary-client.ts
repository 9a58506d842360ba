import pg from "pg";
import { serversOf } from "./servers.ts";

/** The server answers but takes no writes: a replica, or a primary that has been fenced. */
export class NotPrimary extends Error {
  override readonly name = "NotPrimary";
  constructor(host: string) {
    super(`The database server ${host} takes no writes: it is a replica, or has been set to read-only`);
  }
}

/** With several servers, one that does not answer must leave time for the others. */
const CONNECT_SECONDS_OF_SEVERAL = 3;

/**
 * A connection to the server that takes writes. A URL may name several servers; a failed attempt makes the next client, of whichever
 * pool, try the next of them.
 */
export class PrimaryClient extends pg.Client {
  readonly #url: string;
  readonly #address: string;

  constructor(config: pg.ClientConfig = {}) {
    const url = config.connectionString ?? "";
    const { current, count } = serversOf(url);
    const timeout = count > 1 ? { connectionTimeoutMillis: CONNECT_SECONDS_OF_SEVERAL * 1000 } : {};
    super({ ...config, ...timeout, connectionString: current });
    // An error event without a listener ends the process, and the server's last words may come together with its welcome, before
    // anybody who awaits the connection can listen. Who uses the connection learns of its loss from the query that fails.
    this.on("error", () => {});
    this.#url = url;
    this.#address = current;
  }

  override connect(): Promise<pg.Client>;
  override connect(connected: (error: Error) => void): void;
  override connect(connected?: (error: Error) => void): Promise<pg.Client> | undefined {
    const connecting = this.#connect();
    if (connected === undefined) return connecting;
    // The driver's types know no success.
    connecting.then(() => (connected as (error: Error | null) => void)(null), connected);
    return undefined;
  }

  async #connect(): Promise<pg.Client> {
    const servers = serversOf(this.#url);
    try {
      await super.connect();
      if (servers.isChosen) await this.ask();
      return this;
    } catch (error) {
      if (error instanceof NotPrimary) await this.end().catch(() => {});
      else servers.moveOn(this.#address);
      throw error;
    }
  }

  /** Asks the server something. Rejected with `NotPrimary` if it takes no writes, or none any more. */
  async ask(): Promise<void> {
    const { rows } = await this.query<{ readOnly: string }>(`select current_setting('transaction_read_only') "readOnly"`);
    if (rows[0]?.readOnly === "off") return;
    serversOf(this.#url).moveOn(this.#address);
    throw new NotPrimary(this.host);
  }
}

/** A connected client of its own, outside any pool: asks each server of the URL once. The caller ends it. */
export async function connectClient(config: pg.ClientConfig & { readonly connectionString: string }): Promise<pg.Client> {
  for (let left = serversOf(config.connectionString).count; ; left -= 1) {
    const client = new PrimaryClient(config);
    try {
      return await client.connect();
    } catch (error) {
      if (left <= 1) throw error;
    }
  }
}
