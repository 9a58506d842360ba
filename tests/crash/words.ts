import type { CrashPoint } from "../../server/src/crash-points.ts";

/** Messages between harness and service. */
export type Order =
  | { readonly kind: "time"; readonly offsetMilliseconds: number }
  | { readonly kind: "arm"; readonly strike: Strike | null };

export type News = { readonly kind: "ready" } | { readonly kind: "struck"; readonly point: CrashPoint };

export const VICTIMS = ["service", "database", "both"] as const;
export type Victim = (typeof VICTIMS)[number];

/** Kills the victim when the process reaches the point for the n-th time. */
export interface Strike {
  readonly point: CrashPoint;
  readonly hits: number;
  readonly victim: Victim;
}

/** Environment variables with what a service process needs before the first message. */
export const ROLE = "CRASH_ROLE";
export const OFFSET = "CRASH_OFFSET_MILLISECONDS";
export const DATABASE_PID_FILE = "CRASH_DATABASE_PID_FILE";
