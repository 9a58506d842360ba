import type { Instant } from "@rostrum/contract/formats.ts";
import type { Call } from "../connector.ts";
import type { Server } from "./api.ts";
import type { Stop } from "./errors.ts";
import type { Pin } from "./plan.ts";
import type { Progress } from "./progress.ts";

/** One pin to make. */
export interface Work {
  readonly server: Server;
  readonly call: Call;
  readonly progress: Progress;
  readonly pin: Pin;
  readonly boardId: string;
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

/** While a call has no known outcome and a repeat could make a second pin. */
export const TO_BE_FOUND = {
  kind: "unknown",
  reason: "Pinterest: the outcome of an earlier request is unknown; the board is read before anything is sent again.",
} as const;

export function secondsSince(then: Instant, now: Instant): number {
  return (Date.parse(now) - Date.parse(then)) / 1000;
}
