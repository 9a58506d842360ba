import type { ChannelJob } from "./jobs.ts";

/** The jobs on which this process works. */
export class RunningJobs {
  readonly #works = new Map<ChannelJob, Promise<void>>();
  readonly #passedOver = new Set<number>();

  get size(): number {
    return this.#works.size;
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

  /** Answers whether somebody has passed the channel over meanwhile: it is to be looked at again. */
  remove(job: ChannelJob): boolean {
    this.#works.delete(job);
    return this.#passedOver.delete(job.channelId);
  }

  /** The channels on which nobody here works. Who works on the others takes what is due there by himself. */
  passOver(channelIds: readonly number[]): number[] {
    const busy = new Set(this.jobs.map(({ channelId }) => channelId));
    for (const id of channelIds) if (busy.has(id)) this.#passedOver.add(id);
    return channelIds.filter((id) => !busy.has(id));
  }
}
