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
  /** Who publishes: the URN of a person or an organization. */
  readonly author: string;
}

export type Halt = Wait | Stop;

export function workOf(account: Account, call: Call): Work {
  return { server: serverOf(account, call), call, progress: progressOf(call.checkpoint), account, author: account.remoteId };
}

export function isMember({ author }: Pick<Work, "author">): boolean {
  return author.startsWith("urn:li:person:");
}

/** The address at which readers find a post. */
export function addressOf({ call }: Pick<Work, "call">, urn: string): string {
  return `${call.host("www")}/feed/update/${urn}/`;
}
