import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CrashPoint } from "../../server/src/ground/crash-points.ts";
import type { Role } from "../../server/src/serve.ts";
import { FREEZE_DESCRIPTOR, type News, OFFSET, OPEN_FILES, type Order, ROLE, type Strike } from "./words.ts";

/** The service of this version as a process. */
const OWN_PROGRAM = programOf(fileURLToPath(new URL("../..", import.meta.url)));
const START_SECONDS_MAX = 300;
const STOP_SECONDS_MAX = 120;
const WAKE_MILLISECONDS = 100;

/** One process of the service. */
export interface ServiceProcess {
  readonly role: Role;
  readonly pid: number;
  isUp(): boolean;
  /** The exit code if the process has exited by itself, which none should; null while it runs and after a kill. */
  exitCode(): number | null;
  /** Resolves when the process has exited. */
  readonly exited: Promise<void>;
  say(order: Order): void;
  arm(strike: Strike | null): void;
  isFrozen(): boolean;
  /** Stops it in the middle of whatever it does. */
  freeze(): void;
  wake(): void;
  /** Resolves when it runs, has heard of every order until now, and knows of a standstill. Wakes it if it freezes itself meanwhile. */
  look(): Promise<void>;
  /** kill -9; resolves when it has exited. */
  kill(): Promise<void>;
  /**
   * Stops it as an operator would, and kills it if that takes too long. A frozen one is woken for it. Resolves to how it ended:
   * `code 0`, `SIGKILL`.
   */
  stop(): Promise<string>;
}

export interface ProcessOptions {
  readonly role: Role;
  readonly environment: Readonly<Record<string, string>>;
  readonly offsetMilliseconds: number;
  /** Descriptor of the file for its output. */
  readonly output: number;
  /** Called when the process has killed the database. */
  readonly onStruck: () => void;
  /** Called when the process has frozen itself. */
  readonly onFrozen: (point: CrashPoint) => void;
  /** Folder with the version that it runs; null: this one. */
  readonly version: string | null;
}

/** Starts a process and kills it, ready or not. */
export async function startKilled(
  { role, environment, output }: Pick<ProcessOptions, "role" | "environment" | "output">,
  afterMilliseconds: number,
): Promise<void> {
  const child = spawn(process.execPath, [OWN_PROGRAM], {
    env: { PATH: process.env.PATH ?? "", ...environment, [ROLE]: role, [OFFSET]: "0" },
    stdio: ["ignore", output, output, "ipc", "pipe"],
  });
  const exited = once(child, "exit");
  setTimeout(() => child.kill("SIGKILL"), afterMilliseconds);
  await exited;
}

/** Starts a process; null if it exits before it is ready, as it does while its database is down. */
export async function startProcess(options: ProcessOptions): Promise<ServiceProcess | null> {
  const { role, environment, output, onStruck, onFrozen } = options;
  const program = options.version === null ? OWN_PROGRAM : programOf(options.version);
  const { [OPEN_FILES]: files } = environment;
  const [file, args] =
    files === undefined ? [process.execPath, [program]] : ["prlimit", [`--nofile=${files}:${files}`, process.execPath, program]];
  const child = spawn(file, args, {
    env: { PATH: process.env.PATH ?? "", ...environment, [ROLE]: role, [OFFSET]: String(options.offsetMilliseconds) },
    stdio: ["ignore", output, output, "ipc", "pipe"],
  });
  const exited = once(child, "exit").then(() => {});
  let isFrozen = false;
  child.stdio[FREEZE_DESCRIPTOR]?.on("data", (lines) => {
    isFrozen = true;
    for (const line of String(lines).trimEnd().split("\n")) onFrozen(line as CrashPoint);
  });
  const isReady = await becomesReady(child, exited, onStruck);
  if (!isReady) {
    child.kill("SIGKILL");
    await exited;
    return null;
  }
  const isUp = () => child.exitCode === null && child.signalCode === null;
  const say = (order: Order) => {
    if (isUp() && child.connected) child.send(order, () => {});
  };
  const wake = () => {
    isFrozen = false;
    child.kill("SIGCONT");
  };
  return {
    role,
    pid: child.pid ?? 0,
    isUp,
    isFrozen: () => isUp() && isFrozen,
    freeze() {
      isFrozen = true;
      child.kill("SIGSTOP");
    },
    wake,
    async look() {
      const looked = new Promise<void>((resolve) => {
        const hear = (news: News) => {
          if (news.kind !== "looked") return;
          child.off("message", hear);
          resolve();
        };
        child.on("message", hear);
      });
      say({ kind: "look" });
      const waking = setInterval(() => isFrozen && wake(), WAKE_MILLISECONDS);
      wake();
      await Promise.race([looked, exited]);
      clearInterval(waking);
    },
    exitCode: () => child.exitCode,
    exited,
    say,
    arm: (strike) => say({ kind: "arm", strike }),
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
    async stop() {
      child.kill("SIGTERM");
      wake();
      const late = setTimeout(() => child.kill("SIGKILL"), STOP_SECONDS_MAX * 1000);
      await exited;
      clearTimeout(late);
      return child.signalCode ?? `code ${child.exitCode}`;
    },
  };
}

/** A version brings its own, which knows how it is started. */
function programOf(folder: string): string {
  return join(folder, "tests/crash/service.ts");
}

function becomesReady(child: ChildProcess, exited: Promise<void>, onStruck: () => void): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), START_SECONDS_MAX * 1000);
    const end = (isReady: boolean) => {
      clearTimeout(late);
      resolve(isReady);
    };
    child.once("error", () => end(false));
    child.on("message", (news: News) => {
      if (news.kind === "ready") end(true);
      else if (news.kind === "struck") onStruck();
    });
    exited.then(() => end(false));
  });
}
