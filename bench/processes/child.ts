import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A server in its own process. Disposing stops the process and waits for its exit. */
export interface Child extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  /** CPU time used by the process so far, in all threads. */
  cpuMicroseconds(): Promise<number>;
  /** kill -9; resolves when it has exited. */
  kill(): Promise<void>;
}

/** Messages from a child. `ready` is sent once. */
export type Told = { readonly ready: { readonly port: number } } | { readonly cpuMicroseconds: number };

/** Names the role of a process of the service. */
export const ROLE = "ROSTRUM_BENCH_ROLE";

const START_SECONDS_MAX = 300;
const STOP_SECONDS_MAX = 10;

/** Runs a file in this folder and resolves when it is ready, with exactly this environment; `flags` are Node's. */
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
    const ended = gone.then(([code]) => Promise.reject(new Error(`${file} exited with code ${code}`)));
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
  if (!("ready" in told)) throw new Error(`${file} sent another message before it was ready`);
  return {
    port: told.ready.port,
    pid: child.pid ?? Number.NaN,
    async cpuMicroseconds() {
      child.send("cpu");
      const answer = await next(STOP_SECONDS_MAX);
      if (!("cpuMicroseconds" in answer)) throw new Error(`${file} did not report its CPU time`);
      return answer.cpuMicroseconds;
    },
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
    [Symbol.asyncDispose]: stop,
  };
}

/**
 * The child's side: reports readiness, answers queries, and stops the server when the bench disconnects, even if it is killed.
 */
export function serveBench(port: number, stop: () => PromiseLike<void>): void {
  const tell = (told: Told) => process.send?.(told);
  process.on("message", () => {
    const { user, system } = process.cpuUsage();
    tell({ cpuMicroseconds: user + system });
  });
  process.once("disconnect", () => void stop());
  tell({ ready: { port } });
}
