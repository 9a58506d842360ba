import assert from "node:assert/strict";

/** How much longer an input of four times the length may take: linear code takes four times as long, quadratic sixteen. */
const FACTOR = 4;
const RATIO_MAX = 9;
/** Allowance for a busy machine. */
const SLACK_MILLISECONDS = 60;
/** Far more than any of these takes. */
const MILLISECONDS_MAX = 10_000;
const ROUNDS = 3;

/** `work(size)` takes time in proportion to the size: measured on it and on four times as much. */
export function assertLinear(size: number, work: (size: number) => () => unknown): void {
  const [small, large] = [work(size), work(size * FACTOR)];
  const [least, most] = [millisecondsOf(small), millisecondsOf(large)];
  assert.ok(most < least * RATIO_MAX + SLACK_MILLISECONDS, `${size}: ${least} ms, ${size * FACTOR}: ${most} ms`);
  assert.ok(most < MILLISECONDS_MAX, `${most} ms`);
}

/** CPU time of this thread, the minimum of several rounds, since other load can only add to it. */
function millisecondsOf(work: () => unknown): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...rounds);
}
