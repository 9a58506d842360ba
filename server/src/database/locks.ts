import type pg from "pg";
import { gather } from "./gather.ts";
import { PrimaryClient } from "./primary-client.ts";

/** Locks requested while a statement is running go into the next one. */
const GATHERED = { most: 100, lanes: 1 };

/**
 * Advisory locks in one `space`, such as one per channel: one holder at a time across all processes that share the database.
 * The locks live in one connection: if the process dies they are released, and if the connection is lost everything they
 * guarded is aborted.
 */
export class AdvisoryLocks implements AsyncDisposable {
  readonly #url: string;
  readonly #held = new Map<number, AbortController>();
  readonly #space: number;
  readonly #tryLock = gather((ids: readonly number[]) => this.#query("pg_try_advisory_lock", ids), GATHERED);
  /** Never opens a connection for this: a lost one has already released its locks. */
  readonly #unlock = gather(
    async (ids: readonly number[]) => (this.#connection === null ? ids.map(() => false) : this.#query("pg_advisory_unlock", ids)),
    GATHERED,
  );
  #connection: Connection | null = null;
  /** Serializes statements: a connection runs one at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(url: string, space: number) {
    this.#url = url;
    this.#space = space;
  }

  /** Takes the lock of this id; null if somebody else has it. Its `signal` aborts when the lock is lost. */
  async acquire(id: number): Promise<AdvisoryLock | null> {
    if (this.#held.has(id)) return null;
    const controller = new AbortController();
    this.#held.set(id, controller);
    try {
      const isHeld = await this.#tryLock(id);
      // The connection was lost during the request: the signal has aborted, so release the lock the new connection took.
      if (isHeld && controller.signal.aborted) await this.#unlock(id).catch(() => {});
      if (!isHeld || controller.signal.aborted) {
        this.#forget(id, controller);
        return null;
      }
      return { signal: controller.signal, [Symbol.asyncDispose]: () => this.#release(id, controller) };
    } catch (error) {
      this.#forget(id, controller);
      throw error;
    }
  }

  #forget(id: number, controller: AbortController): void {
    if (this.#held.get(id) === controller) this.#held.delete(id);
  }

  async #release(id: number, controller: AbortController): Promise<void> {
    if (controller.signal.aborted) return this.#forget(id, controller);
    // Until it is released, this process must not request it again: PostgreSQL would grant it a second time.
    await this.#unlock(id).catch(() => {});
    this.#forget(id, controller);
  }

  /** Results are in the order of the ids. */
  async #query(call: string, ids: readonly number[]): Promise<boolean[]> {
    this.#connection ??= this.#connect();
    const client = await this.#connection.ready;
    const text = `select ${call}($1, given.id) held from unnest($2::integer[]) with ordinality as given (id, place) order by place`;
    const values = [this.#space, ids.map((id) => id % 2 ** 31)];
    const asked = this.#last.then(() => client.query<{ held: boolean }>(text, values));
    this.#last = asked.catch(() => {});
    return (await asked).rows.map(({ held }) => held);
  }

  #connect(): Connection {
    const client = new PrimaryClient({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      application_name: "rostrum locks",
    });
    const connection = { ready: client.connect().then(() => client), end: () => client.end() };
    const lose = () => this.#lose(connection);
    client.on("error", lose);
    client.on("end", lose);
    connection.ready.catch(lose);
    return connection;
  }

  /**
   * A loss is reported more than once, as an error and then as the end of the connection. By then another connection may hold
   * locks: it must stay known, since locks on a forgotten connection last as long as the process.
   */
  #lose(connection: Connection): void {
    if (this.#connection !== connection) return;
    this.#connection = null;
    for (const controller of this.#held.values()) controller.abort(new Error("the connection that holds the lock was lost"));
    this.#held.clear();
    connection.end().catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const connection = this.#connection;
    this.#connection = null;
    const client = await connection?.ready.catch(() => null);
    await client?.end().catch(() => {});
  }
}

interface Connection {
  readonly ready: Promise<pg.Client>;
  end(): Promise<void>;
}

export interface AdvisoryLock extends AsyncDisposable {
  readonly signal: AbortSignal;
}

/** Arbitrary, but distinct from every other advisory lock in this database. */
export const LOCK_SPACES = { channels: 0x526f73, automations: 0x526f74, grants: 0x526f75 } as const;
