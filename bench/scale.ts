import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../server/src/ground/database/connect.ts";
import { one } from "../server/src/ground/database/query.ts";
import { databaseAccessOf } from "../server/src/publishing/engine/database-access.ts";
import { startEngine } from "../server/src/publishing/engine/engine.ts";
import { CHANNELS_OF_ONE_NETWORK } from "../server/src/publishing/engine/running-jobs.ts";
import type { Bench, Measure } from "./bench.ts";
import { openEngineStage, publishNow, someChannels } from "./stage.ts";
import { hearStatements } from "./statements.ts";
import { rounded } from "./statistics.ts";
import { busiestMinute, type Spread } from "./world.ts";

const CHANNELS = 40;
const DELIVERIES = 800;
const WARM_UP = 200;

const BRANDS = 1_000_000;
const POSTS_PER_BRAND_AND_DAY = 2;
const CHANNELS_PER_POST = 3;
const SEED = 7;
/** Northern winter and summer: clocks change in some zones and not in others. */
const DATES = ["2026-01-15", "2026-07-15"];

const SPREADS: Readonly<Record<string, Spread>> = {
  "evenly over all zones": (brand, zones) => zones[brand % zones.length] ?? "UTC",
  "half of them in one zone": (brand, zones) => (brand % 2 === 0 ? "Europe/Berlin" : (zones[(brand >> 1) % zones.length] ?? "UTC")),
  "all in one zone": () => "Europe/Berlin",
};

/** What a delivery costs the database, measured, and what a million brands would cost it, simulated. */
export const scale: Bench = {
  name: "scale",
  about: "what a delivery costs the database, and what that means for a million brands in all time zones",
  onlyIfNamed: true,
  async run() {
    const cost = await measureCost();
    return [asMeasure(cost), ...Object.entries(SPREADS).map(([name, spread]) => simulate(name, spread, cost))];
  },
};

/** For one delivery, on one channel. */
interface Cost {
  readonly databaseMilliseconds: number;
  readonly serviceMilliseconds: number;
  readonly statements: number;
  readonly commits: number;
  readonly walBytes: number;
  readonly rowsWritten: number;
  readonly diskBytes: number;
  readonly perSecond: number;
}

function asMeasure({ databaseMilliseconds, ...cost }: Cost): Measure {
  return {
    title: "CPU time of the database for a delivery to an instant platform",
    value: rounded(databaseMilliseconds),
    unit: "ms",
    spread: null,
    aim: null,
    facts: {
      "service CPU ms": rounded(cost.serviceMilliseconds),
      statements: rounded(cost.statements),
      commits: rounded(cost.commits),
      "WAL bytes": Math.round(cost.walBytes),
      "rows written": rounded(cost.rowsWritten),
      "bytes on disk": Math.round(cost.diskBytes),
      "deliveries/s here": Math.round(cost.perSecond),
      "deliveries measured": DELIVERIES,
    },
  };
}

/** All due within one minute, sent within one minute or five. Workers: where a call to a network takes a second. */
function simulate(name: string, spread: Spread, cost: Cost): Measure {
  const world = { brands: BRANDS, postsPerBrandAndDay: POSTS_PER_BRAND_AND_DAY, spread, seed: SEED };
  const days = DATES.map((date) => ({ date, ...busiestMinute({ ...world, date }) }));
  const worst = days.reduce((most, day) => (day.posts > most.posts ? day : most));
  const due = worst.posts * CHANNELS_PER_POST;
  const daily = BRANDS * POSTS_PER_BRAND_AND_DAY * CHANNELS_PER_POST;
  return {
    title: `deliveries due in the busiest minute, ${BRANDS.toLocaleString("en")} brands ${name}`,
    value: due,
    unit: "deliveries",
    spread: null,
    aim: null,
    facts: {
      minute: `${worst.at} UTC on ${worst.date}`,
      "zones where it is 09:00": worst.zonesAtNine,
      "of the day, %": rounded((100 * due) / daily),
      "average minute": Math.round(daily / (24 * 60)),
      "database cores, in a minute": rounded((due * cost.databaseMilliseconds) / 60_000),
      "database cores, in five": rounded((due * cost.databaseMilliseconds) / 300_000),
      "service cores, in five": rounded((due * cost.serviceMilliseconds) / 300_000),
      "WAL MB/s, in five": rounded((due * cost.walBytes) / 300e6),
      "WAL GB a day": rounded((daily * cost.walBytes) / 1e9),
      "disk GB a year": Math.round((daily * 365 * cost.diskBytes) / 1e9),
      "workers, in five": Math.ceil(due / 300 / CHANNELS_OF_ONE_NETWORK),
    },
  };
}

