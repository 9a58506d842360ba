import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { temporaryFolder } from "../server/src/ground/database/testing.ts";
import { freePort } from "../server/src/testing/free-port.ts";
import type { Bench, Measure } from "./bench.ts";
import { howItStarts } from "./ground.ts";
import { memoryOfTree } from "./process-memory.ts";
import { median, rounded, spreadOf } from "./statistics.ts";

const MAIN = join(import.meta.dirname, "../server/src/main.ts");
const STARTS = 5;
const IDLE_SECONDS = 20;
const READY_SECONDS_MAX = 120;
const MEGABYTE = 1_000_000;

/** What `npm start` does for a newcomer, and for an operator: the demo, thirteen sandbox networks and the embedded database included. */
export const service: Bench = {
  name: "service",
  about: "npm start: until it is ready, the first time, again, and after a kill; and its memory when idle",
  async run() {
    await using folder = await temporaryFolder();
    const port = await freePort();
    const start = () => startOnce({ ROSTRUM_DATA_DIR: folder.path, HOST: "127.0.0.1", PORT: String(port) });
    const first = await start();
    await sleep(IDLE_SECONDS * 1000);
    const idle = await memoryOfTree(first.pid);
    await first.end("SIGTERM");
    const again: number[] = [];
    const afterKill: number[] = [];
    for (let count = 0; count < STARTS; count += 1) {
      const stopped = await start();
      again.push(stopped.seconds);
      await stopped.end("SIGKILL");
      const killed = await start();
      afterKill.push(killed.seconds);
      await killed.end("SIGTERM");
    }
    return [
      seconds("the first start, until it is ready", [first.seconds], 3),
      seconds("start again after a stop", again, 1),
      seconds("start again after kill -9", afterKill, null),
      {
        title: `memory ${IDLE_SECONDS} s after the first start, the database included`,
        value: Math.round(idle.total / MEGABYTE),
        unit: "MB",
        spread: null,
        aim: { atMost: 300 },
        facts: { "of it the service": Math.round(idle.own / MEGABYTE), processes: idle.processes },
      },
    ];
  },
};

function seconds(title: string, times: readonly number[], atMost: number | null): Measure {
  return {
    title,
    value: rounded(median(times)),
    unit: "s",
    spread: times.length > 1 ? spreadOf(times) : null,
    aim: atMost === null ? null : { atMost },
    facts: {},
  };
}

interface Started {
  readonly pid: number;
  /** From the start of the process to the first reply that says that it is ready. */
  readonly seconds: number;
  /** Resolves when it has exited. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

async function startOnce(settings: Readonly<Record<string, string>>): Promise<Started> {
  const { environment, flags } = howItStarts();
  const begun = performance.now();
  const child = spawn(process.execPath, [...flags, MAIN], {
    env: { PATH: process.env.PATH, ...environment, ...settings, ROSTRUM_LOG_LEVEL: "error" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const gone = once(child, "exit");
  while (!(await isReady(settings.PORT ?? ""))) {
    if (child.exitCode !== null) throw new Error(`The service ended with code ${child.exitCode}`);
    if (performance.now() - begun > READY_SECONDS_MAX * 1000) {
      child.kill("SIGKILL");
      throw new Error(`The service was not ready after ${READY_SECONDS_MAX} s`);
    }
    await sleep(5);
  }
  return {
    pid: child.pid ?? Number.NaN,
    seconds: (performance.now() - begun) / 1000,
    async end(signal) {
      child.kill(signal);
      await gone;
    },
  };
}

async function isReady(port: string): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (reply) => reply.ok,
    () => false,
  );
}
