import { closeSync, openSync } from "node:fs";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { CrashPoint } from "../../server/src/ground/crash-points.ts";
import { connect, type Database } from "../../server/src/ground/database/connect.ts";
import { startEmbedded } from "../../server/src/ground/database/embedded.ts";
import { readMigrations } from "../../server/src/ground/database/migrate.ts";
import { one, query } from "../../server/src/ground/database/query.ts";
import type { Role } from "../../server/src/serve.ts";
import { databasePid, embeddedUrl, killDatabase, pidFileOf } from "./database.ts";
import type { Workers } from "./plan.ts";
import { type ServiceProcess, startKilled, startProcess } from "./process.ts";
import type { Time } from "./time.ts";
import { DATABASE_PID_FILE, MIGRATIONS, SILENCE_SECONDS, type Strike, type Victim } from "./words.ts";

/** The processes of one installation. */
export interface Topology extends AsyncDisposable {
  /** For inspecting the database from outside; queries fail while it is down. */
  readonly db: Database;
  /** How many migrations its database has. */
  migrations(): Promise<number>;
  /** File with the output of the processes. */
  readonly log: string;
  readonly dataDirectory: string;
  /** The database server's first process; null while there is none. */
  databasePid(): number | null;
  /** The processes of the service that run. */
  pids(): readonly number[];
  /** Makes every process that reaches the point carry out the kill. */
  arm(strike: Strike | null): void;
  /** Kills at once, whatever they are doing. `which` chooses among the processes; only workers are frozen. */
  kill(victim: Victim, which: number): Promise<void>;
  /** Where processes have frozen themselves since the last call; null for those that were frozen from outside. */
  newlyFrozen(): (CrashPoint | null)[];
  /** How many processes are frozen. */
  frozen(): number;
  /** Whether every worker is. */
  isStandingStill(): boolean;
  /** Wakes all that are frozen. Resolves when all run, carry out no strike any more, and know that they stood still. */
  wake(): Promise<void>;
  /** Wakes one of them. */
  wakeOne(): Promise<void>;
  /** Whether a process is being replaced by its successor. */
  isRolling(): boolean;
  /** Whether anything has been killed since the last revival. */
  isStruck(): boolean;
  /** Processes that have exited without being killed since the last call. */
  endedThemselves(): string[];
  /**
   * Replaces the processes one after the other, as an operator would. New workers start beside the old ones; only the API has an
   * address of its own, which the old one has to leave first. The first time the new ones are of a version with one migration more;
   * if the installation began with an earlier version, they run this one from then on.
   */
  roll(): Promise<void>;
  /** Restarts everything that is down and waits until all respond. Returns how many processes had to be started. */
  revive(): Promise<number>;
  /** The processes that are started from now on know the migrations in this folder. */
  migrateWith(folder: string): void;
  /** Starts what is down, and kills it on its way to being ready, so many times. Then everything is revived. */
  reviveThrough(kills: number, afterMilliseconds: () => number): Promise<void>;
  /** Tells every process what time it is. */
  tellTime(): void;
  /** Puts the clock of one worker, and of no other, ahead of the others' by so much; negative: behind. */
  misleadWorker(which: number, milliseconds: number): void;
}

export interface TopologyOptions {
  readonly folder: string;
  /** 1: one process with the embedded database. More: an API and so many workers on a database of their own. */
  readonly workers: Workers;
  readonly time: Time;
  readonly environment: Readonly<Record<string, string>>;
  /** Folder with the earlier version that the installation begins with; null: this one. */
  readonly earlier: string | null;
  /** How long the first starts live, each of which is killed before the one that is let go on. */
  readonly firstStarts?: readonly number[];
}

const REVIVE_SECONDS_MAX = 480;
/** A fifth of the service's own: a frozen process is taken over sooner, and the round waits less. */
const SILENCE_SECONDS_OF_TESTS = 9;
/** What `docs/installing.md` asks for. */
const CONNECTIONS_PER_PROCESS = 40;
/** The API, and the successor of a process that still runs. */
const PROCESSES_BESIDE_WORKERS = 2;
const OWN_MIGRATIONS = join(import.meta.dirname, "../../server/src/ground/database/migrations");
/** What a version may do to the tables under the hands of the one before, in the order in which that one locks them. */
const NEXT_MIGRATION = `
  alter table posts add column crash_note text;
  alter table deliveries add column crash_note text not null default 'none';
  alter table channels add column crash_note text;
  create table crash_notes (id bigint generated always as identity primary key, delivery_id bigint references deliveries (id) on delete cascade);
  create index crash_notes_by_delivery on crash_notes (delivery_id);
`;

