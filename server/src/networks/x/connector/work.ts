import type { Server } from "../../connectors/api.ts";
import type { Account, Call } from "../../connectors/connector.ts";
import type { Stop } from "../../connectors/signs.ts";
import type { Wait } from "../../connectors/wait.ts";
import type { Piece } from "./plan.ts";
import type { Progress } from "./progress.ts";
import type { Settings } from "./settings.ts";

/** One post to publish. */
export interface Work {
  readonly server: Server;
  readonly call: Call;
  readonly progress: Progress;
  readonly settings: Settings;
  readonly account: Account;
  readonly piece: Piece;
  /** The post that it replies to. */
  readonly parentId: string | null;
}

export type Halt = Wait | Stop;

/** Names change, but X finds a post by its id under any name. */
export function addressOf({ server, account }: Pick<Work, "server" | "account">, id: string): string {
  return `${server.reach.host("www")}/${account.handle.replace(/^@/, "") || "i"}/status/${id}`;
}
