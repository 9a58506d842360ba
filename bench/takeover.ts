import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, connect as dial, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../server/src/database/connect.ts";
import { one } from "../server/src/database/query.ts";
import type { Bench, Measure } from "./bench.ts";
import { openSoil } from "./ground.ts";
import { schedule, sized, someCollections, untilAllOut } from "./posts.ts";
import { type Child, startChild } from "./processes/child.ts";
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
interface Way {
  readonly title: string;
  silence(victim: Victim): void;
  wake(victim: Victim): void;
}

interface Victim {
  readonly worker: Child;
  readonly relay: Relay;
}

const WAYS: readonly Way[] = [
  {
    title: "frozen (SIGSTOP)",
    silence: ({ worker }) => void process.kill(worker.pid, "SIGSTOP"),
    wake: ({ worker }) => void process.kill(worker.pid, "SIGCONT"),
  },
  {
    title: "cut off from the database, whose answers no longer reach it",
    silence: ({ relay }) => relay.cut(),
    wake: ({ relay }) => relay.join(),
  },
];

/** One of two workers falls silent while posts are due: when do its channels go on, and does anything go out twice? With the time-outs as shipped. */
export const takeover: Bench = {
  name: "takeover",
  about: `a worker that is frozen or cut off from the database while ${POSTS.toLocaleString("en")} posts are due on ${CHANNELS} channels; only if named`,
  onlyIfNamed: true,
  async run() {
    const measures: Measure[] = [];
    for (const way of WAYS) measures.push(await fallSilent(way));
    return measures;
  },
};

async function fallSilent(way: Way): Promise<Measure> {
  const secretKey = randomBytes(32);
  await using network = await startChild("microblog.ts", {});
  await using soil = await openSoil();
  await someCollections(soil.db, { count: CHANNELS, secretKey });
  await settle(soil.db);
  const environment = {
    // What is taken over is worth a warning each time, and so is what the silent one finds lost.
    ROSTRUM_LOG_LEVEL: "error",
    ROSTRUM_SECRET_KEY: secretKey.toString("base64"),
    ROSTRUM_MASTODON_API_URL: `http://127.0.0.1:${network.port}/mastodon`,
  };
  await using relay = await openRelay(soil.databaseUrl);
  await using worker = await soil.start("worker", { ...environment, DATABASE_URL: relay.url });
  const victim = { worker, relay };
  const dueAt = await schedule(soil.db, { posts: POSTS, inSeconds: 2, overSeconds: 0 });
  // The other one comes when the first has all of the channels.
  await untilAllChannels(soil.db);
  await using _other = await soil.start("worker", environment);
  await sleep(SILENT_AFTER_SECONDS * 1000);
  const silentAt = await momentOf(soil.db);
  way.silence(victim);
  try {
    await untilAllOut(soil.db, { dueAt, posts: POSTS }, OUT_SECONDS_MAX);
  } finally {
    way.wake(victim);
  }
  await sleep(AWAKE_SECONDS * 1000);
  const { silent, all, after } = await gaps(soil.db, { dueAt, silentAt });
  const statuses = (await (await fetch(`http://127.0.0.1:${network.port}/statuses`)).json()) as Status[];
  const seen = new Set(statuses.map(({ account, text }) => `${account} ${text}`));
  return {
    title: `until every channel of a worker goes on that is ${way.title}, ${POSTS} posts due on ${CHANNELS} channels`,
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

/** Passes bytes on between a worker and its database, until it is cut: then nothing arrives at either side, and no connection ends. */
interface Relay extends AsyncDisposable {
  readonly url: string;
  cut(): void;
  join(): void;
}

async function openRelay(databaseUrl: string): Promise<Relay> {
  const url = new URL(databaseUrl);
  const folder = url.searchParams.get("host");
  const port = url.searchParams.get("port") ?? (url.port || "5432");
  const target = folder === null ? { host: url.hostname, port: Number(port) } : { path: `${folder}/.s.PGSQL.${port}` };
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = dial({ ...target, allowHalfOpen: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      if (isCut) from.pause();
      from.on("data", (bytes) => to.write(bytes));
      from.on("end", () => isCut || to.end());
      from.on("error", () => isCut || to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        if (!isCut) to.destroy();
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The relay has no port");
  const relayed = new URL(databaseUrl);
  relayed.searchParams.delete("host");
  relayed.searchParams.delete("port");
  relayed.hostname = "127.0.0.1";
  relayed.port = String(address.port);
  return {
    url: relayed.href,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.pause();
    },
    join() {
      isCut = false;
      for (const socket of sockets) socket.resume();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
