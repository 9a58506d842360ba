import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../server/src/ground/database/connect.ts";
import { one } from "../server/src/ground/database/query.ts";
import { type Way, wayTo } from "../server/src/ground/database/testing/way.ts";
import type { Bench, Measure } from "./bench.ts";
import { openNetworkedSoil } from "./ground.ts";
import { schedule, sized, someCollections, untilAllOut } from "./posts.ts";
import type { Child } from "./processes/child.ts";
import { settle } from "./seed.ts";
import type { Status } from "./soak.ts";
import { rounded } from "./statistics.ts";

const CHANNELS = sized("ROSTRUM_BENCH_CHANNELS", 8);
const POSTS = sized("ROSTRUM_BENCH_POSTS", 1_200);
/** When the worker falls silent, after the posts were due: each channel has sent a few of its posts by then. */
const SILENT_AFTER_SECONDS = 2;
/** For everything to be out; what the silent worker was sending is looked up half a minute after it was taken over. */
const OUT_SECONDS_MAX = 900;
/** What a worker that wakes could still do, it would do at once. */
const AWAKE_SECONDS = 10;

/** How a worker falls silent, and how it comes back. */
interface Silence {
  readonly title: string;
  begin(victim: Victim): void;
  end(victim: Victim): void;
}

interface Victim {
  readonly worker: Child;
  readonly way: Way;
}

const SILENCES: readonly Silence[] = [
  {
    title: "frozen (SIGSTOP)",
    begin: ({ worker }) => void process.kill(worker.pid, "SIGSTOP"),
    end: ({ worker }) => void process.kill(worker.pid, "SIGCONT"),
  },
  {
    title: "cut off from the database, whose answers no longer reach it",
    begin: ({ way }) => way.cut(),
    end: ({ way }) => way.join(),
  },
];

/** One of two workers falls silent while posts are due: when do its channels go on, and does anything go out twice? With the time-outs as shipped. */
export const takeover: Bench = {
  name: "takeover",
  about: `a worker that is frozen or cut off from the database while ${POSTS.toLocaleString("en")} posts are due on ${CHANNELS} channels; only if named`,
  onlyIfNamed: true,
  async run() {
    const measures: Measure[] = [];
    for (const silence of SILENCES) measures.push(await fallSilent(silence));
    return measures;
  },
};

async function fallSilent(silence: Silence): Promise<Measure> {
  await using ground = await openNetworkedSoil();
  const { soil, network, secretKey } = ground;
  await someCollections(soil.db, { count: CHANNELS, secretKey });
  await settle(soil.db);
  // What is taken over is worth a warning each time, and so is what the silent one finds lost.
  const environment = { ...ground.environment, ROSTRUM_LOG_LEVEL: "error" };
  await using way = await wayTo(soil.databaseUrl);
  await using worker = await soil.start("worker", { ...environment, DATABASE_URL: way.url });
  const victim = { worker, way };
  const dueAt = await schedule(soil.db, { posts: POSTS, inSeconds: 2, overSeconds: 0 });
  // The other one comes when the first has all of the channels.
  await untilAllChannels(soil.db);
  await using _other = await soil.start("worker", environment);
  await sleep(SILENT_AFTER_SECONDS * 1000);
  const silentAt = await momentOf(soil.db);
  silence.begin(victim);
  try {
    await untilAllOut(soil.db, { dueAt, posts: POSTS }, OUT_SECONDS_MAX);
  } finally {
    silence.end(victim);
  }
  await sleep(AWAKE_SECONDS * 1000);
  const { silent, all, after } = await gaps(soil.db, { dueAt, silentAt });
  const statuses = (await (await fetch(`http://127.0.0.1:${network.port}/statuses`)).json()) as Status[];
  const seen = new Set(statuses.map(({ account, text }) => `${account} ${text}`));
  return {
    title: `until every channel of a worker goes on that is ${silence.title}, ${POSTS} posts due on ${CHANNELS} channels`,
    value: rounded(silent),
    unit: "s",
    spread: null,
    aim: { atMost: 90 },
    facts: {
      "everything out s": rounded(all),
      "posts left when it fell silent": after,
      "posts that are missing": POSTS - seen.size,
      "posts that went out twice": statuses.length - seen.size,
    },
  };
}

async function momentOf(db: Database): Promise<string> {
  return (await one<{ now: string }>(db, { text: "select clock_timestamp() now" })).now;
}

async function untilAllChannels(db: Database): Promise<void> {
  for (;;) {
    const { channels } = await one<{ channels: number }>(db, {
      text: "select count(distinct channel_id) channels from deliveries where status = 'PUBLISHED'",
    });
    if (channels === CHANNELS) return;
    await sleep(50);
  }
}

interface Gaps {
  /** The longest time after the silence until a channel's next post was out, in seconds. */
  readonly silent: number;
  readonly all: number;
  /** Posts that were not out yet. */
  readonly after: number;
}

function gaps(db: Database, { dueAt, silentAt }: { dueAt: string; silentAt: string }): Promise<Gaps> {
  return one(db, {
    text: `select max(first)::float8 silent, max(last)::float8 as all, sum(number)::int after from (
             select channel_id, extract(epoch from min(d.published_at) - $2::timestamptz) first, extract(epoch from max(d.published_at) - $2::timestamptz) last, count(*) number
             from deliveries d join publications p on p.id = d.publication_id
             where p.due_at >= $1 and d.published_at > $2::timestamptz + interval '1 second' group by channel_id
           ) channel`,
    values: [dueAt, silentAt],
  });
}
