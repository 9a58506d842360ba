import type { Database } from "../server/src/ground/database/connect.ts";
import { query } from "../server/src/ground/database/query.ts";
import { databaseAccessOf } from "../server/src/publishing/engine/database-access.ts";
import { startEngine } from "../server/src/publishing/engine/engine.ts";
import type { Bench, Measure } from "./bench.ts";
import { openEngineStage, publishNow, someChannels } from "./stage.ts";
import { hearStatements } from "./statements.ts";

const CHANNELS = 50;
const DELIVERIES = 4_000;
const WARM_UP = 500;
/** The others are summed. */
const STATEMENTS_SHOWN = 12;

/** Where the time of `engine` goes: what the database spends on each statement, and the service on itself. */
export const profile: Bench = {
  name: "profile",
  about: "what the engine's deliveries spend their time on, statement by statement",
  onlyIfNamed: true,
  async run() {
    await using stage = await openEngineStage({ watchesStatements: true });
    const { db } = stage;
    const places = await someChannels(stage, CHANNELS);
    const texts = new Map<string, string>();
    using _hearing = hearStatements((statement) => {
      if (isNamed(statement)) texts.set(statement.name, statement.text);
    });
    await using _engine = await startEngine(stage.app, databaseAccessOf({ url: stage.url, log: stage.app.log }));
    const publish = (count: number, word: string) =>
      publishNow(
        stage,
        places,
        Array.from({ length: count }, (_, index) => `${word} ${index}`),
      );
    await publish(WARM_UP, "warm-up");
    await db.query("select pg_stat_statements_reset()");
    const [before, since] = [process.cpuUsage(), performance.now()];
    await publish(DELIVERIES, "measured");
    const seconds = (performance.now() - since) / 1000;
    const cpu = process.cpuUsage(before);
    const perSecond = Math.round(DELIVERIES / seconds);
    const names = new Map([...texts].map(([name, text]) => [withoutConstants(text), name]));
    return [ofDatabase(await readStatements(db), names), ofService((cpu.user + cpu.system) / 1000, perSecond)];
  },
};

interface StatementRow {
  readonly text: string;
  readonly calls: number;
  readonly milliseconds: number;
  readonly walBytes: number;
}

function readStatements(db: Database): Promise<StatementRow[]> {
  return query<StatementRow>(db, {
    text: `select query text, calls, total_exec_time milliseconds, wal_bytes::double precision "walBytes" from pg_stat_statements
           where query not like '%pg_stat_statements%' order by total_exec_time desc`,
  });
}

function ofDatabase(rows: readonly StatementRow[], names: ReadonlyMap<string, string>): Measure {
  const each = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / DELIVERIES;
  const line = (some: readonly StatementRow[]) =>
    `${each(some.map(({ milliseconds }) => milliseconds)).toFixed(3)} ms, ${each(some.map(({ walBytes }) => walBytes)).toFixed(0)} bytes of log, ${each(some.map(({ calls }) => calls)).toFixed(3)} calls`;
  const shown = rows.slice(0, STATEMENTS_SHOWN).map((row) => [names.get(withoutConstants(row.text)) ?? beginning(row.text), line([row])]);
  return {
    title: "execution time of the database for a delivery to an instant platform, waiting for the disk and for locks included",
    value: each(rows.map(({ milliseconds }) => milliseconds)),
    unit: "ms",
    spread: null,
    aim: null,
    facts: { ...Object.fromEntries(shown), "all others": line(rows.slice(STATEMENTS_SHOWN)) },
  };
}

function ofService(milliseconds: number, perSecond: number): Measure {
  return {
    title: "CPU time of the service for a delivery to an instant platform",
    value: milliseconds / DELIVERIES,
    unit: "ms",
    spread: null,
    aim: null,
    facts: { "deliveries/s here": perSecond, "deliveries measured": DELIVERIES },
  };
}

function isNamed(statement: unknown): statement is { readonly name: string; readonly text: string } {
  return typeof statement === "object" && statement !== null && "name" in statement && typeof statement.name === "string";
}

/** The server keeps a statement with parameters in place of its constants. */
function withoutConstants(text: string): string {
  return text
    .replaceAll(/'(?:[^']|'')*'/g, "$")
    .replaceAll(/\$\d+/g, "$")
    .replaceAll(/\b(?:\d+(?:\.\d+)?|null|true|false)\b/gi, "$")
    .replaceAll(/\s+/g, " ")
    .trim();
}

function beginning(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim().slice(0, 60);
}
