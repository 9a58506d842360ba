import { type Server, serverOf } from "../../connectors/api.ts";
import type { Account, Call } from "../../connectors/connector.ts";
import type { Stop } from "../../connectors/signs.ts";
import type { Wait } from "../../connectors/wait.ts";
import { type Progress, progressOf } from "./progress.ts";

/** One step of one delivery. */
export interface Work {
  readonly server: Server;
  readonly call: Call;
  readonly progress: Progress;
  readonly account: Account;
}

export type Halt = Wait | Stop;

export function workOf(account: Account, call: Call): Work {
  return { server: serverOf(account, call), call, progress: progressOf(call.checkpoint), account };
}
