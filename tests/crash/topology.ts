import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connect, type Database } from "../../server/src/database/connect.ts";
import { startEmbedded } from "../../server/src/database/embedded.ts";
import { query } from "../../server/src/database/query.ts";
import type { Role } from "../../server/src/serve.ts";
import { embeddedUrl, killDatabase, pidFileOf } from "./database.ts";
import { type ServiceProcess, startProcess } from "./process.ts";
import type { Time } from "./time.ts";
import { DATABASE_PID_FILE, type Strike, type Victim } from "./words.ts";

/** The processes of one installation. */
export interface Topology extends AsyncDisposable {
  /** For inspecting the database from outside; queries fail while it is down. */
  readonly db: Database;
  /** File with the output of the processes. */
  readonly log: string;
  /** Makes every process that reaches the point carry out the kill. */
  arm(strike: Strike | null): void;
  /** Kills at once, whatever they are doing. `which` chooses among the processes. */
  kill(victim: Victim, which: number): Promise<void>;
  /** Whether anything has been killed since the last revival. */
  isStruck(): boolean;
  /** Processes that have exited without being killed since the last call. */
  endedThemselves(): string[];
  /** Restarts everything that is down and waits until all respond. Returns how many processes had to be started. */
  revive(): Promise<number>;
  /** Sends the clock offset to all processes. */
  tellTime(offsetMilliseconds: number): void;
}

export interface TopologyOptions {
  readonly folder: string;
  /** 1: one process with the embedded database. 2: an API and two workers on a database of their own. */
  readonly workers: 1 | 2;
  readonly time: Time;
  readonly environment: Readonly<Record<string, string>>;
}

const REVIVE_SECONDS_MAX = 240;

export async function openTopology(options: TopologyOptions): Promise<Topology> {
  await using opened = new AsyncDisposableStack();
  const { folder, workers, time } = options;
  const data = join(folder, "data");
  const own = workers === 1 ? null : opened.use(await startEmbedded({ dataDirectory: join(folder, "database"), log: () => {} }));
  const pidFile = pidFileOf(own === null ? data : join(folder, "database"));
  const log = join(folder, "service.log");
  const output = openSync(log, "a");
  opened.defer(() => closeSync(output));
  const environment = {
    ...options.environment,
    ROSTRUM_DATA_DIR: data,
    [DATABASE_PID_FILE]: pidFile,
    ...(own === null ? {} : { DATABASE_URL: own.url }),
  };
  const roles: readonly Role[] = own === null ? ["all"] : ["api", "worker", "worker"];
  const processes: (ServiceProcess | null)[] = roles.map(() => null);
  const endedThemselves: string[] = [];
  const killing = new Set<Promise<void>>();
  let databaseStrikes = 0;
  let db: Database | null = null;
  const up = () => processes.filter((one) => one?.isUp() === true).filter((one) => one !== null);
  opened.defer(async () => void (await Promise.all(up().map((one) => one.stop()))));

  const start = async () => {
    const down = [...processes.keys()].filter((index) => processes[index]?.isUp() !== true);
    // Start all at once: the first one migrates the database, and workers wait only for that.
    await Promise.all(
      down.map(async (index) => {
        const role = roles[index] as Role;
        const exitCode = processes[index]?.exitCode() ?? null;
        if (exitCode !== null) endedThemselves.push(`a process of the role ${role} ended by itself with code ${exitCode}`);
        const onStruck = () => {
          databaseStrikes += 1;
        };
        processes[index] = await startProcess({ role, environment, output, offsetMilliseconds: time.offsetMilliseconds, onStruck });
        processes[index]?.say({ kind: "time", offsetMilliseconds: time.offsetMilliseconds });
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
      if (up().length === roles.length && (await isAnswering(db))) break;
      if (performance.now() > giveUpAt) throw new Error(`the service does not come back; what it printed is in ${log}`);
      await sleep(100);
    }
    databaseStrikes = 0;
    return started;
  };
  await revive();
  db = opened.adopt(connect(own?.url ?? embeddedUrl(data), { poolSize: 2, log: () => {} }), (pool) => pool.end());
  const open = opened.move();
  return {
    db,
    log,
    arm: (strike) => {
      for (const one of up()) one.arm(strike);
    },
    async kill(victim, which) {
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
    isStruck: () => databaseStrikes > 0 || up().length < roles.length,
    revive,
    tellTime: (offsetMilliseconds) => {
      for (const one of up()) one.say({ kind: "time", offsetMilliseconds });
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** Before the first start there is no database to ask, so nothing is missing. */
async function isAnswering(db: Database | null): Promise<boolean> {
  if (db === null) return true;
  return query(db, { text: "select 1" }).then(
    () => true,
    () => false,
  );
}
