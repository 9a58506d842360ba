import type { Instant } from "@rostrum/contract/formats.ts";
import type { Account, Call } from "../connector.ts";
import type { Server } from "./api.ts";
import { serverOf } from "./credentials.ts";
import type { Stop } from "./errors.ts";
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

/** Nothing more can be done now; the engine asks again. Readers see nothing yet. */
export interface Wait {
  readonly kind: "wait";
  readonly seconds: number;
}

export type Halt = Wait | Stop;

export function workOf(account: Account, call: Call): Work {
  return { server: serverOf(account, call), call, progress: progressOf(call.checkpoint), account, author: account.remoteId };
}

export function isMember({ author }: Pick<Work, "author">): boolean {
  return author.startsWith("urn:li:person:");
}

export function wait(seconds: number): Wait {
  return { kind: "wait", seconds: Math.max(1, Math.ceil(seconds)) };
}

export function secondsSince(then: Instant, now: Instant): number {
  return (Date.parse(now) - Date.parse(then)) / 1000;
}
