import { setImmediate as nextTurnOfLoop } from "node:timers/promises";
import type { Ground } from "./attempt.ts";
import { type Ends, type Preparation, type Prepared, prepare, type Turn } from "./preparation.ts";

/**
 * The deliveries of one channel that are due, in their order, read a few at a time. While an attempt is under way the
 * delivery behind it is made ready, so that the next attempt can begin in the commit that ends this one.
 */
export class ChannelLine {
  readonly #ground: Ground;
  readonly #channelId: number;
  readonly #ends: Ends;
  #turns: Turn[] = [];
  #following: Promise<Preparation | null> | null = null;
  /** What has become of `#following`, if an attempt may begin on it; null while nobody knows yet. */
  #ready: Prepared | null = null;

  constructor(ground: Ground, channelId: number, ends: Ends) {
    this.#ground = ground;
    this.#channelId = channelId;
    this.#ends = ends;
  }

  /** The delivery whose turn it is; null when nothing is due. No attempt is under way. */
  async next(): Promise<Preparation | null> {
    const following = (await this.#following) ?? null;
    this.#following = null;
    this.#ready = null;
    return following ?? this.#prepareNext(false);
  }

  /** Begins to make the delivery ready that comes after the attempt that is under way. */
  follow(): void {
    this.#ready = null;
    this.#following = this.#prepareNext(true).then(
      (preparation) => {
        if (preparation?.kind === "begins") this.#ready = preparation.prepared;
        return preparation;
      },
      // Read again when its turn comes: the trouble is told then, if it lasts.
      () => null,
    );
  }

  /**
   * The delivery that `follow` was about, if an attempt may begin on it by now; its turn is over then. What needs nothing but
   * this process is waited for.
   */
  async takeReady(): Promise<Prepared | null> {
    if (this.#ready === null) await nextTurnOfLoop();
    const ready = this.#ready;
    if (ready === null) return null;
    this.#ready = null;
    this.#following = null;
    return ready;
  }

  /** Forgets what was read: it is not as it was any more. */
  forget(): void {
    this.#turns = [];
  }

  /** Lets what is being made ready end; nothing of it is used. */
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
