import type { Database } from "../../ground/database/connect.ts";
import { AdvisoryLocks } from "../../ground/database/locks.ts";
import type { Log } from "../../ground/observability/log.ts";
import { type Jobs, startJobs } from "./jobs.ts";
import { connectLedger } from "./ledger-database.ts";

/** How background work opens what it needs of the database beside the pool that all share. */
export interface DatabaseAccess {
  locks(space: number): AdvisoryLocks;
  ledger(): Database;
  jobs(): Promise<Jobs>;
}

export interface DatabaseAccessOptions {
  /** Keeps sessions. */
  readonly url: string;
  /** Jobs need no session: their address may be a pooler's. Default: the same. */
  readonly jobs?: { readonly url: string; readonly isPooled: boolean };
  readonly log: Log;
  /** For tests that freeze processes: how long one may be silent before what it holds goes to others. */
  readonly silenceSeconds?: number;
}

export function databaseAccessOf({ url, jobs = { url, isPooled: false }, log, silenceSeconds }: DatabaseAccessOptions): DatabaseAccess {
  const tell = (event: string, facts: Record<string, unknown>) => log.warn({ event, ...facts });
  const silence = silenceSeconds === undefined ? {} : { silenceSeconds };
  const idle = silenceSeconds === undefined ? {} : { idleTransactionSeconds: silenceSeconds };
  return {
    locks: (space) => new AdvisoryLocks(url, space, { log: tell, ...silence }),
    ledger: () => connectLedger(url, { log: tell, ...idle }),
    jobs: () => startJobs({ ...jobs, log, supervise: true }),
  };
}
