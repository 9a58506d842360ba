import type { CrashPoint } from "../../server/src/ground/crash-points.ts";

/** Messages between harness and service. */
export type Order =
  | { readonly kind: "time"; readonly offsetMilliseconds: number }
  | { readonly kind: "arm"; readonly strike: Strike | null }
  | { readonly kind: "look" };

export type News = { readonly kind: "ready" } | { readonly kind: "struck"; readonly point: CrashPoint } | { readonly kind: "looked" };

/** `frozen`: a worker is stopped and woken again. `rolling`: every process is replaced by a new one, one after the other. */
export const VICTIMS = ["service", "database", "both", "frozen", "rolling"] as const;
export type Victim = (typeof VICTIMS)[number];

/** File descriptor to which a process writes where it is, right before it freezes itself: a message might leave too late. */
export const FREEZE_DESCRIPTOR = 4;

/** Kills the victim when the process reaches the point for the n-th time. */
export interface Strike {
  readonly point: CrashPoint;
  readonly hits: number;
  readonly victim: Victim;
}

/** Environment variables with what a service process needs before the first message. */
export const ROLE = "CRASH_ROLE";
export const OFFSET = "CRASH_OFFSET_MILLISECONDS";
export const SILENCE_SECONDS = "CRASH_SILENCE_SECONDS";
/** Folder with the migrations of the version that the process plays; absent: this one's. */
export const MIGRATIONS = "CRASH_MIGRATIONS";
/** How many files and connections a process may have open; absent: as many as the machine lets it. */
export const OPEN_FILES = "CRASH_OPEN_FILES";
export const DATABASE_PID_FILE = "CRASH_DATABASE_PID_FILE";
