import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "./failures.ts";
import type { TellEvent } from "./log.ts";
import { type Postmaster, type PostmasterOptions, startPostmaster } from "./postmaster.ts";
import { stopLeftovers } from "./processes.ts";

/** A server that is restarted whenever it exits unexpectedly. */
export interface Supervision {
  /** The current server's process id, or the last one's while the next is starting. */
  readonly pid: number;
  /** Stops the server and its supervision. Call it once. */
  stop(): Promise<void>;
}

const BACKOFF_MILLISECONDS_MIN = 100;
const BACKOFF_MILLISECONDS_MAX = 10_000;
/** A server that ran this long resets the back-off. */
const STABLE_MILLISECONDS = 60_000;

export function supervise({ server, first, log }: { server: PostmasterOptions; first: Postmaster; log: TellEvent }): Supervision {
  const stopping = new AbortController();
  let current = first;
  const ended = keepRunning();

  async function keepRunning(): Promise<void> {
    for (let waitMilliseconds = BACKOFF_MILLISECONDS_MIN; ; ) {
      const since = Date.now();
      const exit = await current.exited;
      if (stopping.signal.aborted) return;
      log("database.exited", { pid: current.pid, exit });
      if (Date.now() - since > STABLE_MILLISECONDS) waitMilliseconds = BACKOFF_MILLISECONDS_MIN;
      const next = await startAgain(waitMilliseconds);
      if (next === null) return;
      current = next.postmaster;
      waitMilliseconds = longer(next.waitedMilliseconds);
      log("database.restarted", { pid: current.pid });
      // The stop came during the restart, and only stopped the previous server.
      if (stopping.signal.aborted) await current.stop();
    }
  }

  /** Retries with back-off until the server runs again; null if the service stops first. */
  async function startAgain(firstWait: number): Promise<{ postmaster: Postmaster; waitedMilliseconds: number } | null> {
    for (let wait = firstWait; ; wait = longer(wait)) {
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return null;
      try {
        await stopLeftoversOf(server.name, log);
        return { postmaster: await startPostmaster(server), waitedMilliseconds: wait };
      } catch (error) {
        log("database.restart-failed", { error: messageOf(error) });
      }
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await current.stop();
    await ended;
    await stopLeftoversOf(server.name, log);
    await rm(server.socketFolder, { recursive: true, force: true });
    log("database.stopped", {});
  }

  return {
    get pid() {
      return current.pid;
    },
    stop,
  };
}

function longer(milliseconds: number): number {
  return Math.min(milliseconds * 2, BACKOFF_MILLISECONDS_MAX);
}

/** Stops processes left behind by an earlier run of the same server. */
export async function stopLeftoversOf(name: string, log: TellEvent): Promise<void> {
  const processes = await stopLeftovers(name);
  if (processes > 0) log("database.leftovers-stopped", { processes });
}
