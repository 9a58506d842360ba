/**
 * The moments between two durable writes: a process that is killed at any of them must neither lose a post nor send one
 * twice. The crash tests kill there; otherwise a point costs one comparison.
 */
export const CRASH_POINTS = [
  "create.before-commit",
  "create.after-commit",
  "patch.before-commit",
  "patch.after-commit",
  "delete.before-commit",
  "delete.after-commit",
  "departure.before-commit",
  "departure.after-commit",
  "slots.before-commit",
  "slots.after-commit",
  "rejoin.before-commit",
  "rejoin.after-commit",
  "jobs.before-request",
  "jobs.after-request",
  "job.after-take",
  "job.before-done",
  "job.after-done",
  "attempt.before-start",
  "attempt.after-start",
  "attempt.after-call",
  "checkpoint.before-write",
  "checkpoint.after-write",
  "outcome.before-commit",
  "outcome.after-commit",
  "cut-off.before-commit",
  "cut-off.after-commit",
  "end.before-commit",
  "end.after-commit",
  "counts.before-write",
  "counts.after-write",
] as const;
export type CrashPoint = (typeof CRASH_POINTS)[number];

let watcher: ((point: CrashPoint) => void) | null = null;

/** Says that the process has come to this point. */
export function crashPoint(point: CrashPoint): void {
  watcher?.(point);
}

/** For the crash tests alone: hears of every point of this process, and may end the process there and then. */
export function watchCrashPoints(watch: (point: CrashPoint) => void): void {
  watcher = watch;
}
