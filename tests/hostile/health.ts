import { Agent, get } from "node:http";
import { parentPort, Worker, workerData } from "node:worker_threads";

/** A late or missing response from `/healthz`. */
export interface Late {
  readonly at: number;
  readonly milliseconds: number;
  readonly status: number | null;
}

export interface HealthWatch {
  /** Stops after at least `askedMin` requests. Returns the number of requests and the slowest responses, slowest first. */
  stop(askedMin: number): Promise<{ readonly asked: number; readonly slowest: readonly Late[] }>;
}

const EVERY_MILLISECONDS = 20;
const KEPT = 5;
/** A response that takes longer counts as missing. */
export const HEALTH_SECONDS_MAX = 10;

/** Polls `/healthz` from a separate thread, so that load on this one does not delay it. */
export function watchHealth(url: string): HealthWatch {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url } });
  const failed = new Promise<never>((_, reject) => worker.once("error", reject));
  failed.catch(() => {});
  return {
    async stop(askedMin) {
      const told = new Promise<{ asked: number; slowest: Late[] }>((resolve) => worker.once("message", resolve));
      worker.postMessage(askedMin);
      const report = await Promise.race([told, failed]);
      await worker.terminate();
      return report;
    },
  };
}

if (parentPort !== null && typeof workerData?.url === "string") await watch(workerData.url, parentPort);

async function watch(url: string, port: NonNullable<typeof parentPort>): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  let enough = Number.POSITIVE_INFINITY;
  port.once("message", (askedMin: number) => {
    enough = askedMin;
  });
  let asked = 0;
  let slowest: Late[] = [];
  while (asked < enough) {
    const at = Date.now();
    const started = performance.now();
    const status = await ask(url, agent);
    const milliseconds = performance.now() - started;
    asked += 1;
    slowest = [...slowest, { at, milliseconds, status }].sort(worseFirst).slice(0, KEPT);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MILLISECONDS));
  }
  port.postMessage({ asked, slowest });
}

function worseFirst(a: Late, b: Late): number {
  return Number(a.status === 200) - Number(b.status === 200) || b.milliseconds - a.milliseconds;
}

function ask(url: string, agent: Agent): Promise<number | null> {
  return new Promise((resolve) => {
    const request = get(`${url}/healthz`, { agent, timeout: HEALTH_SECONDS_MAX * 1000 }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? null));
      response.once("error", () => resolve(null));
    });
    request.once("timeout", () => request.destroy());
    request.once("error", () => resolve(null));
  });
}
