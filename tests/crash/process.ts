import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Role } from "../../server/src/serve.ts";
import { type News, OFFSET, type Order, ROLE, type Strike } from "./words.ts";

const PROGRAM = fileURLToPath(new URL("./service.ts", import.meta.url));
const START_SECONDS_MAX = 120;
const STOP_SECONDS_MAX = 120;

/** One process of the service. */
export interface ServiceProcess {
  readonly role: Role;
  isUp(): boolean;
  /** The exit code if the process has exited by itself, which none should; null while it runs and after a kill. */
  exitCode(): number | null;
  /** Resolves when the process has exited. */
  readonly exited: Promise<void>;
  say(order: Order): void;
  arm(strike: Strike | null): void;
  /** kill -9; resolves when it has exited. */
  kill(): Promise<void>;
  /** Stops it as an operator would. Kills it if that takes too long, and then resolves to false. */
  stop(): Promise<boolean>;
}

export interface ProcessOptions {
  readonly role: Role;
  readonly environment: Readonly<Record<string, string>>;
  readonly offsetMilliseconds: number;
  /** Descriptor of the file for its output. */
  readonly output: number;
  /** Called when the process has killed the database. */
  readonly onStruck: () => void;
}

/** Starts a process; null if it exits before it is ready, as it does while its database is down. */
export async function startProcess(options: ProcessOptions): Promise<ServiceProcess | null> {
  const { role, environment, output, onStruck } = options;
  const child = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env.PATH ?? "", ...environment, [ROLE]: role, [OFFSET]: String(options.offsetMilliseconds) },
    stdio: ["ignore", output, output, "ipc"],
  });
  const exited = once(child, "exit").then(() => {});
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
  return {
    role,
    isUp,
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
      const late = setTimeout(() => child.kill("SIGKILL"), STOP_SECONDS_MAX * 1000);
      await exited;
      clearTimeout(late);
      return child.exitCode === 0;
    },
  };
}

function becomesReady(child: ChildProcess, exited: Promise<void>, onStruck: () => void): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(false), START_SECONDS_MAX * 1000);
    const end = (isReady: boolean) => {
      clearTimeout(late);
      resolve(isReady);
    };
    child.once("error", () => end(false));
    child.on("message", (news: News) => (news.kind === "ready" ? end(true) : onStruck()));
    exited.then(() => end(false));
  });
}
