/** Resource limits of a separate program. */
export interface Bounds {
  /** Memory it writes to: heap, buffers, pictures, stacks. */
  readonly memoryMegabytes: number;
  /** CPU time of all its threads together. */
  readonly processorSeconds: number;
}

/**
 * Wraps a command in kernel limits that nothing inside can lift, native code included: beyond them memory is refused, and
 * beyond the CPU time the program is killed, even if this process is gone. If the machine still runs out of memory, the
 * kernel kills the program before the service and the database. No core dumps, since the process handles untrusted data.
 *
 * `RLIMIT_DATA` counts only private writable memory (getrlimit(2), Linux 4.7); `RLIMIT_AS` would count what V8 reserves for
 * its pointers and never touches. Node cannot set limits; a shell can, and then execs the program.
 */
export function bounded({ memoryMegabytes, processorSeconds }: Bounds, program: readonly string[]): { command: string; argv: string[] } {
  return {
    command: "/bin/sh",
    argv: ["-c", SCRIPT, "sh", String(memoryMegabytes * 1024), String(processorSeconds), ...program],
  };
}

/** A limit that is already lower cannot be raised and need not be. */
const SCRIPT = [
  "ulimit -c 0",
  'ulimit -d "$1" 2>/dev/null',
  'ulimit -t "$2" 2>/dev/null',
  "{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null",
  "shift 2",
  'exec "$@"',
].join("; ");
