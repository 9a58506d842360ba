import type pg from "pg";
import type { Database } from "../server/src/ground/database/connect.ts";
import { query } from "../server/src/ground/database/query.ts";
import type { Bench, Measure } from "./bench.ts";
import { openNetworkedSoil } from "./ground.ts";
import { burst, pagesTouched, type Round, schedule, sized, someCollections, untilAllOut } from "./posts.ts";
import { settle } from "./seed.ts";
import { median, percentile, rounded, spreadOf } from "./statistics.ts";

const WAITING = sized("ROSTRUM_BENCH_WAITING", 1_000_000);
const DUE = sized("ROSTRUM_BENCH_DUE", 10_000);
const DUE_SECONDS = sized("ROSTRUM_BENCH_DUE_SECONDS", 60);
const HELD_SECONDS = sized("ROSTRUM_BENCH_HELD_SECONDS", 600);
const CHANNELS = 200;
/** Posts that are due at once, to see how many leave a second. */
const BURST = sized("ROSTRUM_BENCH_BURST", 2_000);
const ROUNDS = sized("ROSTRUM_BENCH_ROUNDS", 3);
const DAY_SECONDS = 86_400;

/** A worker beside a long backlog, and beside a transaction that stays open, as a dump of the database does. */
export const backlog: Bench = {
  name: "backlog",
  about: `${WAITING.toLocaleString("en")} waiting posts: lateness of ${DUE.toLocaleString("en")} due in ${DUE_SECONDS} s, and a transaction held open for ${HELD_SECONDS} s; only if named`,
  onlyIfNamed: true,
  async run() {
    await using ground = await openNetworkedSoil();
    const { soil, secretKey, environment } = ground;
    const { db } = soil;
    await someCollections(db, { count: CHANNELS, secretKey });
    await schedule(db, { posts: WAITING, inSeconds: DAY_SECONDS, overSeconds: 365 * DAY_SECONDS });
    await settle(db);
    await using _worker = await soil.start("worker", environment);
    await burst(db, BURST);
    const crowd = { posts: DUE, inSeconds: 5, overSeconds: DUE_SECONDS };
    const quiet = await untilAllOut(db, { dueAt: await schedule(db, crowd), posts: DUE }, 900);
    const before = await rounds(db, () => false);
    const held = await besideAnOpenTransaction(db, async (until) => {
      const first = await untilAllOut(db, { dueAt: await schedule(db, crowd), posts: DUE }, 900);
      return { first, bursts: await rounds(db, () => performance.now() < until) };
    });
    const after = await rounds(db, () => false);
    return [
      lateness(`lateness of ${DUE} posts due in ${DUE_SECONDS} s beside ${WAITING} waiting ones`, quiet),
      lateness("the same while a transaction is held open", held.first),
      throughput("throughput at the end of a held transaction, against before", {
        before,
        compared: held.bursts.slice(-ROUNDS),
        facts: {},
      }),
      throughput("throughput after it, against before", { before, compared: after, facts: await bloat(db) }),
    ];
  },
};

interface Measured extends Round {
  readonly pages: number;
}

/** At least `ROUNDS`, and on while `goesOn`. */
async function rounds(db: Database, goesOn: () => boolean): Promise<Measured[]> {
  const done: Measured[] = [];
  while (done.length < ROUNDS || goesOn()) {
    const pages = await pagesTouched(db);
    const round = await burst(db, BURST);
    done.push({ ...round, pages: ((await pagesTouched(db)) - pages) / BURST });
  }
  return done;
}

/** Runs `work` beside a transaction that has read something and then does nothing: no row that dies meanwhile can be removed. */
async function besideAnOpenTransaction<Result>(db: Database, work: (until: number) => Promise<Result>): Promise<Result> {
  const holder: pg.PoolClient = await db.connect();
  try {
    await holder.query("begin isolation level repeatable read read only");
    // The service's own sessions end after forty seconds of this.
    await holder.query("set local idle_in_transaction_session_timeout = 0");
    await holder.query("select count(*) from (select from posts limit 1) first");
    return await work(performance.now() + HELD_SECONDS * 1000);
  } finally {
    // Not to be used again: its end ends the transaction.
    holder.release(true);
  }
}

function lateness(title: string, { lateSeconds }: Round): Measure {
  const at = (share: number) => rounded(percentile(lateSeconds, share));
  return {
    title,
    value: at(0.99),
    unit: "s at p99",
    spread: null,
    aim: { atMost: 5 },
    facts: { "p50 s": at(0.5), "p90 s": at(0.9), "max s": at(1), channels: CHANNELS },
  };
}

interface Compared {
  readonly before: readonly Measured[];
  readonly compared: readonly Measured[];
  readonly facts: Measure["facts"];
}

function throughput(title: string, { before, compared, facts }: Compared): Measure {
  const rate = median(before.map(({ perSecond }) => perSecond));
  const ratios = compared.map(({ perSecond }) => perSecond / rate);
  const each = (all: readonly Measured[], of: (round: Measured) => number) => all.map((round) => Math.round(of(round))).join(", ");
  return {
    title,
    value: median(ratios),
    unit: "x",
    spread: spreadOf(ratios),
    aim: { atLeast: 0.5 },
    facts: {
      "posts/s before": each(before, ({ perSecond }) => perSecond),
      "posts/s": each(compared, ({ perSecond }) => perSecond),
      "pages/post before": each(before, ({ pages }) => pages),
      "pages/post": each(compared, ({ pages }) => pages),
      ...facts,
    },
  };
}

/** The tables that change most: their dead rows, and how many of their updates stayed in the row's own page. */
async function bloat(db: Database): Promise<Measure["facts"]> {
  const rows = await query<{ name: string; dead: number; updates: number; hot: number }>(db, {
    text: `select schemaname || '.' || relname name, n_dead_tup dead, n_tup_upd updates, n_tup_hot_upd hot from pg_stat_user_tables
           where n_tup_upd > 0 and relname in ('posts', 'publications', 'deliveries', 'attempts', 'job_common', 'job')`,
  });
  return Object.fromEntries(
    rows.map(({ name, dead, updates, hot }) => [name, `${dead} dead rows, ${Math.round((100 * hot) / updates)} % of updates in place`]),
  );
}
