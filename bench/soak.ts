import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../server/src/ground/database/connect.ts";
import { one } from "../server/src/ground/database/query.ts";
import type { Bench, Measure } from "./bench.ts";
import { CAPTION } from "./draft.ts";
import { openNetworkedSoil, type Soil } from "./ground.ts";
import type { Child } from "./processes/child.ts";
import { aBrand, aChannel, anOwner, type Owner, type SeededBrand, settle } from "./seed.ts";
import { percentile, rounded } from "./statistics.ts";

/** What readers of the network see. */
export interface Status {
  /** The token with which it was sent. */
  readonly account: string;
  readonly text: string;
}

const SECONDS = Number(process.env.ROSTRUM_BENCH_SOAK_SECONDS ?? 600);
const CLIENTS = 64;
const PAUSE_MILLISECONDS = 50;
const BRANDS = 25;
const CHANNELS_PER_BRAND = 2;
const POSTS_PER_BRAND = 1_000;
const WORKERS = 2;
const KILL_EVERY_SECONDS = 15;
const DRAIN_SECONDS_MAX = 900;

/** Clients that read and write while workers are killed: no reply may be an error, and each post goes out once to each channel. */
export const soak: Bench = {
  name: "soak",
  about: `${CLIENTS} clients for ${SECONDS} s while a worker is killed every ${KILL_EVERY_SECONDS} s; only if named`,
  onlyIfNamed: true,
  async run() {
    await using ground = await openNetworkedSoil();
    const { soil, network, secretKey } = ground;
    const { owner, brands } = await seed(soil.db, secretKey);
    // What the workers take over from killed ones is worth a warning each time.
    const environment = { ...ground.environment, ROSTRUM_LOG_LEVEL: "error" };
    await using service = await soil.start("api", environment);
    await using workers = await openWorkers(soil, environment);
    const until = performance.now() + SECONDS * 1000;
    const tally: Tally = { milliseconds: [], errors: new Map(), acknowledged: new Set() };
    const clients = Array.from({ length: CLIENTS }, (_, index) =>
      drive({ port: service.port, owner, brand: brands[index % BRANDS] as SeededBrand, name: `c${index}`, until }, tally),
    );
    const killing = workers.killUntil(until);
    await Promise.all(clients);
    const kills = await killing;
    const drainSeconds = await untilDrained(soil.db);
    const statuses = (await (await fetch(`http://127.0.0.1:${network.port}/statuses`)).json()) as Status[];
    return measuresOf({ tally, statuses, kills, drainSeconds });
  },
};

async function seed(db: Database, secretKey: Buffer): Promise<{ owner: Owner; brands: SeededBrand[] }> {
  const owner = await anOwner(db);
  const brands: SeededBrand[] = [];
  for (let index = 0; index < BRANDS; index += 1) {
    const brand = await aBrand(db, owner, POSTS_PER_BRAND);
    for (let channel = 0; channel < CHANNELS_PER_BRAND; channel += 1) {
      const name = `bench-${index}-${channel}`;
      const credentials = { instance: "mastodon.example", accessToken: `token-${name}` };
      await aChannel(db, { type: "Mastodon", brand, name, credentials, settings: { keepsKeys: true }, secretKey });
    }
    brands.push(brand);
  }
  await settle(db);
  return { owner, brands };
}

interface Workers extends AsyncDisposable {
  /** Kills one after the other, each replaced at once; returns how many were killed. */
  killUntil(moment: number): Promise<number>;
}

async function openWorkers(soil: Soil, environment: Readonly<Record<string, string>>): Promise<Workers> {
  const start = () => soil.start("worker", environment);
  const workers: Child[] = await Promise.all(Array.from({ length: WORKERS }, start));
  return {
    async killUntil(moment) {
      let kills = 0;
      for (;;) {
        await sleep(Math.min(KILL_EVERY_SECONDS * 1000, moment - performance.now()));
        if (performance.now() >= moment) return kills;
        await workers.shift()?.kill();
        kills += 1;
        workers.push(await start());
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()));
    },
  };
}

interface Tally {
  readonly milliseconds: number[];
  /** Replies that are neither what was wanted nor 429, and how many there were of each. */
  readonly errors: Map<string, number>;
  /** Texts whose publication was acknowledged. */
  readonly acknowledged: Set<string>;
}

interface Client {
  readonly port: number;
  readonly owner: Owner;
  readonly brand: SeededBrand;
  readonly name: string;
  readonly until: number;
}

