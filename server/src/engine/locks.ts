import pg from "pg";

/**
 * One worker per channel, or per automation in a `space` of their own, in this process and among all that share the
 * database. The locks live in one connection: when the process dies they are gone, and when the connection is lost
 * everything that they guarded is told to stop.
 */
export class ChannelLocks implements AsyncDisposable {
  readonly #url: string;
  readonly #held = new Map<number, AbortController>();
  readonly #space: number;
  #client: Promise<pg.Client> | null = null;
  /** One statement after the other: a connection has one at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(url: string, space: number = LOCK_SPACE) {
    this.#url = url;
    this.#space = space;
  }

  /** The lock of a channel, or null when somebody else has it. `signal` aborts when the lock is lost. */
  async acquire(channelId: number): Promise<ChannelLock | null> {
    if (this.#held.has(channelId)) return null;
    const controller = new AbortController();
    this.#held.set(channelId, controller);
    try {
      const client = await this.#connection();
      const { rows } = await this.#query(client, "select pg_try_advisory_lock($1, $2) held", channelId);
      if (rows[0]?.held !== true) {
        this.#held.delete(channelId);
        return null;
      }
      return { signal: controller.signal, [Symbol.asyncDispose]: () => this.#release(channelId, controller) };
    } catch (error) {
      this.#held.delete(channelId);
      throw error;
    }
  }

  async #release(channelId: number, controller: AbortController): Promise<void> {
    if (this.#held.get(channelId) === controller) this.#held.delete(channelId);
    // A lost connection has given up its locks by itself.
    if (controller.signal.aborted || this.#client === null) return;
    const client = await this.#client;
    await this.#query(client, "select pg_advisory_unlock($1, $2) held", channelId).catch(() => {});
  }

  #query(client: pg.Client, text: string, channelId: number): Promise<pg.QueryResult<{ held: boolean }>> {
    const values = [this.#space, channelId % 2 ** 31];
    const query = this.#last.then(() => client.query<{ held: boolean }>(text, values));
    this.#last = query.catch(() => {});
    return query;
  }

  #connection(): Promise<pg.Client> {
    this.#client ??= this.#connect().catch((error) => {
      this.#client = null;
      throw error;
    });
    return this.#client;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      application_name: "rostrum locks",
    });
    client.on("error", () => this.#lose());
    client.on("end", () => this.#lose());
    await client.connect();
    return client;
  }

  #lose(): void {
    this.#client = null;
    for (const controller of this.#held.values()) controller.abort(new Error("the connection that holds the channel's lock was lost"));
    this.#held.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const client = await this.#client?.catch(() => null);
    this.#client = null;
    client?.removeAllListeners("end");
    await client?.end().catch(() => {});
  }
}

export interface ChannelLock extends AsyncDisposable {
  readonly signal: AbortSignal;
}

/** Any numbers that no other user of advisory locks in this database takes. */
export const LOCK_SPACE = 0x526f73;
export const AUTOMATION_LOCK_SPACE = 0x526f74;
