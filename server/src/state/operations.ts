import { fromEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { PrivateOutput } from "@rostrum/contract/private-operations.ts";
import type { App } from "../app.ts";
import { VERSION } from "../version.ts";
import { listNetworkStates, readCounts, readDatabaseFacts, readEngineState } from "./store.ts";

/** What waits, what is late, and what networks made of the last day's deliveries. */
export async function showServiceState(app: App): Promise<PrivateOutput<"showServiceState">> {
  const { config, db, clock } = app;
  const now = clock.now();
  return {
    version: VERSION,
    node: process.versions.node,
    publicUrl: config.publicUrl,
    startedAt: fromEpochMilliseconds(performance.timeOrigin),
    database: { ...(await readDatabaseFacts(db)), embedded: config.databaseUrl === null },
    counts: await readCounts(db),
    engine: await readEngineState(db, now),
    networks: await listNetworkStates(db, now),
  };
}
