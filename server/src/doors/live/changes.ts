import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { jsonOrNull } from "@rostrum/contract/json-or-null.ts";
import { z } from "zod";
import type { Database } from "../../ground/database/connect.ts";
import type { Log } from "../../ground/observability/log.ts";
import { untraced } from "../../ground/spans.ts";
import { hear } from "./hear.ts";
import { NOUNS, type Noun } from "./rules.ts";
import { notifyProcesses } from "./store.ts";

/** What changes within this time is told together: a busy queue must not turn into a flood of messages. */
const GATHER_MILLISECONDS = 300;
/** PostgreSQL takes up to 8000 bytes in a message. */
const BRANDS_PER_MESSAGE_MAX = 50;

/** Others are heard for so long after a page was expected: its stream comes once its code is loaded. */
const EXPECTED_MILLISECONDS = 30_000;
/** Who expects a page waits no longer than this for the others to be heard. */
const HEARD_MILLISECONDS = 1000;

export type Listener = (nouns: readonly Noun[]) => void;

/** A time in which nothing is missed of what any process tells. */
interface Hearing {
  readonly end: AsyncDisposable;
  readonly begun: PromiseWithResolvers<void>;
  /** Null until others are heard; another one after each gap. */
  id: string | null;
  /** How often anything was told. */
  count: number;
  /** What the count was when a brand was last told of. */
  readonly last: Map<number, number>;
}

/**
 * Who wants to know learns what has changed in a brand, in whichever process it changed. Nothing depends on it: it is told after
 * the commit, and a message that got lost is made up for by telling of everything once the connection is there again.
 */
export class Changes implements AsyncDisposable {
  readonly #ground: Ground;
  /** Messages come back to their sender, which has told its own listeners already. */
  readonly #self = randomUUID();
  readonly #listeners = new Map<number, Set<Listener>>();
  #told = new Map<number, Set<Noun>>();
  #timer: NodeJS.Timeout | null = null;
  #hearing: Hearing | null = null;
  #expecting: NodeJS.Timeout | null = null;
  /** The end of what is no longer heard. */
  #ending: Promise<unknown> = Promise.resolve();

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /** Something has been committed. Returns at once and never throws. */
  tell(brandId: number, ...nouns: readonly Noun[]): void {
    const told = this.#told.get(brandId) ?? new Set();
    for (const noun of nouns) told.add(noun);
    this.#told.set(brandId, told);
    this.#timer ??= untraced(() => setTimeout(() => void this.#send(), GATHER_MILLISECONDS).unref());
  }

  /** Returns what ends it. */
  listen(brandId: number, listener: Listener): () => void {
    const listeners = this.#listeners.get(brandId) ?? new Set();
    this.#listeners.set(brandId, listeners.add(listener));
    this.#hear();
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(brandId) === listeners) this.#listeners.delete(brandId);
      this.#stopIfUnheard();
    };
  }

  /** Somebody is about to read and then to listen: from now on it is known what was told in between. Resolves once that is so. */
  async expect(): Promise<void> {
    if (this.#expecting !== null) clearTimeout(this.#expecting);
    const over = () => {
      this.#expecting = null;
      this.#stopIfUnheard();
    };
    this.#expecting = untraced(() => setTimeout(over, EXPECTED_MILLISECONDS).unref());
    await Promise.race([this.#hear().begun.promise, sleep(HEARD_MILLISECONDS, undefined, { ref: false })]);
  }

  /** Resolves once a listener misses nothing. */
  heard(): Promise<void> {
    return this.#hear().begun.promise;
  }

  /** Where what is told stands; null: nobody knows. */
  position(): string | null {
    const { id = null, count = 0 } = this.#hearing ?? {};
    return id === null ? null : `${id} ${count}`;
  }

  /** Whether something may have been told of the brand since this position of any process. */
  mayHaveToldSince(position: string, brandId: number): boolean {
    const [id, count] = position.split(" ");
    const hearing = this.#hearing;
    return hearing === null || hearing.id === null || hearing.id !== id || !((hearing.last.get(brandId) ?? 0) <= Number(count));
  }

  #hear(): Hearing {
    if (this.#hearing !== null) return this.#hearing;
    const begun = Promise.withResolvers<void>();
    const hearing: Hearing = {
      end: hear(this.#ground, {
        onReady: () => {
          const isAgain = hearing.id !== null;
          hearing.id = randomUUID();
          hearing.last.clear();
          begun.resolve();
          // Meanwhile others may have told something.
          if (isAgain) for (const brand of this.#listeners.keys()) this.#deliver(brand, NOUNS);
        },
        onMessage: (text) => this.#receive(text),
      }),
      begun,
      id: null,
      count: 0,
      last: new Map(),
    };
    this.#hearing = hearing;
    return hearing;
  }

  async #send(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const told = [...this.#told].map(([brandId, nouns]) => [brandId, [...nouns]] as const);
    this.#told = new Map();
    if (told.length === 0) return;
    for (const [brandId, nouns] of told) this.#deliver(brandId, nouns);
    const messages = chunks(told, BRANDS_PER_MESSAGE_MAX).map((changes) => JSON.stringify({ from: this.#self, changes }));
    await notifyProcesses(this.#ground.db, messages).catch((error: unknown) =>
      this.#ground.log.warn({ event: "changes not told to other processes", err: error }),
    );
  }

  /** Whoever may use the database can send anything. */
  #receive(text: string): void {
    const message = Message.safeParse(jsonOrNull(text)).data;
    if (message === undefined) {
      this.#ground.log.warn({ event: "message not understood", bytes: Buffer.byteLength(text) });
      return;
    }
    const { from, changes } = message;
    if (from === this.#self) return;
    for (const [brandId, nouns] of changes) this.#deliver(brandId, nouns);
  }

  #deliver(brandId: number, nouns: readonly Noun[]): void {
    if (this.#hearing !== null) this.#hearing.last.set(brandId, ++this.#hearing.count);
    for (const listener of [...(this.#listeners.get(brandId) ?? [])]) listener(nouns);
  }

  #stopIfUnheard(): void {
    if (this.#hearing === null || this.#listeners.size > 0 || this.#expecting !== null) return;
    this.#ending = Promise.all([this.#ending, this.#hearing.end[Symbol.asyncDispose]()]);
    this.#hearing = null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listeners.clear();
    await this.#send();
    if (this.#expecting !== null) clearTimeout(this.#expecting);
    this.#expecting = null;
    this.#stopIfUnheard();
    await this.#ending;
  }
}

interface Ground {
  readonly db: Database;
  readonly url: string;
  readonly log: Log;
}

/** Another version of the service, running alongside, may know more nouns: they count as the brand. */
const Message = z.object({
  from: z.string(),
  changes: z.array(z.tuple([z.int(), z.array(z.enum(NOUNS).catch("brand"))])),
});

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}
