import type { Instant } from "@rostrum/contract/formats.ts";
import type { GRANT_CRASH_POINTS } from "../../../server/src/ground/crash-points.ts";

export type GrantPoint = (typeof GRANT_CRASH_POINTS)[number];

/** Messages between harness and keeper. A keeper works from `go` to `pause`, and at one moment of the harness's clock. */
export type Order =
  | { readonly kind: "go"; readonly now: Instant }
  | { readonly kind: "pause" }
  /** Kills the keeper when it reaches the point for the n-th time; null: never mind. */
  | { readonly kind: "arm"; readonly strike: PointStrike | null };

export type News = { readonly kind: "ready" } | { readonly kind: "paused" };

export interface PointStrike {
  readonly point: GrantPoint;
  readonly hits: number;
}

/** `hasty` uses new tokens before they are stored, which must not go unnoticed. */
export type Habit = "careful" | "hasty";

/** What a keeper needs before the first message, as JSON in the environment variable. */
export interface KeeperFacts {
  readonly name: string;
  readonly habit: Habit;
  readonly databaseUrl: string;
  readonly networkUrl: string;
  readonly folder: string;
  readonly grantIds: readonly number[];
  readonly now: Instant;
}

export const FACTS = "CRASH_KEEPER";
/** Tells the network which keeper asks. */
export const KEEPER_HEADER = "x-keeper";
