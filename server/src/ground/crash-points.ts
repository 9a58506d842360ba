/**
 * The moments between two durable writes. A process killed at any of them must neither lose a post nor send one twice. The
 * crash tests kill there; in production a point costs one comparison.
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

/** The same for the renewal of grants: killed at any of them, no token may be lost. */
export const GRANT_CRASH_POINTS = ["grant.after-claim", "grant.after-renew", "grant.after-store"] as const;

/** The same for mail: killed at either, it is sent when the service is back. */
export const MAIL_CRASH_POINTS = ["mail.before-send", "mail.after-send"] as const;

/** The same for events on their way to webhooks: killed at any of them, each arrives in the end, under its id. */
export const WEBHOOK_CRASH_POINTS = ["webhook.after-take", "webhook.after-send", "webhook.before-commit", "webhook.after-commit"] as const;
/** The same for imports: killed at any of them, each row becomes one post, and each post that is to go goes. */
export const IMPORT_CRASH_POINTS = ["import.before-commit", "import.after-commit", "undo.before-commit", "undo.after-commit"] as const;

/** The same for what people are told: killed at any of them, each is told in the end. */
export const NOTIFICATION_CRASH_POINTS = [
  "notification.before-commit",
  "notification.after-commit",
  "notification.after-take",
  "notification.after-call",
] as const;

export type CrashPoint =
  | (typeof CRASH_POINTS)[number]
  | (typeof GRANT_CRASH_POINTS)[number]
  | (typeof MAIL_CRASH_POINTS)[number]
  | (typeof WEBHOOK_CRASH_POINTS)[number]
  | (typeof NOTIFICATION_CRASH_POINTS)[number]
  | (typeof IMPORT_CRASH_POINTS)[number];

let watcher: ((point: CrashPoint) => void) | null = null;

/** Marks that the process has reached this point. */
export function crashPoint(point: CrashPoint): void {
  watcher?.(point);
}

/** For the crash tests only: called at every point of this process, and may kill it on the spot. */
export function watchCrashPoints(watch: (point: CrashPoint) => void): void {
  watcher = watch;
}
