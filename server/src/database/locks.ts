import pg from "pg";
import { gather } from "./gather.ts";

/** Locks that are asked for while a statement is under way go in the next one. */
const GATHERED = { most: 100, lanes: 1 };

/**
 * Advisory locks of one `space`, such as one for each channel that is worked on: one holder in this process and among all that
 * share the database. The locks live in one connection: when the process dies they are gone, and when the connection is lost
 * everything that they guarded is told to stop.
 */
export class AdvisoryLocks implements AsyncDisposable {
  readonly #url: string;
  readonly #held = new Map<number, AbortController>();
  readonly #space: number;
  readonly #tryLock = gather((ids: readonly number[]) => this.#query("pg_try_advisory_lock", ids), GATHERED);
  /** Makes no connection for it: one that is gone has given up its locks by itself. */
  readonly #unlock = gather(
    async (ids: readonly number[]) => (this.#client === null ? ids.map(() => false) : this.#query("pg_advisory_unlock", ids)),
    GATHERED,
  );
  #client: Promise<pg.Client> | null = null;
  /** One statement after the other: a connection has one at a time. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(url: string, space: number) {
    this.#url = url;
    this.#space = space;
  }

  /** The lock of this id, or null when somebody else has it. `signal` aborts when the lock is lost. */
  async acquire(id: number): Promise<AdvisoryLock | null> {
    if (this.#held.has(id)) return null;
    const controller = new AbortController();
    this.#held.set(id, controller);
    try {
      const isHeld = await this.#tryLock(id);
      // Lost while it was asked for: what it guards was told to stop, and the lock of the next connection is nobody's.
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
    // Nobody here may ask for the lock before it is free: who holds it already would get it twice.
    await this.#unlock(id).catch(() => {});
    this.#forget(id, controller);
  }

  /** Answers in the order of the ids. */
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

/** Any numbers that no other user of advisory locks in this database takes. */
export const LOCK_SPACES = { channels: 0x526f73, automations: 0x526f74 } as const;
