import type { Call } from "../connector.ts";
import type { Wait } from "../wait.ts";
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

export type Halt = Wait | Stop;

/** While a call has no known outcome and a repeat could make a second pin. */
export const TO_BE_FOUND = {
  kind: "unknown",
  reason: "Pinterest: the outcome of an earlier request is unknown; the board is read before anything is sent again.",
} as const;
