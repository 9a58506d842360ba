import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { App, Connectors } from "../app.ts";
import { createServer } from "../doors/http/app.ts";
import { guardSandbox, sandboxPass } from "../doors/http/sandbox-door.ts";
import { Changes } from "../doors/live/changes.ts";
import { readConfig } from "../ground/config.ts";
import { AdvisoryLocks, LOCK_SPACES } from "../ground/database/locks.ts";
import { maybeOne } from "../ground/database/query.ts";
import { temporaryFolder, testDatabase } from "../ground/database/testing.ts";
import { HeardClocks } from "../ground/net/heard-clocks.ts";
import { createNet } from "../ground/net/index.ts";
import { createLog } from "../ground/observability/log.ts";
import { createMetrics } from "../ground/observability/metrics.ts";
import { openSecrets } from "../ground/secrets/key.ts";
import { openStorage } from "../ground/storage/open.ts";
import { watchedStorage } from "../ground/storage/watched.ts";
import { VERSION } from "../ground/version.ts";
import { memoryLimiter } from "../ground/web/rate-limits.ts";
import { runDueAutomations } from "../intake/automations/loop.ts";
import { RecentFeeds } from "../intake/automations/recent-feeds.ts";
import { connectors as allConnectors } from "../networks/connectors/index.ts";
import { mountSandbox } from "../networks/sandbox/mount.ts";
import { sandboxOn } from "../networks/sandbox/networks.ts";
import { openDirectory } from "../networks/sandbox/open.ts";
import type { EngineContext } from "../publishing/engine/attempt.ts";
import { workOnChannel } from "../publishing/engine/channel-work.ts";
import { letLeave } from "../publishing/engine/clock.ts";
import { listChannelsWithDueCounts } from "../publishing/engine/counts-store.ts";
import { databaseAccessOf } from "../publishing/engine/database-access.ts";
import { groupLedger } from "../publishing/engine/group-ledger.ts";
import { listDueChannels } from "../publishing/engine/store.ts";
import { openTraces } from "../running/open-traces.ts";
import { freePort } from "./free-port.ts";
import { holdReplies } from "./held-replies.ts";

export const ADMIN_TOKEN = "admin-token-of-a-test";

/**
 * A whole test service with its own database. Time stands still until the test moves it, and the engine steps when the test says
 * so. The sandbox networks use the same clock.
 */
export interface Stage extends AsyncDisposable {
  readonly app: App;
  readonly url: string;
  readonly databaseUrl: string;
  now(): Instant;
  /** Jumps to a moment; the engine does not run in between. */
  jump(to: string): void;
  pass(seconds: number): void;
  /** Runs everything that is due. */
  settle(): Promise<void>;
  /** Advances time, with the engine stepping every `stepSeconds`. */
  live(seconds: number, stepSeconds: number): Promise<void>;
  /** Advances from one due moment to the next, up to and including `end`: nothing runs late, and no step is wasted. */
  liveUntil(end: Instant): Promise<void>;
  /** `/app/api/admin` and below. */
  admin(method: string, path: string, body?: unknown): Promise<Reply>;
  /** What a network answers instead of doing what it is asked; null: it does. Called for each request to `/sandbox`. */
  intercept: ((request: FastifyRequest, reply: FastifyReply) => FastifyReply | null) | null;
  /** What happens while a network is being asked, for each request to `/sandbox`: it answers only afterwards. */
  meanwhile: ((request: FastifyRequest) => Promise<void>) | null;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every form and compare them whole
  readonly body: any;
}

