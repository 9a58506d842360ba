import type { Server } from "../../connectors/api.ts";
import type { Call } from "../../connectors/connector.ts";
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
