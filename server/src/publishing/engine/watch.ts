import { setTimeout as sleep } from "node:timers/promises";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { createWaker, type Waker } from "../../ground/loops/waker.ts";
import { type NextMoment, nextMoments } from "./watch-store.ts";

/** How often the database is asked what is due, because other processes write to it too. */
const LOOK_MILLISECONDS = 500;
/** After so many looks in a row that found nothing, and no work of the process itself, it is asked this many times less often. */
const LOOKS_IN_VAIN = 20;
const FEWER = 4;
/** A loop looks at least this often by itself, whatever its moment says. */
const REST_MILLISECONDS = 30_000;
/** What was due longer ago than this has been seen by the loop that rests since. Clocks of machines differ by less. */
const SINCE_SECONDS = 10;

interface Source {
  readonly moment: NextMoment;
  readonly aheadSeconds: number;
  readonly wake: () => void;
  isResting: boolean;
}

/**
 * Asks the database in one statement what the loops of a process would ask for one by one, again and again, and wakes those that have
 * something to do. So a service with nothing to do costs next to nothing.
 */
export class Watch {
  readonly #app: Pick<App, "db" | "clock">;
  readonly #stop: AbortSignal;
  readonly #sources: Source[] = [];
  readonly #alarm: Waker;
  #inVain = 0;

  constructor(app: Pick<App, "db" | "clock">, stop: AbortSignal) {
    this.#app = app;
    this.#stop = stop;
    this.#alarm = createWaker(stop);
  }

  /** A waker for a loop. `isExact`: woken shortly before its moment, so that it sleeps for the rest by itself. */
  waker(moment: NextMoment, { isExact = false } = {}): Waker {
    const { wake, wait } = createWaker(this.#stop);
    const wakeSelf = () => {
      this.#inVain = 0;
      this.#alarm.wake();
      wake();
    };
    const source: Source = { moment, aheadSeconds: isExact ? (2 * FEWER * LOOK_MILLISECONDS) / 1000 : 0, wake, isResting: false };
    this.#sources.push(source);
    return {
      wake: wakeSelf,
      wait,
      async rest(least, most = REST_MILLISECONDS) {
        if (await wait(Math.min(least, most))) return;
        source.isResting = true;
        await wait(Math.max(0, Math.min(most, REST_MILLISECONDS) - least));
        source.isResting = false;
      },
    };
  }

  /** Until stopped. Never rejects. */
  async run(): Promise<void> {
    while (!this.#stop.aborted) {
      // A loop says itself what is wrong with the database.
      const due = this.#sources.some(({ isResting }) => isResting) ? await this.#due().catch(() => this.#sources) : [];
      const woken = due.filter(({ isResting }) => isResting);
      for (const { wake } of woken) wake();
      this.#inVain = woken.length > 0 ? 0 : this.#inVain + 1;
      await this.#pause();
    }
  }

  /** Ends early once the process itself has something to do. */
  async #pause(): Promise<void> {
    await sleep(LOOK_MILLISECONDS, undefined, { signal: this.#stop }).catch(() => {});
    if (this.#inVain > LOOKS_IN_VAIN) await this.#alarm.wait((FEWER - 1) * LOOK_MILLISECONDS);
  }

  async #due(): Promise<readonly Source[]> {
    const now = this.#app.clock.now();
    const moments = await nextMoments(
      this.#app.db,
      this.#sources.map((source) => source.moment),
      addSeconds(now, -SINCE_SECONDS),
    );
    return this.#sources.filter(({ aheadSeconds }, place) => {
      const moment = moments[place] ?? null;
      return moment !== null && moment <= addSeconds(now, aheadSeconds);
    });
  }
}
