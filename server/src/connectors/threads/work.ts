import type { Instant } from "@rostrum/contract/formats.ts";
import type { Call } from "../connector.ts";
import type { Server } from "./api.ts";
import type { Stop } from "./errors.ts";
import type { Piece } from "./plan.ts";
import type { Progress } from "./progress.ts";

/** One piece to publish. */
export interface Work {
  readonly server: Server;
  readonly call: Call;
  readonly progress: Progress;
  readonly piece: Piece;
  readonly parent: Parent | null;
}

/** The post that the piece replies to. */
export interface Parent {
  readonly id: string;
  /** The piece of the same delivery that it is, and what that one replies to; null for a post that was published before. */
  readonly piece: Piece | null;
  readonly grandparentId: string | null;
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

/** While a call has no known outcome and a repeat could post twice. */
export const TO_BE_FOUND = {
  kind: "unknown",
  reason: "Threads: the outcome of an earlier request is unknown; it is looked up before anything is sent again.",
} as const;

export function secondsSince(then: Instant, now: Instant): number {
  return (Date.parse(now) - Date.parse(then)) / 1000;
}
