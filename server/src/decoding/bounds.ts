/** What a program of its own may take of the machine. */
export interface Bounds {
  /** Of memory that it writes to: heap, buffers, pictures, stacks. */
  readonly memoryMegabytes: number;
  /** Of all its threads together. */
  readonly processorSeconds: number;
}

/**
 * The kernel holds a program to bounds that nothing in it can lift, native code included: beyond them memory is refused, and
 * beyond the processor time it is killed, also when this process is gone. Should the machine run out of memory all the same,
 * the kernel ends it before the service and the database. No core is dumped of what a stranger has broken.
 *
 * `RLIMIT_DATA` counts private writable memory alone (getrlimit(2), Linux 4.7); `RLIMIT_AS` would count what V8 reserves for
 * its pointers and never touches. Node sets no limits itself; a shell does, and becomes the program.
 */
export function bounded({ memoryMegabytes, processorSeconds }: Bounds, program: readonly string[]): { command: string; argv: string[] } {
  return {
    command: "/bin/sh",
    argv: ["-c", SCRIPT, "sh", String(memoryMegabytes * 1024), String(processorSeconds), ...program],
  };
}

/** A limit that is lower already cannot be raised, and need not be. */
const SCRIPT = [
  "ulimit -c 0",
  'ulimit -d "$1" 2>/dev/null',
  'ulimit -t "$2" 2>/dev/null',
  "{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null",
  "shift 2",
  'exec "$@"',
].join("; ");