export async function openTopology(options: TopologyOptions): Promise<Topology> {
  await using opened = new AsyncDisposableStack();
  const { folder, workers, time } = options;
  const data = join(folder, "data");
  const connections = (workers + PROCESSES_BESIDE_WORKERS) * CONNECTIONS_PER_PROCESS;
  const own =
    workers === 1 ? null : opened.use(await startEmbedded({ dataDirectory: join(folder, "database"), log: () => {}, connections }));
  const pidFile = pidFileOf(own === null ? data : join(folder, "database"));
  const log = join(folder, "service.log");
  const output = openSync(log, "a");
  opened.defer(() => closeSync(output));
  let environment: Record<string, string> = {
    ...options.environment,
    ROSTRUM_DATA_DIR: data,
    [SILENCE_SECONDS]: String(SILENCE_SECONDS_OF_TESTS),
    [DATABASE_PID_FILE]: pidFile,
    ...(own === null ? {} : { DATABASE_URL: own.url }),
  };
  const roles: readonly Role[] = own === null ? ["all"] : ["api", ...Array.from({ length: workers }, () => "worker" as const)];
  const processes: (ServiceProcess | null)[] = roles.map(() => null);
  const endedThemselves: string[] = [];
  const killing = new Set<Promise<void>>();
  const newlyFrozen: (CrashPoint | null)[] = [];
  const replacing = new Set<number>();
  let version = options.earlier;
  let rolling: Promise<void> | null = null;
  let databaseStrikes = 0;
  let db: Database | null = null;
  const up = () => processes.filter((one) => one?.isUp() === true).filter((one) => one !== null);
  opened.defer(async () => {
    await rolling;
    await Promise.all(up().map((one) => one.stop()));
  });

  let misled: { readonly index: number | null; readonly milliseconds: number } = { index: null, milliseconds: 0 };
  const offsetOf = (index: number) => time.offsetMilliseconds + time.aheadMilliseconds + (misled.index === index ? misled.milliseconds : 0);
  const startOne = (index: number) => {
    const onStruck = () => {
      databaseStrikes += 1;
    };
    const offsetMilliseconds = offsetOf(index);
    const onFrozen = (point: CrashPoint) => void newlyFrozen.push(point);
    return startProcess({ role: roles[index] as Role, environment, output, offsetMilliseconds, onStruck, onFrozen, version });
  };
  const tellOneTime = (index: number) => processes[index]?.say({ kind: "time", offsetMilliseconds: offsetOf(index) });
  const tellTime = () => [...processes.keys()].forEach(tellOneTime);
  const listDown = () => [...processes.keys()].filter((index) => processes[index]?.isUp() !== true && !replacing.has(index));
  const start = async () => {
    const down = listDown();
    // Start all at once: the first one migrates the database, and workers wait only for that.
    await Promise.all(
      down.map(async (index) => {
        const role = roles[index] as Role;
        const exitCode = processes[index]?.exitCode() ?? null;
        if (exitCode !== null) endedThemselves.push(`a process of the role ${role} ended by itself with code ${exitCode}`);
        processes[index] = await startOne(index);
        tellOneTime(index);
      }),
    );
    return down.length;
  };
  const revive = async () => {
    const giveUpAt = performance.now() + REVIVE_SECONDS_MAX * 1000;
    let started = 0;
    // A process that is still exiting looks as if it were up.
    await Promise.all(killing);
    for (;;) {
      started += await start();
      if (listDown().length === 0 && (await isAnswering(db))) break;
      if (performance.now() > giveUpAt) throw new Error(`the service does not come back; what it printed is in ${log}`);
      await sleep(100);
    }
    databaseStrikes = 0;
    return started;
  };
  for (const milliseconds of options.firstStarts ?? []) {
    for (const role of roles) await startKilled({ role, environment, output }, milliseconds);
  }
  await revive();
  db = opened.adopt(connect(own?.url ?? embeddedUrl(data), { poolSize: 2, log: () => {} }), (pool) => pool.end());
  const replace = async (index: number) => {
    const old = processes[index];
    const isAlone = roles[index] !== "worker";
    if (isAlone) replacing.add(index);
    const stopOld = async () => {
      const ending = await old?.stop();
      if (ending !== undefined && ending !== "code 0") endedThemselves.push(`a process of the role ${roles[index]} stopped with ${ending}`);
    };
    if (isAlone) await stopOld();
    const successor = await startOne(index);
    if (successor === null) endedThemselves.push(`the successor of a process of the role ${roles[index]} did not start`);
    processes[index] = successor ?? old ?? null;
    tellOneTime(index);
    replacing.delete(index);
    if (!isAlone && successor !== null) await stopOld();
  };
  const rollOn = async () => {
    if (environment[MIGRATIONS] === undefined) environment = { ...environment, [MIGRATIONS]: await makeNextVersion(folder) };
    version = null;
    for (const index of processes.keys()) await replace(index);
  };
  const open = opened.move();
  return {
    db,
    migrations: async () => (await one<{ last: number }>(db, { text: "select max(number) as last from schema_migrations" })).last,
    log,
    dataDirectory: data,
    databasePid: () => databasePid(pidFile),
    pids: () => up().map(({ pid }) => pid),
    arm: (strike) => {
      for (const one of up()) one.arm(strike);
    },
    async kill(victim, which) {
      const workersUp = up().filter(({ role }) => role === "worker");
      if (victim === "frozen") {
        workersUp[which % workersUp.length]?.freeze();
        newlyFrozen.push(null);
        return;
      }
      if (victim !== "service") {
        killDatabase(pidFile);
        databaseStrikes += 1;
      }
      const killed = victim === "database" ? Promise.resolve() : (up()[which % up().length]?.kill() ?? Promise.resolve());
      killing.add(killed);
      await killed;
      killing.delete(killed);
    },
    endedThemselves: () => endedThemselves.splice(0),
    newlyFrozen: () => newlyFrozen.splice(0),
    frozen: () => up().filter((one) => one.isFrozen()).length,
    isStandingStill: () => up().every((one) => one.role === "api" || one.isFrozen()),
    wake: async () => void (await Promise.all(up().map((one) => one.look()))),
    wakeOne: async () =>
      up()
        .find((one) => one.isFrozen())
        ?.look(),
    isRolling: () => rolling !== null,
    roll() {
      rolling ??= rollOn().finally(() => {
        rolling = null;
      });
      return rolling;
    },
    isStruck: () => databaseStrikes > 0 || listDown().length > 0,
    revive,
    migrateWith(folder) {
      environment = { ...environment, [MIGRATIONS]: folder };
    },
    async reviveThrough(kills, afterMilliseconds) {
      await Promise.all(killing);
      for (let times = 0; times < kills; times += 1) {
        for (const index of listDown()) await startKilled({ role: roles[index] as Role, environment, output }, afterMilliseconds());
      }
      await revive();
    },
    tellTime,
    misleadWorker(which, milliseconds) {
      const workersAt = [...roles.keys()].filter((index) => roles[index] === "worker");
      misled = { index: workersAt[which % workersAt.length] ?? null, milliseconds };
      tellTime();
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** Writes the migrations of a version with one more, and returns their folder. */
async function makeNextVersion(folder: string): Promise<string> {
  const migrations = join(folder, "migrations");
  await cp(OWN_MIGRATIONS, migrations, { recursive: true });
  const number = (await readMigrations(migrations)).length + 1;
  await writeFile(join(migrations, `${String(number).padStart(4, "0")}-next-version.sql`), NEXT_MIGRATION);
  return migrations;
}

/** Before the first start there is no database to ask, so nothing is missing. */
async function isAnswering(db: Database | null): Promise<boolean> {
  if (db === null) return true;
  return query(db, { text: "select 1" }).then(
    () => true,
    () => false,
  );
}
