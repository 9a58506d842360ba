import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connect, type Database } from "../server/src/ground/database/connect.ts";
import { startEmbedded } from "../server/src/ground/database/embedded.ts";
import { migrate } from "../server/src/ground/database/migrate.ts";
import { temporaryFolder } from "../server/src/ground/database/testing.ts";
import type { Role } from "../server/src/serve.ts";
import { freePort } from "../server/src/testing/free-port.ts";
import { type Child, ROLE, startChild } from "./processes/child.ts";

/** The service and its floor, each in its own process, on a shared embedded database. Disposing stops and removes everything. */
export interface Ground extends AsyncDisposable {
  readonly db: Database;
  readonly service: Child;
  readonly floor: Child;
}

/**
 * @param seed stores what the bench needs, in the database or the service's data directory; runs before the two processes are there
 * @param environment further settings of the service
 */
export async function openGround<Seeded>(
  seed: (db: Database, dataDirectory: string) => Promise<Seeded>,
  environment: Readonly<Record<string, string>> = {},
): Promise<Ground & { readonly seeded: Seeded }> {
  await using opening = new AsyncDisposableStack();
  const soil = opening.use(await openSoil());
  const { db } = soil;
  const seeded = await seed(db, soil.dataDirectory);
  const service = opening.use(await soil.start("all", environment));
  const floor = opening.use(await startChild("floor.ts", { DATABASE_URL: soil.databaseUrl }));
  const opened = opening.move();
  return { db, service, floor, seeded, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** For two workers and the floor beside the service. */
const CONNECTIONS = 160;

/** A migrated database without any process of the service. Disposing removes it; processes have to be stopped before. */
export interface Soil extends AsyncDisposable {
  readonly db: Database;
  readonly databaseUrl: string;
  readonly dataDirectory: string;
  /** Starts a process of the service in a role. All listen on one port, so only one of them may be other than a worker. */
  start(role: Role, environment: Readonly<Record<string, string>>): Promise<Child>;
}

export async function openSoil(): Promise<Soil> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await temporaryFolder());
  const database = opening.use(await startEmbedded({ dataDirectory: folder.path, log: () => {}, connections: CONNECTIONS }));
  await migrate(database.url, { log: () => {} });
  const db = opening.adopt(connect(database.url, { poolSize: 2, log: () => {} }), (pool) => pool.end());
  const dataDirectory = join(folder.path, "service");
  const settings = {
    DATABASE_URL: database.url,
    ROSTRUM_DATA_DIR: dataDirectory,
    HOST: "127.0.0.1",
    PORT: String(await freePort()),
    ...QUIET,
  };
  const { environment: start, flags } = howItStarts();
  const opened = opening.move();
  return {
    db,
    databaseUrl: database.url,
    dataDirectory,
    start: (role, environment) => startChild("service.ts", { ...settings, ...start, ...environment, [ROLE]: role }, flags),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** A database, and the network of `processes/microblog.ts`, which answers in 50 ms. */
export interface NetworkedSoil extends AsyncDisposable {
  readonly soil: Soil;
  readonly network: Child;
  /** The service's, for what is stored sealed. */
  readonly secretKey: Buffer;
  /** Of a process that publishes to the network. */
  readonly environment: Readonly<Record<string, string>>;
}

export async function openNetworkedSoil(): Promise<NetworkedSoil> {
  await using opening = new AsyncDisposableStack();
  const network = opening.use(await startChild("microblog.ts", {}));
  const soil = opening.use(await openSoil());
  const secretKey = randomBytes(32);
  const opened = opening.move();
  return {
    soil,
    network,
    secretKey,
    environment: {
      ROSTRUM_SECRET_KEY: secretKey.toString("base64"),
      ROSTRUM_MASTODON_API_URL: `http://127.0.0.1:${network.port}/mastodon`,
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** The environment and Node flags with which `npm start` starts the service. */
export function howItStarts(): { environment: Record<string, string>; flags: string[] } {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: { start: string } };
  const words = scripts.start.split(" ");
  const cache = words.find((word) => word.startsWith("NODE_COMPILE_CACHE="))?.split("=")[1];
  return {
    environment: cache === undefined ? {} : { NODE_COMPILE_CACHE: join(ROOT, cache) },
    flags: words.filter((word) => word.startsWith("--")),
  };
}

const ROOT = join(import.meta.dirname, "..");

const QUIET = {
  ROSTRUM_RATE_LIMIT_ROUTE: "0",
  ROSTRUM_RATE_LIMIT_RESOURCE: "0",
  ROSTRUM_POSTS_PER_BRAND: "0",
  ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "0",
  ROSTRUM_SANDBOX: "0",
  ROSTRUM_DEMO: "0",
  ROSTRUM_LOG_LEVEL: "warn",
};
