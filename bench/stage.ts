import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { App } from "../server/src/app.ts";
import { Changes } from "../server/src/doors/live/changes.ts";
import { systemClock } from "../server/src/ground/clock.ts";
import { readConfig } from "../server/src/ground/config.ts";
import { connect, type Database } from "../server/src/ground/database/connect.ts";
import { startEmbedded } from "../server/src/ground/database/embedded.ts";
import { AdvisoryLocks, LOCK_SPACES } from "../server/src/ground/database/locks.ts";
import { migrate } from "../server/src/ground/database/migrate.ts";
import { temporaryFolder } from "../server/src/ground/database/testing.ts";
import { HeardClocks } from "../server/src/ground/net/heard-clocks.ts";
import { createNet } from "../server/src/ground/net/index.ts";
import { createLog } from "../server/src/ground/observability/log.ts";
import { createMetrics } from "../server/src/ground/observability/metrics.ts";
import { createSecrets } from "../server/src/ground/secrets/seal.ts";
import { diskStorage } from "../server/src/ground/storage/disk.ts";
import type { Connector } from "../server/src/networks/connectors/connector.ts";

/** An engine with the embedded database and an in-process platform that publishes immediately. */
export interface EngineStage extends AsyncDisposable {
  readonly app: App;
  readonly db: Database;
  readonly url: string;
  /** When each text was published, in Unix milliseconds. */
  readonly published: Map<string, number>;
}

/** @param options `watchesStatements`: the server counts what each statement takes, in the view `pg_stat_statements` */
export async function openEngineStage({ watchesStatements = false } = {}): Promise<EngineStage> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await temporaryFolder());
  if (watchesStatements) await watchStatements(folder.path);
  const database = opening.use(await startEmbedded({ dataDirectory: folder.path, log: () => {} }));
  await migrate(database.url, { log: () => {} });
  const db = opening.adopt(connect(database.url, { poolSize: 20, log: () => {} }), (pool) => pool.end());
  const published = new Map<string, number>();
  const secrets = createSecrets(randomBytes(32));
  const app: App = {
    config: readConfig({ ROSTRUM_DATA_DIR: folder.path }),
    db,
    clock: systemClock,
    net: opening.use(createNet({ allowPrivate: [], trustedOrigins: [], userAgent: "Rostrum" })),
    heardClocks: new HeardClocks(),
    storage: await diskStorage(join(folder.path, "media")),
    secrets,
    log: createLog("error"),
    metrics: createMetrics({ version: "0.0.0" }),
    traces: null,
    connectors: { Mastodon: instant(published) },
    networks: { sandboxCredentials: async () => null, sandboxApplication: () => null, hasSandbox: () => false },
    grantLocks: opening.use(new AdvisoryLocks(database.url, LOCK_SPACES.grants)),
    changes: opening.use(new Changes({ db, url: database.url, log: createLog("error") })),
    sandboxUrl: null,
    wake() {},
    wakeMail() {},
  };
  const opened = opening.move();
  return { app, db, url: database.url, published, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Only a server that loads the module at its start can count, so one that knows nothing yet is told and stopped. */
async function watchStatements(dataDirectory: string): Promise<void> {
  await using database = await startEmbedded({ dataDirectory, log: () => {} });
  const db = connect(database.url, { poolSize: 1, log: () => {} });
  await db.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
  await db.query("create extension pg_stat_statements");
  await db.end();
}

/** Publishes immediately and records when; a text that arrives twice is a bug in the engine. */
function instant(published: Map<string, number>): Connector {
  return {
    type: "Mastodon",
    connect: async () => ({ kind: "refused", reason: "Not used: the bench creates its channels directly." }),
    async publish(post) {
      if (published.has(post.text)) throw new Error(`published twice: ${post.text}`);
      published.set(post.text, Date.now());
      return { kind: "published", remoteId: post.key, url: null };
    },
    find: async () => ({ kind: "absent" }),
  };
}

/** Channels, each with a collection, in a brand of their own; returns brand and collection ids. */
export async function someChannels(stage: EngineStage, count: number): Promise<{ brandId: number; collectionId: number }[]> {
  const { db, app } = stage;
  const places: { brandId: number; collectionId: number }[] = [];
  const insert = async (text: string, values: readonly unknown[]) =>
    (await db.query<{ id: number }>(`${text} returning id`, [...values])).rows[0]?.id as number;
  const owner = await insert("insert into users (public_id, name, email, verified, created_at) values ($1, 'Bench', $1, true, now())", [
    randomBytes(8).toString("hex"),
  ]);
  const account = await insert("insert into accounts (owner_id) values ($1)", [owner]);
  for (let index = 0; index < count; index += 1) {
    const brandId = await insert("insert into brands (account_id, title, created_at, updated_at) values ($1, 'Bench', now(), now())", [
      account,
    ]);
    const channel = await insert(
      "insert into channels (brand_id, type, name, status, remote_id, handle, created_at, updated_at) values ($1, 'Mastodon', 'Bench', 'ACTIVE', $2, 'bench', now(), now())",
      [brandId, `bench-${index}`],
    );
    await db.query("update channels set credentials = $2 where id = $1", [
      channel,
      app.secrets.seal("{}", `channels.credentials:${channel}`),
    ]);
    const collectionId = await insert(
      "insert into collections (brand_id, title, created_at, updated_at) values ($1, 'Bench', now(), now())",
      [brandId],
    );
    await db.query("insert into collection_channels (collection_id, channel_id, position) values ($1, $2, 1)", [collectionId, channel]);
    places.push({ brandId, collectionId });
  }
  return places;
}

/** Scheduled posts, with `texts` spread round-robin over the places; `at` gives each due time in Unix milliseconds. */
export async function somePosts(
  stage: EngineStage,
  places: readonly { brandId: number; collectionId: number }[],
  texts: readonly string[],
  at: (index: number) => number,
): Promise<void> {
  const place = (index: number) => places[index % places.length] as (typeof places)[number];
  await stage.db.query(
    `insert into posts (brand_id, collection_id, body, post_type, posting_type, status, post_at, created_at, updated_at)
     select brand, collection, body, 'TEXT', 'SCHEDULE', 'PENDING', at, now(), now()
     from unnest($1::bigint[], $2::bigint[], $3::text[], $4::timestamptz[]) as given (brand, collection, body, at)`,
    [
      texts.map((_, index) => place(index).brandId),
      texts.map((_, index) => place(index).collectionId),
      texts,
      texts.map((_, index) => new Date(at(index)).toISOString()),
    ],
  );
}

/** Posts that are due at once; resolves when all are published. */
export async function publishNow(
  stage: EngineStage,
  places: readonly { brandId: number; collectionId: number }[],
  texts: readonly string[],
): Promise<void> {
  const wanted = stage.published.size + texts.length;
  await somePosts(stage, places, texts, () => Date.now());
  await untilPublished(stage, wanted, PUBLISHING_SECONDS_MAX);
}

const PUBLISHING_SECONDS_MAX = 600;

/** Waits until that many texts are published; throws on time-out. */
export async function untilPublished(stage: EngineStage, count: number, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (stage.published.size < count) {
    if (Date.now() > end) throw new Error(`${stage.published.size} of ${count} posts were published within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
