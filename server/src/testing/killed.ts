import assert from "node:assert/strict";
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { toInstant } from "@rostrum/contract/formats.ts";
import type { App } from "../app.ts";
import { readConfig } from "../ground/config.ts";
import { type CrashPoint, watchCrashPoints } from "../ground/crash-points.ts";
import { connect } from "../ground/database/connect.ts";
import { query } from "../ground/database/query.ts";
import { createNet } from "../ground/net/index.ts";
import { createLog } from "../ground/observability/log.ts";
import { openSecrets } from "../ground/secrets/key.ts";
import { compiledSources } from "./compiled.ts";
import { eventually } from "./eventually.ts";
import { freePort } from "./free-port.ts";
import type { Stage } from "./stage.ts";

/**
 * Runs a file in a process of its own, on the stage's database and at its moment, until it has killed itself at the point and the database
 * has noticed: until then its rows are locked, and whoever comes next passes them over.
 */
export async function killedAt(
  point: CrashPoint,
  file: URL,
  { stage, settings = {} }: { readonly stage: Stage; readonly settings?: Readonly<Record<string, string>> },
): Promise<void> {
  const killed = spawn(process.execPath, [fileURLToPath(file), point], {
    env: {
      ...process.env,
      DATABASE_URL: stage.databaseUrl,
      ROSTRUM_DATA_DIR: stage.app.config.dataDirectory,
      NOW: stage.now(),
      ...settings,
    },
    stdio: "inherit",
  });
  await eventually(`the process is killed at ${point}`, () => killed.signalCode === "SIGKILL");
  await eventually("its transactions have ended", async () => (await listOpenTransactions(stage.app)).length === 0);
}

/** Of others on the same database. */
async function listOpenTransactions({ db }: Pick<App, "db">): Promise<{ readonly pid: number }[]> {
  return query(db, {
    text: `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and xact_start is not null
             and pid <> pg_backend_pid()`,
  });
}

/** Starts a file in a process of its own: a worker of a service on the stage's database that has a folder and a port of its own. */
export async function aWorker(
  file: URL,
  {
    stage,
    folder,
    words = [],
    settings = {},
  }: {
    readonly stage: Stage;
    readonly folder: string;
    readonly words?: readonly string[];
    readonly settings?: Readonly<Record<string, string>>;
  },
): Promise<ChildProcess> {
  return fork(file, words, {
    env: {
      PATH: process.env.PATH,
      ...compiledSources(),
      DATABASE_URL: stage.databaseUrl,
      PORT: String(await freePort()),
      ROSTRUM_DATA_DIR: folder,
      ROSTRUM_SANDBOX: "0",
      ROSTRUM_DEMO: "0",
      ROSTRUM_LOG_LEVEL: "error",
      ...settings,
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

/** kill -9 of a process that still runs; resolves when it has exited. */
export async function kill(worker: ChildProcess): Promise<void> {
  assert.equal(worker.exitCode, null, "the worker exited on its own");
  const gone = once(worker, "exit");
  worker.kill("SIGKILL");
  await gone;
}

/** In such a process as `killedAt` starts: kills it at the point, and returns what loops that send something need of the service. */
export async function appToBeKilled(): Promise<App> {
  const [, , point] = process.argv;
  watchCrashPoints((reached) => {
    if (reached === point) process.kill(process.pid, "SIGKILL");
  });
  const config = readConfig(process.env);
  const now = toInstant(process.env.NOW ?? "");
  const app: Pick<App, "config" | "db" | "clock" | "net" | "log" | "secrets" | "traces" | "wakeMail"> = {
    config,
    db: connect(process.env.DATABASE_URL ?? "", { poolSize: 2, log: () => {} }),
    clock: { now: () => now },
    net: createNet({ allowPrivate: config.allowPrivateNetworks, trustedOrigins: [], userAgent: "Rostrum" }),
    log: createLog("error"),
    secrets: await openSecrets(config),
    traces: null,
    wakeMail() {},
  };
  return app as App;
}
