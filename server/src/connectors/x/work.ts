import type { Instant } from "@rostrum/contract/formats.ts";
import type { Call } from "../connector.ts";
import type { Server } from "./api.ts";
import type { Stop } from "./errors.ts";
import type { Piece } from "./plan.ts";
import type { Progress } from "./progress.ts";
import type { Settings } from "./settings.ts";

/** One post to publish. */
export interface Work {
  readonly server: Server;
  readonly call: Call;
  readonly progress: Progress;
  readonly settings: Settings;
  /** Whose account it is. */
  readonly userId: string;
  readonly piece: Piece;
  /** The post that it replies to. */
  readonly parentId: string | null;
}

/** Nothing more can be done now; the engine asks again. */
export interface Wait {
  readonly kind: "wait";
  readonly seconds: number;
}

export type Halt = Wait | Stop;

export function wait(seconds: number): Wait {
  return { kind: "wait", seconds: Math.max(1, Math.ceil(seconds)) };
}

/** While a request has no known outcome and a repetition could post twice. */
export const TO_BE_FOUND = {
  kind: "unknown",
  reason: "X: the outcome of an earlier request is unknown; it is looked up before anything is sent again.",
} as const;

export function secondsSince(then: Instant, now: Instant): number {
  return (Date.parse(now) - Date.parse(then)) / 1000;
}