export async function openStage(
  settings: Readonly<Record<string, string>> = {},
  start = "2026-11-21T09:00:00Z",
  connectors: Connectors = allConnectors,
): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const database = opened.use(await testDatabase());
  const folder = opened.use(await temporaryFolder());
  const config = readConfig({
    PORT: String(await freePort()),
    ROSTRUM_DATA_DIR: folder.path,
    ROSTRUM_RATE_LIMIT_ROUTE: "0",
    ROSTRUM_RATE_LIMIT_RESOURCE: "0",
    ...settings,
  });
  const sandboxUrl = `${config.publicUrl}/sandbox`;
  let now = toInstant(start);
  const secrets = await openSecrets(config);
  const passes = [{ below: sandboxUrl, headers: sandboxPass(secrets) }];
  const log = createLog(process.env.ROSTRUM_TEST_LOG ?? "fatal");
  const metrics = createMetrics({ version: VERSION });
  const heardClocks = new HeardClocks();
  const app: App = {
    config,
    db: database.db,
    clock: { now: () => now },
    net: opened.use(
      createNet({
        allowPrivate: config.allowPrivateNetworks,
        trustedOrigins: [config.publicUrl],
        passes,
        userAgent: "Rostrum",
        clocks: heardClocks,
      }),
    ),
    heardClocks,
    storage: watchedStorage(await openStorage(config), () => metrics.mediaFailures.inc()),
    secrets,
    log,
    metrics,
    traces: opened.use(await openTraces(config, log)),
    connectors,
    networks: await openDirectory({ db: database.db, now: () => now, sandboxUrl }),
    grantLocks: opened.use(new AdvisoryLocks(database.url, LOCK_SPACES.grants)),
    changes: opened.use(new Changes({ db: database.db, url: database.url, log })),
    sandboxUrl,
    wake() {},
    wakeMail() {},
  };
  const server = await createServer({
    app,
    adminToken: ADMIN_TOKEN,
    limiter: memoryLimiter(app.clock),
    mount: async (server) => {
      server.addHook("onRequest", async (request, reply) => {
        if (!request.url.startsWith("/sandbox/")) return;
        await stage.meanwhile?.(request);
        return stage.intercept?.(request, reply) ?? undefined;
      });
      await mountSandbox(server, {
        ...sandboxOn({ db: app.db, now: () => now, sandboxUrl }),
        guard: (scope) => guardSandbox(scope, app),
      });
    },
  });
  opened.defer(() => server.close());
  await server.listen({ port: config.port, host: "127.0.0.1" });
  holdReplies(config.publicUrl);
  const locks = opened.use(new AdvisoryLocks(database.url, LOCK_SPACES.channels));
  const automationLocks = opened.use(new AdvisoryLocks(database.url, LOCK_SPACES.automations));
  const ledgerDb = opened.adopt(databaseAccessOf({ url: database.url, log: app.log }).ledger(), (pool) => pool.end());
  const ground = { app, ledger: groupLedger(app, ledgerDb) };
  const running = opened.move();
  const stage: Stage = {
    app,
    url: config.publicUrl,
    databaseUrl: database.url,
    now: () => now,
    jump: (to) => {
      now = toInstant(to);
    },
    pass: (seconds) => {
      now = addSeconds(now, seconds);
    },
    settle: () => settle(ground, locks, automationLocks),
    async live(seconds, stepSeconds) {
      const end = addSeconds(now, seconds);
      while (now < end) {
        now = addSeconds(now, stepSeconds);
        await settle(ground, locks, automationLocks);
      }
    },
    async liveUntil(end) {
      let due = await nextDue(app.db);
      while (due !== null && due <= end) {
        if (due > now) now = due;
        await stage.settle();
        due = await nextDue(app.db);
        if (due !== null && due <= now) throw new Error(`at ${now} something is still due since ${due}`);
      }
      now = end;
    },
    admin: (method, path, body) => call(`${config.publicUrl}/app/api/admin${path}`, method, ADMIN_TOKEN, body),
    intercept: null,
    meanwhile: null,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
  return stage;
}

async function settle(ground: EngineContext, locks: AdvisoryLocks, automationLocks: AdvisoryLocks): Promise<void> {
  const stop = new AbortController().signal;
  const { app } = ground;
  await runDueAutomations(app, { locks: automationLocks, stop, feeds: new RecentFeeds(), chance: () => 0.5 });
  for (;;) {
    const { more } = await letLeave(ground, null);
    const now = app.clock.now();
    const due = await listDueChannels(app.db, { now, from: null, limit: 1000 });
    const counted = await listChannelsWithDueCounts(app.db, now, 1000);
    const channels = new Set([...due.channels, ...counted].map(({ id }) => id));
    for (const channelId of channels) await workOnChannel(ground, locks, channelId, stop);
    if (!more && channels.size === 0) return;
  }
}

/** When the engine's next work is due: a scheduled post, a slot, a post rejoining its queue, a step of a delivery. */
async function nextDue(db: App["db"]): Promise<Instant | null> {
  const row = await maybeOne<{ at: Instant | null }>(db, {
    name: "next_due",
    text: `select least(
             (select min(post_at) from posts where posting_type in ('NOW', 'SCHEDULE') and status = 'PENDING' and leaving_at is null),
             (select min(next_at) from slots),
             (select min(rejoin_at) from posts where rejoin_at is not null),
             (select min(coalesce(d.lease_until, case d.status when 'pending' then d.next_at else least(greatest(d.next_at, hold.until),
                case when hold.since is not null and (hold.scope is not null or greatest(d.next_at, hold.since) + interval '71 hours' <= hold.asked_at and d.status <> 'unknown')
                  then greatest(d.next_at, hold.since) + interval '72 hours' end) end)) from deliveries d left join holds hold on hold.channel_id = d.channel_id
              where d.next_at is not null)) at`,
  });
  return row?.at ?? null;
}

/** Sends one API request; a body is sent as JSON. */
export async function call(url: string, method: string, token: string | null, body?: unknown): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
}
