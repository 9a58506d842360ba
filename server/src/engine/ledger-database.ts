import { connect, type Database } from "../database/connect.ts";
import type { Log } from "../observability/log.ts";

/** The lanes of the ledger, and the clock. */
const CONNECTIONS = 4;

/**
 * Connections for the ledger's own statements. They are planned once per connection and reach every row by an index: a
 * fresh installation's tables are empty when the plans are made, and a plan that reads an empty table from its beginning to
 * its end still does so when thousands of posts have come.
 */
export function connectLedger(url: string, log: Log): Database {
  return connect(url, {
    poolSize: CONNECTIONS,
    log: (event, facts) => log.warn({ event, ...facts }),
    settings: { plan_cache_mode: "force_generic_plan", enable_seqscan: "off", enable_hashjoin: "off", enable_mergejoin: "off" },
  });
}
