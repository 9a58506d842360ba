import { setImmediate as nextTurnOfLoop } from "node:timers/promises";
import type { EngineContext } from "./attempt.ts";
import { type Ends, type Preparation, type Prepared, prepare, type Turn } from "./preparation.ts";

/**
 * A channel's due deliveries in order, read a few at a time. While an attempt is in flight, the next delivery is prepared
 * so that its attempt can start in the same commit that ends the current one.
 */
export class ChannelLine {
  readonly #ground: EngineContext;
  readonly #channelId: number;
  readonly #ends: Ends;
  #turns: Turn[] = [];
  #following: Promise<Preparation | null> | null = null;
  /** `#following` once it is prepared and can start; null until then. */
  #ready: Prepared | null = null;

  constructor(ground: EngineContext, channelId: number, ends: Ends) {
    this.#ground = ground;
    this.#channelId = channelId;
    this.#ends = ends;
  }

  /** The next delivery, or null if nothing is due. Call only while no attempt is in flight. */
  async next(): Promise<Preparation | null> {
    const following = (await this.#following) ?? null;
    this.#following = null;
    this.#ready = null;
    return following ?? this.#prepareNext(false);
  }

  /** Starts preparing the delivery that comes after the attempt in flight. */
  follow(): void {
    this.#ready = null;
    this.#following = this.#prepareNext(true).then(
      (preparation) => {
        if (preparation?.kind === "begins") this.#ready = preparation.prepared;
        return preparation;
      },
      // It is prepared again when its turn comes; an error that persists surfaces then.
      () => null,
    );
  }

  /**
   * Takes the delivery that `follow` prepared, if it is ready to start. Waits for preparation that only needs this process.
   */
  async takeReady(): Promise<Prepared | null> {
    if (this.#ready === null) await nextTurnOfLoop();
    const ready = this.#ready;
    if (ready === null) return null;
    this.#ready = null;
    this.#following = null;
    return ready;
  }

  /** Drops the deliveries read so far because they are stale. */
  forget(): void {
    this.#turns = [];
  }

  /** Waits for preparation in progress and discards the result. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#following;
  }

  async #prepareNext(ahead: boolean): Promise<Preparation | null> {
    if (this.#turns.length === 0) await this.#read(ahead);
    const turn = this.#turns.shift();
    return turn === undefined ? null : prepare(this.#ground.app, turn, this.#ends);
  }

  async #read(ahead: boolean): Promise<void> {
    const turns = await this.#ground.ledger.next({ channelId: this.#channelId, ahead });
    if (turns === null) throw new Error(`channel ${this.#channelId} is gone`);
    this.#turns = turns.deliveries.map((delivery) => ({ delivery, channel: turns.channel }));
  }
}
