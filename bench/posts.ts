import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../server/src/ground/database/connect.ts";
import { execute, one, query } from "../server/src/ground/database/query.ts";
import { aBrand, aChannel, anOwner } from "./seed.ts";

/** Collections with one channel each, on the network of `processes/microblog.ts`. */
export async function someCollections(db: Database, { count, secretKey }: { count: number; secretKey: Buffer }): Promise<void> {
  const owner = await anOwner(db);
  for (let index = 0; index < count; index += 1) {
    const brand = await aBrand(db, owner, 0);
    const name = `bench-${index}`;
    const credentials = { instance: "mastodon.example", accessToken: `token-${name}` };
    await aChannel(db, { type: "Mastodon", brand, name, credentials, settings: { keepsKeys: true }, secretKey });
  }
}

interface Scheduled {
  readonly posts: number;
  /** From now until the first is due. */
  readonly inSeconds: number;
  /** From the first to the last, evenly. */
  readonly overSeconds: number;
}

/** Scheduled posts, evenly over the collections. Made inside the database, so that there may be millions. Returns when the first is due. */
export async function schedule(db: Database, { posts, inSeconds, overSeconds }: Scheduled): Promise<string> {
  const { at } = await one<{ at: string }>(db, { text: "select now() + make_interval(secs => $1) as at", values: [inSeconds] });
  const client = await db.connect();
  try {
    await client.query("set statement_timeout = 0");
    await execute(client, {
      text: `with place as (
               select array_agg(brand_id order by id) brands, array_agg(id order by id) collections, count(*)::int count from collections
             ) insert into posts (brand_id, collection_id, body, post_type, posting_type, status, post_at, created_at, updated_at)
             select brands[1 + n % count], collections[1 + n % count], 'Fresh bread, ' || n, 'TEXT', 'SCHEDULE', 'PENDING',
               $1::timestamptz + make_interval(secs => $2::float8 * n / $3), now(), now()
             from place, generate_series(0, $3::int - 1) n`,
      values: [at, overSeconds, posts],
    });
    await client.query("reset statement_timeout");
  } finally {
    client.release();
  }
  return at;
}

export interface Round {
  readonly perSecond: number;
  /** From the moment when a post was due until it was stored that it is published. */
  readonly lateSeconds: readonly number[];
}

/** Waits until everything that was due since then is published, and tells how it went by the database's own moments. */
export async function untilAllOut(db: Database, { dueAt, posts }: { dueAt: string; posts: number }, secondsMax: number): Promise<Round> {
  const end = performance.now() + secondsMax * 1000;
  for (;;) {
    const { published } = await one<{ published: number }>(db, {
      text: "select count(*) published from publications where id > coalesce((select max(id) from publications), 0) - $1 and due_at >= $2 and settled_at is not null",
      values: [posts, dueAt],
    });
    if (published === posts) break;
    if (performance.now() > end) throw new Error(`${published} of ${posts} posts were published within ${secondsMax} s`);
    await sleep(500);
  }
  const late = await query<{ seconds: number; afterFirst: number; status: string }>(db, {
    text: `select d.status, extract(epoch from d.published_at - p.due_at)::float8 seconds, extract(epoch from d.published_at - $2::timestamptz)::float8 "afterFirst"
           from publications p join deliveries d on d.publication_id = p.id
           where p.id > (select max(id) from publications) - $1 and p.due_at >= $2`,
    values: [posts, dueAt],
  });
  const strange = late.find(({ status }) => status !== "PUBLISHED");
  if (strange !== undefined || late.length !== posts)
    throw new Error(`${late.length} deliveries of ${posts} posts, one of them ${strange?.status}`);
  return { perSecond: posts / Math.max(...late.map(({ afterFirst }) => afterFirst)), lateSeconds: late.map(({ seconds }) => seconds) };
}

/** Everything due at the same moment. */
export async function burst(db: Database, posts: number): Promise<Round> {
  const dueAt = await schedule(db, { posts, inSeconds: 2 + posts / 5_000, overSeconds: 0 });
  return untilAllOut(db, { dueAt, posts }, 600);
}

/** Connections report what they have done once a second, and when they have been idle. */
const COUNTERS_MILLISECONDS = 2_500;

/** How many pages the database has looked at so far, in memory or not: work that other load on the machine does not change. */
export async function pagesTouched(db: Database): Promise<number> {
  await sleep(COUNTERS_MILLISECONDS);
  const { pages } = await one<{ pages: number }>(db, {
    text: "select blks_hit + blks_read pages from pg_stat_database where datname = current_database()",
  });
  return pages;
}

/** A number from the environment, to make a bench smaller or larger. */
export function sized(name: string, preset: number): number {
  const given = process.env[name];
  if (given === undefined || given === "") return preset;
  const value = Number(given);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${name} must be a whole number of at least 1, not ${given}`);
  return value;
}
