import type { Call } from "../connector.ts";
import type { Wait } from "../wait.ts";
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

export type Halt = Wait | Stop;
