import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import type { Instant } from "@rostrum/contract/formats.ts";
import fastify, { type FastifyInstance } from "fastify";
import type { App } from "./app.ts";
import { refreshAccounts } from "./brands/channels/refresh-accounts.ts";
import { sweepDeletions } from "./brands/deletions/sweep.ts";
import { runCatchUp } from "./brands/media/catch-up.ts";
import { startMediaKeeping } from "./brands/media/orphans-loop.ts";
import { followZoneRules } from "./brands/queue/zone-rules.ts";
import { sumTotals } from "./brands/totals/loop.ts";
import { NEXT_SUM } from "./brands/totals/store.ts";
import { createServer } from "./doors/http/app.ts";
import { type Door, openDoor } from "./doors/http/door.ts";
import { health } from "./doors/http/health.ts";
import { boundedServer, TIMEOUTS } from "./doors/http/pipelines.ts";
import { guardSandbox, sandboxPass } from "./doors/http/sandbox-door.ts";
import { Changes } from "./doors/live/changes.ts";
import { sweepAudit } from "./ground/audit/sweep.ts";
import { processAwake } from "./ground/awake.ts";
import { type Clock, systemClock } from "./ground/clock.ts";
import { type Config, readConfig, unknownSettingsIn } from "./ground/config.ts";
import { connect } from "./ground/database/connect.ts";
import { startEmbedded } from "./ground/database/embedded.ts";
import { messageOf } from "./ground/database/failures.ts";
import { LOCK_SPACES } from "./ground/database/locks.ts";
import type { TellEvent } from "./ground/database/log.ts";
import { missingTimeOutsAt, requireSessions } from "./ground/database/sessions.ts";
import type { Waker } from "./ground/loops/waker.ts";
import { HeardClocks } from "./ground/net/heard-clocks.ts";
import { createNet } from "./ground/net/index.ts";
import { createLog, type Log } from "./ground/observability/log.ts";
import { createMetrics } from "./ground/observability/metrics.ts";
import { KnownSecrets, secretsOf } from "./ground/observability/secrets.ts";
import { terminalLog } from "./ground/observability/terminal.ts";
import { secretFile } from "./ground/secrets/files.ts";
import { readKeys, secretKey, secretsUnder } from "./ground/secrets/key.ts";
import { openStorage } from "./ground/storage/open.ts";
import { watchedStorage } from "./ground/storage/watched.ts";
import { VERSION } from "./ground/version.ts";
import { memoryLimiter, sharedLimiter } from "./ground/web/rate-limits.ts";
import { runArchives } from "./intake/archives/loop.ts";
import { NEXT_ARCHIVE } from "./intake/archives/store.ts";
import { runAutomations } from "./intake/automations/loop.ts";
import { NEXT_RUN } from "./intake/automations/run-store.ts";
import { runImports } from "./intake/imports/loop.ts";
import { NEXT_IMPORT } from "./intake/imports/work-store.ts";
import { connectors } from "./networks/connectors/index.ts";
import { runGrants } from "./networks/grants/loop.ts";
import { mountAll, openDirectory } from "./networks/sandbox/open.ts";
import { openSetupCode } from "./people/sign-in/setup-code.ts";
import { keepDetails } from "./publishing/engine/attempt-details.ts";
import { type DatabaseAccess, databaseAccessOf } from "./publishing/engine/database-access.ts";
import { type BackgroundWork, type Engine, startEngine } from "./publishing/engine/engine.ts";
import { endBackup } from "./running/backup/kept.ts";
import { type Demo, makeDemo } from "./running/demo/make.ts";
import { openTraces } from "./running/open-traces.ts";
import { runResealing } from "./running/sealing/reseal.ts";
import { bringUpToDate } from "./running/upgrades/upgrade.ts";
import { runMail } from "./telling/mail/loop.ts";
import { NEXT_MAIL } from "./telling/mail/store.ts";
import { runNotifications } from "./telling/notifications/loop.ts";
import { NEXT_NOTICE } from "./telling/notifications/sends-store.ts";
import { runWebhooks } from "./telling/webhooks/loop.ts";
import { NEXT_SEND } from "./telling/webhooks/sends-store.ts";

