import { readdir, readFile } from "node:fs/promises";
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

/**
 * Memory of a process and all its descendants, in bytes. What several of them share is counted once: PostgreSQL's processes map the
 * same buffers.
 */
export async function memoryOfTree(pid: number): Promise<{ readonly own: number; readonly total: number; readonly processes: number }> {
  const parents = new Map<number, number>();
  for (const name of await readdir("/proc")) {
    // The second field is the program's name in parentheses, which may contain anything.
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, "utf8").catch(() => "") : "";
    const parent = /\) \S (\d+) /.exec(stat.slice(stat.lastIndexOf(")")))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isBelow = (one: number | undefined): boolean => one === pid || (one !== undefined && isBelow(parents.get(one)));
  const tree = [...parents.keys()].filter(isBelow);
  const shares = await Promise.all(tree.map(share));
  return { own: await share(pid), total: shares.reduce((sum, bytes) => sum + bytes, 0), processes: tree.length };
}

/** Proportional set size: pages of its own, and its part of shared ones. 0 if it has just exited. */
async function share(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) * 1024;
}
