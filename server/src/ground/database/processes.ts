import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

export interface ServerProcess {
  readonly pid: number;
  /** Whether it is the server itself; the others are its children. */
  readonly isPostmaster: boolean;
}

/**
 * The running processes of the server with a `cluster_name`, found in the process table by what PostgreSQL writes there: the
 * server's command line, and `postgres: <cluster name>: <activity>` for its children. A process id alone proves nothing: the
 * one in `postmaster.pid` may by now belong to another process, or to a zombie.
 */
export async function serverProcesses(name: string): Promise<ServerProcess[]> {
  const commands = process.platform === "linux" ? await linuxCommands() : await psCommands();
  const children = commands.filter(({ words }) => words.join(" ").startsWith(`postgres: ${name}: `));
  const postmasters = commands.filter(({ words }) => basename(words[0] ?? "") === "postgres" && words.includes(`cluster_name=${name}`));
  return [...postmasters.map(({ pid }) => ({ pid, isPostmaster: true })), ...children.map(({ pid }) => ({ pid, isPostmaster: false }))];
}

const FAST_STOP_SECONDS = 10;
const IMMEDIATE_STOP_SECONDS = 3;
const KILL_SECONDS = 5;

/**
 * Stops whatever is still running of a server whose service or main process was killed: by a fast shutdown, then an
 * immediate one, then SIGKILL. Acknowledged commits are on disk in each case. Resolves to the number of processes found.
 * @throws Error if one of them survives a SIGKILL
 */
export async function stopLeftovers(name: string): Promise<number> {
  const found = await serverProcesses(name);
  if (found.length === 0) return 0;
  const postmasters = found.filter((process) => process.isPostmaster);
  for (const { pid } of postmasters) signal(pid, "SIGINT");
  if (postmasters.length > 0 && (await areGone(name, FAST_STOP_SECONDS))) return found.length;
  for (const { pid } of await serverProcesses(name)) signal(pid, "SIGQUIT");
  if (await areGone(name, IMMEDIATE_STOP_SECONDS)) return found.length;
  for (const { pid } of await serverProcesses(name)) signal(pid, "SIGKILL");
  if (await areGone(name, KILL_SECONDS)) return found.length;
  throw new Error(`Processes of an earlier database server do not exit: ${found.map(({ pid }) => pid).join(", ")}`);
}

/** Waits until no process of the server is left; false if the time runs out first. */
export async function areGone(name: string, seconds: number): Promise<boolean> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    if ((await serverProcesses(name)).length === 0) return true;
    await sleep(25);
  }
  return false;
}

/** Signals a process that may already be gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

interface RunningCommand {
  readonly pid: number;
  readonly words: readonly string[];
}

/** Zombies have an empty command line and are therefore skipped. */
async function linuxCommands(): Promise<RunningCommand[]> {
  const pids = (await readdir("/proc")).filter((entry) => /^\d+$/.test(entry));
  return await Promise.all(
    pids.map(async (pid) => {
      const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      return { pid: Number(pid), words: line.split("\0") };
    }),
  );
}

async function psCommands(): Promise<RunningCommand[]> {
  const { stdout } = await promisify(execFile)("ps", ["-axww", "-o", "pid=,command="], { maxBuffer: 16 * 1024 * 1024 });
  return stdout.split("\n").map((line) => {
    const [pid, ...words] = line.trim().split(" ");
    return { pid: Number(pid), words };
  });
}
