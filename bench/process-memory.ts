import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** Resident memory of a process, in bytes. */
export async function memory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  if (!(kilobytes > 0)) throw new Error("Cannot read the memory of processes; this bench needs /proc");
  return kilobytes * 1024;
}

/** Disposing ends it as well, for a bench that has failed. */
export interface Watch extends Disposable {
  end(): Promise<number>;
}

/** Watches until `end`, which returns the most that was seen. */
export function watchMemory(pid: number): Watch {
  const stop = new AbortController();
  const watching = (async () => {
    let most = 0;
    while (!stop.signal.aborted) {
      most = Math.max(most, await memory(pid));
      await sleep(20);
    }
    return most;
  })();
  return {
    [Symbol.dispose]: () => stop.abort(),
    end: () => {
      stop.abort();
      return watching;
    },
  };
}
