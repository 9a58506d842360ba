import type { ChannelJob } from "./jobs.ts";

/** The jobs this process is working on. */
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

  /** Returns whether the channel was passed over meanwhile and must be checked again. */
  remove(job: ChannelJob): boolean {
    this.#works.delete(job);
    return this.#passedOver.delete(job.channelId);
  }

  /** Returns the channels this process is not working on. Workers on the others pick up what is due there themselves. */
  passOver(channelIds: readonly number[]): number[] {
    const busy = new Set(this.jobs.map(({ channelId }) => channelId));
    for (const id of channelIds) if (busy.has(id)) this.#passedOver.add(id);
    return channelIds.filter((id) => !busy.has(id));
  }
}
