import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const TICKS_PER_SECOND = 100;

/** The decoders of a process, by default this one. */
export function decodersOf(parent = process.pid): number[] {
  return readdirSync("/proc").flatMap((name) => {
    const process = /^\d+$/.test(name) ? facts(Number(name)) : null;
    return process !== null && process.parent === parent && process.command.includes("decoding/entry") ? [Number(name)] : [];
  });
}

/** Until disposed, kills up to this many decoders once they have used this much CPU time, as a hostile input would. */
export function killBusyDecoders({
  seconds,
  times,
}: {
  readonly seconds: number;
  readonly times: number;
}): Disposable & { readonly killed: number } {
  const began = new Map(decodersOf().map((pid) => [pid, processorSecondsOf(pid)]));
  const stop = new AbortController();
  const killing = { killed: 0, [Symbol.dispose]: () => stop.abort() };
  const watch = async () => {
    while (!stop.signal.aborted && killing.killed < times) {
      for (const pid of decodersOf()) {
        const used = processorSecondsOf(pid) - (began.get(pid) ?? 0);
        if (used < seconds || !began.has(pid)) {
          if (!began.has(pid)) began.set(pid, 0);
          continue;
        }
        process.kill(pid, "SIGKILL");
        began.set(pid, Number.POSITIVE_INFINITY);
        killing.killed += 1;
      }
      await sleep(10);
    }
  };
  void watch();
  return killing;
}

/** CPU seconds a process has used; 0 if it is gone. */
export function processorSecondsOf(pid: number): number {
  return facts(pid)?.seconds ?? 0;
}

/** Null if the process is gone or a zombie. */
function facts(pid: number): { parent: number; command: string; seconds: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z") return null;
    const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
    return { parent: Number(fields[1]), command: readFileSync(`/proc/${pid}/cmdline`, "utf8"), seconds };
  } catch {
    return null;
  }
}
