import { type Awake, processAwake } from "../awake.ts";
import { gather } from "./gather.ts";
import { connectToHold, type LockConnection } from "./lock-connection.ts";
import type { TellEvent } from "./log.ts";

/** Locks requested while a statement is running go into the next one. */
const GATHERED = { most: 100, lanes: 1 };

export interface LockOptions {
  /** Log event: `locks.lost`. */
  readonly log?: TellEvent;
  /** For tests that move its clocks. */
  readonly awake?: Awake;
  /** For tests that cannot wait: after this much silence the database gives a holder's locks to others. */
  readonly silenceSeconds?: number;
}

/** Frozen or cut off, a holder keeps others waiting for this long. */
export const SILENCE_SECONDS = 45;
/** The part of the silence after which the holder lets go by itself: the rest is for whatever it is just doing. */
const LEASE_SHARE = 2 / 3;

/**
 * Advisory locks in one `space`, such as one per channel: one holder at a time across all processes that share the database.
 * The locks live in one connection: if the process dies they are released, and if the connection is lost everything they
 * guarded is aborted.
 *
 * A frozen process, or one that is cut off, neither dies nor loses its connection. So the holder is heard of every few seconds, and
 * after `SILENCE_SECONDS` without a word PostgreSQL itself ends the session. The holder lets go earlier, a while after the last
 * statement that was answered: it looks at that before anything is sent (`awake.ts`), so it knows when it wakes.
 */
export class AdvisoryLocks implements AsyncDisposable {
  readonly #url: string;
  readonly #held = new Map<number, AbortController>();
  readonly #space: number;
  readonly #log: TellEvent;
  readonly #awake: Awake;
  readonly #silenceSeconds: number;
  /** Opens no connection once it is over: nobody would end that one, and it would keep the process alive. */
  readonly #tryLock = gather(
    async (ids: readonly number[]) => (this.#isOver ? ids.map(() => false) : this.#query("pg_try_advisory_lock", ids)),
    GATHERED,
  );
  /** Never opens a connection for this: a lost one has already released its locks. */
  readonly #unlock = gather(
    async (ids: readonly number[]) => (this.#connection === null ? ids.map(() => false) : this.#query("pg_advisory_unlock", ids)),
    GATHERED,
  );
  #connection: LockConnection | null = null;
  #isOver = false;

  constructor(url: string, space: number, options: LockOptions = {}) {
    this.#url = url;
    this.#space = space;
    this.#log = options.log ?? (() => {});
    this.#awake = options.awake ?? processAwake;
    this.#silenceSeconds = options.silenceSeconds ?? SILENCE_SECONDS;
  }

  /**
   * Takes the lock of this id; null if somebody else has it, or after `letGo`. Its `signal` aborts when the lock is lost, and when
   * the holder has to let go.
   */
  async acquire(id: number): Promise<AdvisoryLock | null> {
    if (this.#held.has(id)) return null;
    const controller = new AbortController();
    this.#held.set(id, controller);
    try {
      const isHeld = await this.#tryLock(id);
      // The answer may have been waiting for longer than the lock lasts.
      this.#awake.look();
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
    // It was lost, and may since have been taken anew.
    if (this.#held.get(id) !== controller) return;
    // Until it is released, this process must not request it again: PostgreSQL would grant it a second time.
    await this.#unlock(id).catch(() => {});
    this.#forget(id, controller);
  }

  /** Results are in the order of the ids. */
  async #query(call: string, ids: readonly number[]): Promise<boolean[]> {
    this.#connection ??= this.#connect();
    const text = `select ${call}($1, given.id) held from unnest($2::integer[]) with ordinality as given (id, place) order by place`;
    const values = [this.#space, ids.map((id) => id % LOCK_IDS)];
    const rows = await this.#connection.query<{ held: boolean }>({ text, values });
    return rows.map(({ held }) => held);
  }

  #connect(): LockConnection {
    return connectToHold(this.#url, {
      awake: this.#awake,
      silenceSeconds: this.#silenceSeconds,
      leaseSeconds: this.#silenceSeconds * LEASE_SHARE,
      onLost: (lost, reason) => this.#lose(lost, reason),
    });
  }

  /**
   * A loss may be reported after another connection has been made and holds locks: that one must stay known, since locks on a
   * forgotten connection last as long as the process.
   */
  #lose(connection: LockConnection, reason: string): void {
    if (this.#connection !== connection) return;
    this.#connection = null;
    const held = [...this.#held.values()];
    this.#held.clear();
    for (const controller of held) controller.abort(new Error(`the connection that holds the lock was lost: ${reason}`));
    if (held.length > 0) this.#log("locks.lost", { locks: held.length, reason }, "warn");
  }

  /** Tells all holders to let go, and gives no more locks. A lock stays taken until its holder has released it. */
  letGo(reason: Error): void {
    this.#isOver = true;
    for (const controller of this.#held.values()) controller.abort(reason);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.letGo(new Error("the locks have been given up"));
    const connection = this.#connection;
    this.#connection = null;
    await connection?.end();
  }
}

export interface AdvisoryLock extends AsyncDisposable {
  readonly signal: AbortSignal;
}

/** Arbitrary, but distinct from every other advisory lock in this database. */
export const LOCK_SPACES = {
  channels: 0x526f73,
  automations: 0x526f74,
  grants: 0x526f75,
  imports: 0x526f76,
  archives: 0x526f77,
  storage: 0x526f78,
  addresses: 0x526f79,
} as const;

/** Ids are locked by what is left of them after a division by this. */
export const LOCK_IDS = 2 ** 31;

/** A query for the ids that are locked by whichever process, in the space that the expression names; `objsubid` 2: by two keys. */
export function locksHeld(space: string): string {
  return `select objid::bigint id from pg_locks where locktype = 'advisory' and granted and objsubid = 2 and classid = (${space})::bigint::oid
    and database = (select oid from pg_database where datname = current_database())`;
}
