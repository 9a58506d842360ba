import { type ChildProcess, spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { type Account, commandAs } from "./account.ts";
import { explainFailure } from "./failures.ts";
import { SOCKET_FILE } from "./layout.ts";
import { serverProcesses } from "./processes.ts";
import { settingFlags } from "./settings.ts";
import { watchParent } from "./watchdog.ts";

/** One run of the server, from start to exit. */
export interface Postmaster {
  readonly pid: number;
  /** Resolves when the process is gone, to a description for the log: `code 0`, `SIGKILL`. */
  readonly exited: Promise<string>;
  /** Shuts down: disconnects clients and flushes everything. Resolves when the process is gone. */
  stop(): Promise<void>;
}

export interface PostmasterOptions {
  /** Path of the program `postgres`. */
  readonly program: string;
  readonly cluster: string;
  readonly socketFolder: string;
  readonly name: string;
  /** How many it accepts at once. */
  readonly connections: number;
  /** No commit waits for the disk. */
  readonly isThrowaway: boolean;
  readonly account: Account;
  /** Called with each line that the server prints. */
  readonly onLine: (line: string) => void;
}

/**
 * Starts the server and waits until it accepts connections, which after a crash includes recovery.
 * @throws EmbeddedDatabaseError if it exits instead
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  await dropStaleLocks(options);
  const { child, exited, tail, printed } = run(options);
  const { pid } = child;
  const isReady = pid !== undefined && (await Promise.race([exited.then(() => false), becomesReady(options.cluster, pid, exited)]));
  if (!isReady) {
    await Promise.race([printed, sleep(PRINT_MILLISECONDS_MAX)]);
    throw explainFailure("start", tail.length > 0 ? tail.join("\n") : `the server ended with ${await exited}`);
  }
  const dismiss = options.account.setpriv ? () => {} : watchParent(pid);
  exited.then(dismiss);
  return { pid, exited, stop: () => stop(child, exited) };
}

const TAIL_LINES = 20;
/** A server's last output may arrive after its exit event. */
const PRINT_MILLISECONDS_MAX = 500;

interface Run {
  readonly child: ChildProcess;
  readonly exited: Promise<string>;
  /** The last lines that the server printed. */
  readonly tail: readonly string[];
  /** Resolves when there can be no more output, that is, when its children are gone too. */
  readonly printed: Promise<void>;
}

function run(options: PostmasterOptions): Run {
  const args = ["-D", options.cluster, ...settingFlags(options)];
  const command = commandAs(options.account, { file: options.program, args, endsWithParent: true });
  // In a session of its own, so that Ctrl-C in the terminal only reaches the service, which finishes before the database.
  const child = spawn(command.file, command.args, { ...command.options, detached: true });
  const tail: string[] = [];
  const exited = new Promise<string>((resolve) => {
    child.once("error", (error) => {
      tail.push(error.message);
      resolve(error.message);
    });
    child.once("exit", (code, signal) => resolve(signal ?? `code ${code}`));
  });
  const printed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on("line", (line) => {
      tail.push(line);
      if (tail.length > TAIL_LINES) tail.shift();
      options.onLine(line);
    });
  }
  return { child, exited, tail, printed };
}

const READY_POLL_MILLISECONDS = 10;

/** The server writes its state into the eighth line of `postmaster.pid`. */
async function becomesReady(cluster: string, pid: number, exited: Promise<string>): Promise<boolean> {
  let gone = false;
  exited.then(() => {
    gone = true;
  });
  while (!gone) {
    const lines = (await readPidFile(cluster)).split("\n");
    if (lines[0] === `${pid}` && lines[7]?.trim() === "ready") return true;
    await sleep(READY_POLL_MILLISECONDS);
  }
  return false;
}

/**
 * After a kill, two files name a process that is gone. PostgreSQL recognizes that, unless the process id now belongs to
 * another process of the same user or to a zombie; it would then refuse to start.
 */
async function dropStaleLocks({ cluster, socketFolder, name }: PostmasterOptions): Promise<void> {
  if ((await serverProcesses(name)).length > 0) return;
  for (const file of [join(cluster, "postmaster.pid"), join(socketFolder, `${SOCKET_FILE}.lock`)]) await rm(file, { force: true });
}

async function readPidFile(cluster: string): Promise<string> {
  return await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
}

const FAST_STOP_SECONDS = 30;
const IMMEDIATE_STOP_SECONDS = 5;

async function stop(child: ChildProcess, exited: Promise<string>): Promise<void> {
  const steps: readonly (readonly [NodeJS.Signals, number])[] = [
    ["SIGINT", FAST_STOP_SECONDS],
    ["SIGQUIT", IMMEDIATE_STOP_SECONDS],
  ];
  for (const [signal, seconds] of steps) {
    child.kill(signal);
    const patience = new AbortController();
    const waited = sleep(seconds * 1000, "waited" as const, { signal: patience.signal }).catch(() => "waited" as const);
    const first = await Promise.race([exited, waited]);
    patience.abort();
    if (first !== "waited") return;
  }
  child.kill("SIGKILL");
  await exited;
}
