import type { Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../../../server/src/app.ts";
import { Changes } from "../../../server/src/doors/live/changes.ts";
import { readConfig } from "../../../server/src/ground/config.ts";
import { connect } from "../../../server/src/ground/database/connect.ts";
import { AdvisoryLocks, LOCK_SPACES } from "../../../server/src/ground/database/locks.ts";
import { HeardClocks } from "../../../server/src/ground/net/heard-clocks.ts";
import { createNet } from "../../../server/src/ground/net/index.ts";
import { createLog } from "../../../server/src/ground/observability/log.ts";
import { createMetrics } from "../../../server/src/ground/observability/metrics.ts";
import { createSecrets } from "../../../server/src/ground/secrets/seal.ts";
import { openStorage } from "../../../server/src/ground/storage/open.ts";
import { instantConnector } from "../../../server/src/testing/instant-connector.ts";
import { logInAt } from "./log-in.ts";
import type { KeeperFacts } from "./words.ts";

const SECRET_KEY = Buffer.alloc(32, 7);
const POOL_SIZE = 5;

export interface OpenApp extends AsyncDisposable {
  readonly app: App;
}

/** The part of the service that grants need. The keepers and the harness share one secret key. */
export async function openApp(facts: Omit<KeeperFacts, "grantIds" | "now">, now: () => Instant): Promise<OpenApp> {
  const { name, habit, databaseUrl, networkUrl, folder } = facts;
  await using opened = new AsyncDisposableStack();
  const config = readConfig({ ROSTRUM_DATA_DIR: folder });
  // The connections' name tells the harness whose they are.
  const db = opened.adopt(connect(databaseUrl, { poolSize: POOL_SIZE, log: () => {}, settings: { application_name: name } }), (pool) =>
    pool.end(),
  );
  const app: App = {
    config,
    db,
    clock: { now },
    net: opened.use(createNet({ allowPrivate: [], trustedOrigins: [networkUrl], userAgent: "Rostrum" })),
    heardClocks: new HeardClocks(),
    storage: await openStorage(config),
    secrets: createSecrets(SECRET_KEY),
    log: createLog("error"),
    metrics: createMetrics({ version: "0.0.0" }),
    traces: null,
    connectors: { Mastodon: { ...instantConnector("Mastodon"), logIns: [logInAt(networkUrl, { keeper: name, habit })] } },
    networks: { sandboxCredentials: async () => null, hasSandbox: () => false, sandboxApplication: () => null },
    grantLocks: opened.use(new AdvisoryLocks(databaseUrl, LOCK_SPACES.grants)),
    changes: opened.use(new Changes({ db, url: databaseUrl, log: createLog("error") })),
    sandboxUrl: null,
    wake() {},
    wakeMail() {},
  };
  const open = opened.move();
  return { app, [Symbol.asyncDispose]: () => open.disposeAsync() };
}
