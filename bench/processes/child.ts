import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A server in a process of its own. Disposing ends the process and waits until it is gone. */
export interface Child extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  /** Processor time that the process has used so far, on all of its threads. */
  cpuMicroseconds(): Promise<number>;
}

/** What a child tells. `ready` comes once. */
export type Told = { readonly ready: { readonly port: number } } | { readonly cpuMicroseconds: number };

const START_SECONDS_MAX = 30;
const STOP_SECONDS_MAX = 10;

/** Runs a file of this folder and answers when it is ready. The environment is this and nothing else; `flags` are the runtime's. */
export async function startChild(
  file: string,
  environment: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<Child> {
  const env = {
    PATH: process.env.PATH,
    ...(process.env.NODE_OPTIONS === undefined ? {} : { NODE_OPTIONS: process.env.NODE_OPTIONS }),
    ...environment,
  };
  const child = fork(join(import.meta.dirname, file), { env, execArgv: [...flags], stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const gone = once(child, "exit");
  const next = async (seconds: number): Promise<Told> => {
    const ended = gone.then(([code]) => Promise.reject(new Error(`${file} ended with code ${code}`)));
    const [told] = await Promise.race([once(child, "message", { signal: AbortSignal.timeout(seconds * 1000) }), ended]);
    return told as Told;
  };
  const stop = async () => {
    const late = setTimeout(() => child.kill("SIGKILL"), STOP_SECONDS_MAX * 1000);
    if (child.connected) child.disconnect();
    await gone;
    clearTimeout(late);
  };
  const told = await next(START_SECONDS_MAX).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  if (!("ready" in told)) throw new Error(`${file} told something else before it was ready`);
  return {
    port: told.ready.port,
    pid: child.pid ?? Number.NaN,
    async cpuMicroseconds() {
      child.send("cpu");
      const answer = await next(STOP_SECONDS_MAX);
      if (!("cpuMicroseconds" in answer)) throw new Error(`${file} did not tell its processor time`);
      return answer.cpuMicroseconds;
    },
    [Symbol.asyncDispose]: stop,
  };
}

/** The child's side: tells that it is ready, answers questions, and stops the server when the bench lets go, also by being killed. */
export function serveBench(port: number, stop: () => PromiseLike<void>): void {
  const tell = (told: Told) => process.send?.(told);
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    tell({ cpuMicroseconds: user + system });
  });
  process.once("disconnect", () => void stop());
  tell({ ready: { port } });
}
