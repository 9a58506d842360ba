import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import fastify, { type FastifyInstance } from "fastify";
import type { App } from "./app.ts";
import { runAutomations } from "./automations/loop.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type Config, readConfig } from "./config.ts";
import { connectors } from "./connectors/index.ts";
import { connect } from "./database/connect.ts";
import { startEmbedded } from "./database/embedded.ts";
import { AdvisoryLocks, LOCK_SPACES } from "./database/locks.ts";
import type { TellEvent } from "./database/log.ts";
import { migrate } from "./database/migrate.ts";
import { requireSessions } from "./database/sessions.ts";
import { sweepDeletions } from "./deletions/sweep.ts";
import { type Demo, makeDemo } from "./demo/make.ts";
import { type BackgroundWork, type Engine, startEngine } from "./engine/engine.ts";
import { createWaker, type Waker } from "./engine/waker.ts";
import { runGrants } from "./grants/loop.ts";
import { createServer } from "./http/app.ts";
import { health } from "./http/health.ts";
import { guardSandbox, sandboxPass } from "./http/sandbox-door.ts";
import { Changes } from "./live/changes.ts";
import { runMail } from "./mail/loop.ts";
import { runCatchUp } from "./media/catch-up.ts";
import { startMediaKeeping } from "./media/orphans-loop.ts";
import { createNet } from "./net/index.ts";
import { createLog, type Log } from "./observability/log.ts";
import { createMetrics } from "./observability/metrics.ts";
import { KnownSecrets, secretsOf } from "./observability/secrets.ts";
import { terminalLog } from "./observability/terminal.ts";
import { mountSandbox } from "./sandbox/mount.ts";
import { sandboxDirectory, sandboxOn } from "./sandbox/networks.ts";
import { secretFile } from "./secrets/files.ts";
import { createSecrets } from "./secrets/seal.ts";
import { openStorage } from "./storage/open.ts";
import { sumTotals } from "./totals/loop.ts";
import { VERSION } from "./version.ts";
import { memoryLimiter, sharedLimiter } from "./web/rate-limits.ts";

export type Role = "all" | "api" | "worker";

export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly demo: Demo | null;
  /** Looks for due work now instead of at the next poll: for tests that have moved the clock. */
  wake(): void;
}

/** Database connections for requests and background work. */
export const POOL_SIZE = 20;
/** For what holds a lock for longer than a transaction, where a pooler is between the others and the server. */
const SESSION_POOL_SIZE = 2;

/**
 * Starts the service in a role and resolves when it is ready. Disposing it finishes work in flight and stops. `clock` replaces
 * the system clock, for tests that move time.
 */
