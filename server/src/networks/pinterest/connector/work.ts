import type { Server } from "../../connectors/api.ts";
import type { Call } from "../../connectors/connector.ts";
import type { Stop } from "../../connectors/signs.ts";
import type { Wait } from "../../connectors/wait.ts";
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
