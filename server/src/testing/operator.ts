import { once } from "node:events";
import { createServer } from "node:http";
import fastify from "fastify";
import type { App } from "../app.ts";
import { privateApi } from "../doors/http/private-api.ts";
import { Changes } from "../doors/live/changes.ts";
import { systemClock } from "../ground/clock.ts";
import { type Config, readConfig } from "../ground/config.ts";
import { AdvisoryLocks, LOCK_SPACES } from "../ground/database/locks.ts";
import { temporaryFolder, testDatabase } from "../ground/database/testing.ts";
import { HeardClocks } from "../ground/net/heard-clocks.ts";
import { createNet } from "../ground/net/index.ts";
import { createLog } from "../ground/observability/log.ts";
import { createMetrics } from "../ground/observability/metrics.ts";
import { openSecrets } from "../ground/secrets/key.ts";
import { openStorage } from "../ground/storage/open.ts";
import { carryOrigins } from "../ground/web/origin.ts";
import { failureOf, problemOf, sendProblem } from "../ground/web/problems.ts";
import { memoryLimiter } from "../ground/web/rate-limits.ts";
import { connectors } from "../networks/connectors/index.ts";
import { mountSandbox } from "../networks/sandbox/mount.ts";
import { sandboxOn } from "../networks/sandbox/networks.ts";
import { openDirectory } from "../networks/sandbox/open.ts";

export const TEST_ADMIN_TOKEN = "admin-token-of-a-test";

/** A test service with the admin API and the sandbox networks, with its own database and directory. */
export interface OperatorService extends AsyncDisposable {
  readonly app: App;
  /** Without a trailing slash. */
  readonly url: string;
  /** Calls the admin API; the path is relative to `/app/api/admin`. */
  admin(method: string, path: string, body?: unknown, token?: string): Promise<{ readonly status: number; readonly body: unknown }>;
}

export async function operatorService(settings: Readonly<Record<string, string>> = {}): Promise<OperatorService> {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await testDatabase());
  const folder = opened.use(await temporaryFolder());
  // Its address is needed before the routes are made: the networks put it into their links.
  const socket = createServer();
  socket.listen(0, "127.0.0.1");
  await once(socket, "listening");
  const url = addressOf(socket);
  opened.defer(() => void socket.close());
  opened.defer(() => socket.closeAllConnections());
  const config = readConfig({ ROSTRUM_DATA_DIR: folder.path, ...settings });
  const changes = opened.use(new Changes({ db: database.db, url: database.url, log: createLog("warn") }));
  const grantLocks = opened.use(new AdvisoryLocks(database.url, LOCK_SPACES.grants));
  const app = await testApp(config, { db: database.db, url, grantLocks, changes });
  opened.use(app.net);
  const server = fastify({ serverFactory: (handler) => socket.on("request", handler) });
  opened.defer(() => server.close());
  server.setErrorHandler((error, _request, reply) => {
    const problem = problemOf(error);
    if (problem === null) app.log.error({ err: error });
    return sendProblem(reply, problem ?? failureOf(error));
  });
  carryOrigins(server);
  await server.register(privateApi, { prefix: "/app/api", app, adminToken: TEST_ADMIN_TOKEN, limiter: memoryLimiter(app.clock) });
  await mountSandbox(server, sandboxOn({ db: app.db, now: () => app.clock.now(), sandboxUrl: `${url}/sandbox` }));
  await server.ready();
  const open = opened.move();
  return { app, url, admin: adminCaller(url), [Symbol.asyncDispose]: () => open.disposeAsync() };
}

async function testApp(
  config: Config,
  ground: { readonly db: App["db"]; readonly url: string } & Pick<App, "grantLocks" | "changes">,
): Promise<App> {
  const sandboxUrl = config.sandbox !== "off" ? `${ground.url}/sandbox` : null;
  return {
    config,
    db: ground.db,
    clock: systemClock,
    net: createNet({ allowPrivate: [], trustedOrigins: [ground.url, ...Object.values(config.hostUrls)], userAgent: "Rostrum" }),
    heardClocks: new HeardClocks(),
    storage: await openStorage(config),
    secrets: await openSecrets(config),
    log: createLog("warn"),
    metrics: createMetrics({ version: "0.0.0" }),
    traces: null,
    connectors,
    networks: await openDirectory({ db: ground.db, now: () => systemClock.now(), sandboxUrl }),
    grantLocks: ground.grantLocks,
    changes: ground.changes,
    sandboxUrl,
    wake() {},
    wakeMail() {},
  };
}

function adminCaller(url: string): OperatorService["admin"] {
  return async (method, path, body, token = TEST_ADMIN_TOKEN) => {
    const response = await fetch(`${url}/app/api/admin${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
}

function addressOf(socket: ReturnType<typeof createServer>): string {
  const address = socket.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen on a port");
  return `http://127.0.0.1:${address.port}`;
}
