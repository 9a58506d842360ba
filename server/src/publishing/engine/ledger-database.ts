import { type ConnectOptions, connect, type Database, LEDGER_NAME } from "../../ground/database/connect.ts";

/** One for each lane of the ledger, and one for the clock. */
const CONNECTIONS = 5;

/**
 * Connections for the ledger's own statements. Each statement is planned once per connection and must reach every row by
 * an index: a fresh installation plans while its tables are empty, and a sequential scan that is cheap then would stay in
 * the plan once there are thousands of posts.
 */
export function connectLedger(url: string, options: Pick<ConnectOptions, "log" | "idleTransactionSeconds">): Database {
  return connect(url, {
    ...options,
    name: LEDGER_NAME,
    poolSize: CONNECTIONS,
    settings: { plan_cache_mode: "force_generic_plan", enable_seqscan: "off", enable_hashjoin: "off", enable_mergejoin: "off" },
  });
}