async function measureCost(): Promise<Cost> {
  await using stage = await openEngineStage();
  const { db } = stage;
  const places = await someChannels(stage, CHANNELS);
  await using _engine = await startEngine(stage.app, databaseAccessOf({ url: stage.url, log: stage.app.log }));
  await publish(WARM_UP, "warm-up");
  const before = await readState(db);
  let statements = 0;
  using _hearing = hearStatements(() => {
    statements += 1;
  });
  const startedAt = performance.now();
  await publish(DELIVERIES, "measured");
  const seconds = (performance.now() - startedAt) / 1000;
  const counted = statements;
  const after = await readState(db);
  const each = (of: (state: State) => number) => (of(after) - of(before)) / DELIVERIES;
  return {
    databaseMilliseconds: each((state) => state.databaseMilliseconds),
    serviceMilliseconds: each((state) => state.serviceMilliseconds),
    statements: counted / DELIVERIES,
    commits: each((state) => state.commits),
    walBytes: each((state) => state.walBytes),
    rowsWritten: each((state) => state.rowsWritten),
    diskBytes: each((state) => state.diskBytes),
    perSecond: DELIVERIES / seconds,
  };

  async function publish(count: number, word: string): Promise<void> {
    const texts = Array.from({ length: count }, (_, index) => `${word} ${index}: ${"a sentence about fresh bread. ".repeat(6)}`);
    await publishNow(stage, places, texts);
  }
}

interface State extends Pick<Cost, "databaseMilliseconds" | "serviceMilliseconds" | "commits" | "walBytes" | "rowsWritten" | "diskBytes"> {}

/** The server's counters lag behind by up to a second. */
const COUNTERS_MILLISECONDS = 2_500;

async function readState(db: Database): Promise<State> {
  await sleep(COUNTERS_MILLISECONDS);
  const own = process.cpuUsage();
  const server = await one<{ id: number; commits: number; rowsWritten: number; walBytes: number; diskBytes: number }>(db, {
    text: `select pg_backend_pid() id, xact_commit commits, tup_inserted + tup_updated + tup_deleted "rowsWritten",
             (pg_current_wal_insert_lsn() - '0/0')::double precision "walBytes",
             (select sum(pg_total_relation_size(name::regclass))::double precision from unnest('{posts,publications,deliveries,attempts}'::text[]) name)
               + (select sum(pg_total_relation_size(relid))::double precision from pg_partition_tree('attempt_details')) "diskBytes"
           from pg_stat_database where datname = current_database()`,
  });
  return { ...server, databaseMilliseconds: serverMilliseconds(server.id), serviceMilliseconds: (own.user + own.system) / 1000 };
}

const TICK_MILLISECONDS = 10;

/** CPU time of the server so far: of the parent of one of its processes, of all its children, and of those that have ended. */
function serverMilliseconds(backend: number): number {
  const parent = statOf(backend).parent;
  const ids = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? Number(name) : []));
  const children = ids.map(statOf).filter((stat) => stat.parent === parent);
  const { own, ended } = statOf(parent);
  return (children.reduce((sum, stat) => sum + stat.own, own) + ended) * TICK_MILLISECONDS;
}

/** Zeros for a process that has just ended. */
function statOf(id: number): { readonly parent: number; readonly own: number; readonly ended: number } {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    // The name in brackets may contain spaces.
    const fields = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent: fields[1] ?? 0, own: user + system, ended: endedUser + endedSystem };
  } catch {
    return { parent: 0, own: 0, ended: 0 };
  }
}
