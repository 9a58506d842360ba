import pg from "pg";
import { gather } from "./gather.ts";

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
    async (ids: readonly number[]) => (this.#client === null ? ids.map(() => false) : this.#query("pg_advisory_unlock", ids)),
    GATHERED,
  );
  #client: Promise<pg.Client> | null = null;
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
    const client = await this.#connection();
    const text = `select ${call}($1, given.id) held from unnest($2::integer[]) with ordinality as given (id, place) order by place`;
    const values = [this.#space, ids.map((id) => id % 2 ** 31)];
    const asked = this.#last.then(() => client.query<{ held: boolean }>(text, values));
    this.#last = asked.catch(() => {});
    return (await asked).rows.map(({ held }) => held);
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
    for (const controller of this.#held.values()) controller.abort(new Error("the connection that holds the lock was lost"));
    this.#held.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const client = await this.#client?.catch(() => null);
    this.#client = null;
    client?.removeAllListeners("end");
    await client?.end().catch(() => {});
  }
}

export interface AdvisoryLock extends AsyncDisposable {
  readonly signal: AbortSignal;
}

/** Arbitrary, but distinct from every other advisory lock in this database. */
export const LOCK_SPACES = { channels: 0x526f73, automations: 0x526f74, grants: 0x526f75 } as const;
