import type { ChannelJob, ChannelToDo, Room } from "./jobs.ts";

/** Channels that one process works on at a time. */
const CHANNELS_AT_ONCE = 66;

/**
 * A network may take one more of them while it has fewer than this many times what is free. However many channels of a network hang, the
 * others have something left, and the less, the more networks hang: 50, 12, 3 and 1.
 */
const SHARE = 3;

/** The most that one network can take. */
export const CHANNELS_OF_ONE_NETWORK = Math.ceil((SHARE * CHANNELS_AT_ONCE) / (SHARE + 1));

/** The jobs this process is working on. */
export class RunningJobs {
  readonly #works = new Map<ChannelJob, Promise<void>>();
  readonly #passedOver = new Set<number>();

  get size(): number {
    return this.#works.size;
  }

  /** What this process can take on now. Whichever networks it is of, none gets more than its share. */
  get room(): Room {
    const share = SHARE * (CHANNELS_AT_ONCE - this.size);
    const loads = [...Map.groupBy(this.jobs, ({ network }) => network)].map(([network, jobs]) => ({ network, load: jobs.length }));
    const full = loads.flatMap(({ network, load }) => (network !== null && load >= share ? network : []));
    const most = Math.max(0, ...loads.map(({ load }) => load).filter((load) => load < share));
    return { limit: Math.ceil((share - most) / (SHARE + 1)), full };
  }

  get jobs(): ChannelJob[] {
    return [...this.#works.keys()];
  }

  get works(): Promise<void>[] {
    return [...this.#works.values()];
  }

  add(job: ChannelJob, work: Promise<void>): void {
    this.#works.set(job, work);
  }

  /** Returns whether the channel was passed over meanwhile and must be checked again. */
  remove(job: ChannelJob): boolean {
    this.#works.delete(job);
    return this.#passedOver.delete(job.channelId);
  }

  /** Returns the channels this process is not working on. Workers on the others pick up what is due there themselves. */
  passOver(channels: readonly ChannelToDo[]): ChannelToDo[] {
    const busy = new Set(this.jobs.map(({ channelId }) => channelId));
    for (const { id } of channels) if (busy.has(id)) this.#passedOver.add(id);
    return channels.filter(({ id }) => !busy.has(id));
  }
}