export type Role = "all" | "api" | "worker";

export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly demo: Demo | null;
  /** What the maker of the first account has to type; null once there is a person, and where no pages are served. */
  readonly setupCode: string | null;
  /** Looks for due work now instead of at the next poll: for tests that have moved the clock. */
  wake(): void;
}

/** Database connections for requests and background work. */
export const POOL_SIZE = 20;
/** For what holds a lock for longer than a transaction, where a pooler is between the others and the server. */
const SESSION_POOL_SIZE = 2;

interface StartOptions {
  /** Ends a start that waits for the database, with the signal's reason. */
  readonly stop?: AbortSignal;
  /** For tests: replaces the system clock, to move time. */
  readonly clock?: Clock;
  /** For tests: after this much silence of a process the database gives what it holds to others. */
  readonly silenceSeconds?: number;
  /** For tests: folder with the migrations of another version. */
  readonly migrations?: string;
}

/**
 * Starts the service in a role and resolves when it is ready. Its ports listen at once, and say until then what it waits for.
 * Disposing it finishes work in flight and stops.
 */
export async function startService(
  environment: Readonly<Record<string, string | undefined>>,
  role: Role,
  { clock = systemClock, stop = new AbortController().signal, silenceSeconds, migrations }: StartOptions = {},
): Promise<Service> {
  const config = readConfig(environment);
  const known = new KnownSecrets(secretsOf(config));
  const log = createLog(config.logLevel, { known, terminal: process.stdout.isTTY ? await terminalLog() : undefined });
  for (const { name, nearest } of unknownSettingsIn(environment)) {
    log.warn({
      event: "unknown setting",
      setting: name,
      hint: nearest === null ? "There is no such setting." : `Did you mean ${nearest}?`,
    });
  }
  await using starting = new AsyncDisposableStack();
  await mkdir(config.dataDirectory, { recursive: true, mode: 0o700 });
  const traces = await openTraces(config, log);
  starting.use(traces);
  let status = "starting";
  const say = (now: string) => {
    status = now;
  };
  // The dump before a migration contains it, also that of a first start which was stopped half-way.
  await secretKey(config);
  const doors = await openDoors(config, role, () => status, starting);
  const databaseUrl = await openDatabase({ config, log, clock, say, stop, migrations }, starting);
  starting.use(tellStandstills(log));
  const isPooled = config.databaseDirectUrl !== null;
  const pooledUrl = config.databaseUrl ?? databaseUrl;
  const silence = silenceSeconds === undefined ? {} : { silenceSeconds };
  const open = databaseAccessOf({ url: databaseUrl, jobs: { url: pooledUrl, isPooled }, log, ...silence });
  const tell: TellEvent = (event, facts) => log.warn({ event, ...facts });
  const idle = silenceSeconds === undefined ? {} : { idleTransactionSeconds: silenceSeconds };
  const pool = (url: string, options: { readonly poolSize: number; readonly isPooled: boolean }) =>
    starting.adopt(connect(url, { ...options, ...idle, log: tell }), (pool) => pool.end());
  const db = pool(pooledUrl, { poolSize: POOL_SIZE, isPooled });
  const sessions = isPooled ? pool(databaseUrl, { poolSize: SESSION_POOL_SIZE, isPooled: false }) : db;
  const grantLocks = starting.use(open.locks(LOCK_SPACES.grants));
  const changes = starting.use(new Changes({ db, url: databaseUrl, log }));
  // The demo has a past: while it is made, it is another time.
  let elsewhen: Instant | null = null;
  const time: Clock = { now: () => elsewhen ?? clock.now() };
  const app = await compose({ config, log, db, clock: time, grantLocks, changes, traces }, known);
  starting.use(app.net);
  starting.use(startMediaKeeping({ ...app, db: sessions }, { collects: role !== "api" }));
  starting.defer(() => endBackup(app));
  const probing = doors.probes === null ? null : await servedAt(doors.probes, await probes(app), starting);
  // The engine is stopped before the server, because the sandbox networks that its attempts call are part of the server.
  if (doors.main !== null) (await servedAt(doors.main, await wholeServer(app, known), starting))();
  const travel = (to: Instant | null) => {
    elsewhen = to;
  };
  const demo = config.demo && config.sandbox !== "off" && role === "all" ? await withDemo(app, open, travel) : null;
  if (role !== "api") app.engine = starting.use(await startEngine(app, open, { alongside: backgroundWork(app, open) }));
  // Not before it can work: whoever replaces processes stops another one then.
  probing?.();
  const running = starting.move();
  const setupCode = role === "worker" ? null : await openSetupCode(app);
  return { url: config.publicUrl, demo, setupCode, wake: app.wake, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

async function withDemo(app: ComposedApp, open: DatabaseAccess, travel: (to: Instant | null) => void): Promise<Demo | null> {
  await using locks = open.locks(LOCK_SPACES.channels);
  const ledgerDb = open.ledger();
  try {
    return await makeDemo(app, { travel, locks, ledgerDb });
  } finally {
    await ledgerDb.end();
  }
}

/** A process that nobody has heard of may have been taken over: what it did until now is told by the log of others. */
function tellStandstills(log: Log): Disposable {
  const over = new AbortController();
  const listen = () => {
    const { stoodStill } = processAwake;
    const tell = () => {
      log.warn({ event: "standstill", reason: messageOf(stoodStill.reason) });
      listen();
    };
    stoodStill.addEventListener("abort", tell, { once: true, signal: over.signal });
  };
  listen();
  return { [Symbol.dispose]: () => over.abort() };
}

function backgroundWork(app: ComposedApp, open: DatabaseAccess): readonly BackgroundWork[] {
  return [
    (stop) => runCatchUp(app, stop),
    (stop) => runGrants(app, stop, refreshAccounts),
    (stop) => followZoneRules(app, stop),
    (stop) => sweepDeletions(app, stop),
    (stop, watch) => sumTotals(app, { waker: watch.waker(NEXT_SUM), stop }),
    (stop) => runResealing(app, stop),
    (stop) => keepDetails(app, stop),
    (stop) => sweepAudit(app, stop),
    (stop, watch) => {
      app.mailWaker = watch.waker(NEXT_MAIL);
      return runMail(app, { waker: app.mailWaker, stop });
    },
    (stop, watch) => runNotifications(app, stop, () => watch.waker(NEXT_NOTICE)),
    (stop, watch) => runWebhooks(app, { waker: watch.waker(NEXT_SEND), stop }),
    async (stop, watch) => {
      await using locks = open.locks(LOCK_SPACES.automations);
      await runAutomations(app, { locks, stop, waker: watch.waker(NEXT_RUN) });
    },
    async (stop, watch) => {
      await using locks = open.locks(LOCK_SPACES.archives);
      await runArchives(app, { locks, stop, waker: watch.waker(NEXT_ARCHIVE) });
    },
    async (stop, watch) => {
      await using locks = open.locks(LOCK_SPACES.imports);
      await runImports(app, { locks, stop, waker: watch.waker(NEXT_IMPORT) });
    },
  ];
}

interface Doors {
  readonly main: Door | null;
  readonly probes: Door | null;
}

async function openDoors(
  { host, port, metricsPort }: Config,
  role: Role,
  status: () => string,
  stack: AsyncDisposableStack,
): Promise<Doors> {
  return {
    main: role === "worker" ? null : stack.use(await openDoor({ port, host, status, version: VERSION })),
    probes: metricsPort === null ? null : stack.use(await openDoor({ port: metricsPort, host, status, version: VERSION })),
  };
}

/**
 * Prepares the server to answer at the door, and returns what has it do so. Both are closed together, so that what the server keeps open
 * does not keep the door open.
 */
async function servedAt(door: Door, server: FastifyInstance, stack: AsyncDisposableStack): Promise<() => void> {
  stack.defer(async () => void (await Promise.all([server.close(), door[Symbol.asyncDispose]()])));
  await server.ready();
  return () => door.lead(server);
}

interface StartGround {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly say: (status: string) => void;
  readonly stop: AbortSignal;
  readonly migrations: string | undefined;
}

/** The address of the database's sessions. */
async function openDatabase({ config, log, clock, say, stop, migrations }: StartGround, stack: AsyncDisposableStack): Promise<string> {
  const tell: TellEvent = (event, facts, level = "info") => log[level]({ event, ...facts });
  const { databaseUrl, databaseDirectUrl: direct, dataDirectory } = config;
  if (databaseUrl !== null) {
    await requireSessions({ url: databaseUrl, direct });
    const missing = direct === null ? [] : await missingTimeOutsAt(databaseUrl);
    if (missing.length > 0) tell("database.no-time-outs", { missing }, "warn");
  }
  const url = direct ?? databaseUrl ?? stack.use(await startEmbedded({ dataDirectory, log: tell })).url;
  await bringUpToDate({ url, config, clock, log: tell, say, stop, ...(migrations === undefined ? {} : { directory: migrations }) });
  stop.throwIfAborted();
  say("starting");
  return url;
}

interface ComposedApp extends App {
  engine: Engine | null;
  mailWaker: Waker | null;
}

async function compose(
  parts: Pick<App, "config" | "log" | "db" | "clock" | "grantLocks" | "changes" | "traces">,
  known: KnownSecrets,
): Promise<ComposedApp> {
  const { config, db, clock } = parts;
  const keys = await readKeys(config);
  for (const key of [keys.current, ...keys.next, ...keys.old]) known.add(key);
  const sandboxUrl = config.sandbox === "off" ? null : `${localUrl(config)}/sandbox`;
  const secrets = secretsUnder(keys);
  const metrics = createMetrics({ version: VERSION });
  const heardClocks = new HeardClocks();
  const app: ComposedApp = {
    ...parts,
    net: createNet({
      allowPrivate: config.allowPrivateNetworks,
      trustedOrigins: [...Object.values(config.hostUrls), ...(sandboxUrl ? [sandboxUrl] : [])].map((url) => new URL(url).origin),
      passes: sandboxUrl === null ? [] : [{ below: sandboxUrl, headers: sandboxPass(secrets) }],
      userAgent: `Rostrum/${VERSION} (+${config.publicUrl})`,
      clocks: heardClocks,
    }),
    heardClocks,
    storage: watchedStorage(await openStorage(config), () => metrics.mediaFailures.inc()),
    secrets,
    metrics,
    connectors,
    networks: await openDirectory({ db, now: () => clock.now(), sandboxUrl }),
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
async function probes(app: App): Promise<FastifyInstance> {
  // Listens nowhere: the door does.
  const server = fastify({ logger: false, serverFactory: (handler) => boundedServer(handler, TIMEOUTS) });
  await server.register(health, { app });
  return server;
}

async function wholeServer(app: App, known: KnownSecrets): Promise<FastifyInstance> {
  const { config } = app;
  const adminToken =
    config.adminToken ?? (await secretFile(config.dataDirectory, "admin-token", () => randomBytes(32).toString("base64url")));
  known.add(adminToken);
  return await createServer({
    app,
    adminToken,
    limiter: config.databaseUrl === null ? memoryLimiter(app.clock) : sharedLimiter(app.db, app.clock),
    mount: async (server) => {
      const { sandboxUrl } = app;
      if (sandboxUrl === null) return;
      const ground = { db: app.db, now: () => app.clock.now(), sandboxUrl };
      await mountAll(server, ground, {
        guard: (scope) => guardSandbox(scope, app),
        onError: (error) => app.log.error({ event: "sandbox failed", err: error }),
      });
    },
  });
}