export async function startService(
  environment: Readonly<Record<string, string | undefined>>,
  role: Role,
  { clock = systemClock }: { readonly clock?: Clock } = {},
): Promise<Service> {
  const config = readConfig(environment);
  const known = new KnownSecrets(secretsOf(config));
  const log = createLog(config.logLevel, { known, terminal: process.stdout.isTTY ? await terminalLog() : undefined });
  await using starting = new AsyncDisposableStack();
  await mkdir(config.dataDirectory, { recursive: true, mode: 0o700 });
  const databaseUrl = await openDatabase(config, log, starting);
  const isPooled = config.databaseDirectUrl !== null;
  const open = (url: string, options: { readonly poolSize: number; readonly isPooled: boolean }) =>
    starting.adopt(connect(url, { ...options, log: (event, facts) => log.warn({ event, ...facts }) }), (pool) => pool.end());
  const db = open(config.databaseUrl ?? databaseUrl, { poolSize: POOL_SIZE, isPooled });
  const sessions = isPooled ? open(databaseUrl, { poolSize: SESSION_POOL_SIZE, isPooled: false }) : db;
  const grantLocks = starting.use(new AdvisoryLocks(databaseUrl, LOCK_SPACES.grants));
  const changes = starting.use(new Changes({ db, url: databaseUrl, log }));
  const app = await compose({ config, log, db, clock, grantLocks, changes }, known);
  starting.use(app.net);
  starting.use(startMediaKeeping({ ...app, db: sessions }));
  if (config.metricsPort !== null) starting.defer(await listenForProbes(app, config.metricsPort));
  const server = role === "worker" ? null : await listen(app, known);
  // Stopped before the server, because the sandbox networks that its attempts call are part of the server.
  starting.defer(async () => void (await server?.close()));
  const demo = config.demo && role === "all" ? await makeDemo(app) : null;
  if (role !== "api") app.engine = starting.use(await startEngine(app, databaseUrl, backgroundWork(app, databaseUrl)));
  const running = starting.move();
  return { url: config.publicUrl, demo, wake: app.wake, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

function backgroundWork(app: ComposedApp, databaseUrl: string): readonly BackgroundWork[] {
  return [
    (stop) => runCatchUp(app, stop),
    (stop) => runGrants(app, stop),
    (stop) => sweepDeletions(app, stop),
    (stop) => sumTotals(app, stop),
    (stop) => {
      app.mailWaker = createWaker(stop);
      return runMail(app, { waker: app.mailWaker, stop });
    },
    async (stop) => {
      await using locks = new AdvisoryLocks(databaseUrl, LOCK_SPACES.automations);
      await runAutomations(app, { locks, stop });
    },
  ];
}

/** The address of the database's sessions. */
async function openDatabase(config: Config, log: Log, stack: AsyncDisposableStack): Promise<string> {
  const tell: TellEvent = (event, facts, level = "info") => log[level]({ event, ...facts });
  const { databaseUrl, databaseDirectUrl: direct, dataDirectory } = config;
  if (databaseUrl !== null) await requireSessions({ url: databaseUrl, direct });
  const url = direct ?? databaseUrl ?? stack.use(await startEmbedded({ dataDirectory, log: tell })).url;
  await migrate(url, { log: tell });
  return url;
}

interface ComposedApp extends App {
  engine: Engine | null;
  mailWaker: Waker | null;
}

async function compose(
  parts: Pick<App, "config" | "log" | "db" | "clock" | "grantLocks" | "changes">,
  known: KnownSecrets,
): Promise<ComposedApp> {
  const { config, db, clock } = parts;
  const key = config.secretKey ?? (await secretFile(config.dataDirectory, "secret-key", () => randomBytes(32).toString("base64")));
  known.add(key);
  const sandboxUrl = config.sandbox === "off" ? null : `${localUrl(config)}/sandbox`;
  const secrets = createSecrets(Buffer.from(key, "base64"));
  const app: ComposedApp = {
    ...parts,
    net: createNet({
      allowPrivate: config.allowPrivateNetworks,
      trustedOrigins: [...Object.values(config.hostUrls), ...(sandboxUrl ? [sandboxUrl] : [])].map((url) => new URL(url).origin),
      passes: sandboxUrl === null ? [] : [{ below: sandboxUrl, headers: sandboxPass(secrets) }],
      userAgent: `Rostrum/${VERSION} (+${config.publicUrl})`,
    }),
    storage: await openStorage(config),
    secrets,
    metrics: createMetrics({ version: VERSION }),
    connectors,
    networks: sandboxDirectory({ db, now: () => clock.now(), sandboxUrl }),
    sandboxUrl,
    engine: null,
    mailWaker: null,
    wake: () => app.engine?.wake(),
    wakeMail: () => app.mailWaker?.wake(),
  };
  return app;
}

/** URL at which this process reaches its own server. */
function localUrl(config: Config): string {
  const everywhere = config.host === "0.0.0.0" || config.host === "::";
  const host = everywhere ? "127.0.0.1" : config.host.includes(":") ? `[${config.host}]` : config.host;
  return `http://${host}:${config.port}`;
}

/** Probes and metrics alone, for workers, which serve nothing else, and for scrapers that must not reach the rest. */
async function listenForProbes(app: App, port: number): Promise<() => Promise<void>> {
  const server = fastify({ logger: false, forceCloseConnections: true });
  await server.register(health, { app });
  await server.listen({ port, host: app.config.host });
  return () => server.close();
}

async function listen(app: App, known: KnownSecrets): Promise<FastifyInstance> {
  const { config } = app;
  const adminToken =
    config.adminToken ?? (await secretFile(config.dataDirectory, "admin-token", () => randomBytes(32).toString("base64url")));
  known.add(adminToken);
  const server = await createServer({
    app,
    adminToken,
    limiter: config.databaseUrl === null ? memoryLimiter(app.clock) : sharedLimiter(app.db, app.clock),
    mount: async (server) => {
      const { sandboxUrl } = app;
      if (sandboxUrl === null) return;
      await mountSandbox(server, {
        ...sandboxOn({ db: app.db, now: () => app.clock.now(), sandboxUrl }),
        guard: (scope) => guardSandbox(scope, app),
        onError: (error) => app.log.error({ event: "sandbox failed", err: error }),
      });
    },
  });
  await server.listen({ port: config.port, host: config.host });
  return server;
}