/** A person's or a program's mix: of twenty requests two publish, two store drafts, the others read. */
async function drive(client: Client, tally: Tally): Promise<void> {
  const { brand, name, until } = client;
  const posts = `/v1/brands/${brand.id}/collections/${brand.collectionId}/posts`;
  for (let count = 0; performance.now() < until; count += 1) {
    const text = `${name}n${count}z`;
    const turn = count % 20;
    if (turn === 0 || turn === 10) {
      if (await call(client, tally, { path: posts, status: 201, body: { caption: text, publishMode: "IMMEDIATE" } }))
        tally.acknowledged.add(text);
    } else if (turn === 5 || turn === 15)
      await call(client, tally, { path: posts, status: 201, body: { caption: CAPTION, publishMode: "DRAFT" } });
    else if (turn % 4 === 3) await call(client, tally, { path: `/v1/brands/${brand.id}/published-posts`, status: 200 });
    else await call(client, tally, { path: `/v1/brands/${brand.id}/posts?per_page=25`, status: 200 });
    await sleep(PAUSE_MILLISECONDS);
  }
}

interface Wanted {
  readonly path: string;
  readonly status: number;
  readonly body?: unknown;
}

/** Whether the reply was as wanted. */
async function call({ port, owner }: Client, tally: Tally, { path, status, body }: Wanted): Promise<boolean> {
  const headers = { Authorization: `Bearer ${owner.apiKey}`, ...(body === undefined ? {} : { "Content-Type": "application/json" }) };
  const init = body === undefined ? { headers } : { headers, method: "POST", body: JSON.stringify(body) };
  const start = performance.now();
  const got = await fetch(`http://127.0.0.1:${port}${path}`, init).then(
    async (reply) => ({ status: reply.status, text: await reply.text() }),
    (error: unknown) => ({ status: 0, text: String(error) }),
  );
  tally.milliseconds.push(performance.now() - start);
  if (got.status === status) return true;
  if (got.status !== 429) {
    const what = `${got.status} ${got.text.slice(0, 200)}`;
    tally.errors.set(what, (tally.errors.get(what) ?? 0) + 1);
  }
  return false;
}

/** Resolves to the seconds it took until no delivery was waiting any more. */
async function untilDrained(db: Database): Promise<number> {
  const start = performance.now();
  for (;;) {
    const { waiting } = await one<{ waiting: number }>(db, {
      text: `select (select count(*) from posts where status = 'PENDING')
                  + (select count(*) from deliveries where status not in ('PUBLISHED', 'FAILED', 'SKIPPED')) waiting`,
    });
    const seconds = (performance.now() - start) / 1000;
    if (waiting === 0) return seconds;
    if (seconds > DRAIN_SECONDS_MAX) throw new Error(`${waiting} posts and deliveries are still waiting after ${Math.round(seconds)} s`);
    await sleep(500);
  }
}

interface End {
  readonly tally: Tally;
  readonly statuses: readonly Status[];
  readonly kills: number;
  readonly drainSeconds: number;
}

function measuresOf({ tally, statuses, kills, drainSeconds }: End): Measure[] {
  const { milliseconds, errors, acknowledged } = tally;
  const accountsByText = Map.groupBy(statuses, ({ text }) => text);
  let lost = 0;
  for (const text of acknowledged) {
    lost += CHANNELS_PER_BRAND - new Set(accountsByText.get(text)?.map(({ account }) => account)).size;
  }
  const doubled = statuses.length - new Set(statuses.map(({ account, text }) => `${account} ${text}`)).size;
  const failed = [...errors.values()].reduce((sum, count) => sum + count, 0);
  const none = { unit: "", spread: null, aim: { atMost: 0 } };
  const load = { requests: milliseconds.length, "requests/s": Math.round(milliseconds.length / SECONDS), kills };
  const latency = { "p50 ms": rounded(percentile(milliseconds, 0.5)), "p99 ms": rounded(percentile(milliseconds, 0.99)) };
  return [
    {
      title: `errors that ${CLIENTS} clients got in ${SECONDS} s`,
      value: failed,
      ...none,
      facts: { ...load, ...latency, ...Object.fromEntries(errors) },
    },
    {
      title: "acknowledged posts that did not reach a channel",
      value: lost,
      ...none,
      facts: { acknowledged: acknowledged.size, statuses: statuses.length, "s until all were out": rounded(drainSeconds) },
    },
    { title: "posts that a channel shows twice", value: doubled, ...none, facts: {} },
  ];
}
