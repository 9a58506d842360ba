import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { join, resolve } from "node:path";
import { temporaryFolder, testDatabaseUrl } from "../../../server/src/ground/database/testing.ts";
import { compiledSources } from "../../../server/src/testing/compiled.ts";
import { eventually } from "../../../server/src/testing/eventually.ts";
import { freePort } from "../../../server/src/testing/free-port.ts";
import { holdReplies } from "../../../server/src/testing/held-replies.ts";

/** A running service: the real program as a child process, with a data directory of its own. */
export interface Service extends AsyncDisposable {
  readonly url: string;
  readonly dataDirectory: string;
  readonly adminToken: string;
  readonly pid: number;
  /** Null: the embedded one. */
  readonly databaseUrl: string | null;
  /** All output so far. */
  output(): string;
  /** Sends a signal and returns the exit code; removes the data directory. */
  stop(signal?: "SIGTERM" | "SIGINT"): Promise<number | null>;
}

/** Environment variables; null leaves one unset. */
type Settings = Readonly<Record<string, string | null>>;

const REPOSITORY = resolve(import.meta.dirname, "../../..");
/** Then a service that does not end is killed, and the test sees it by the code. */
const STOP_SECONDS_MAX = 120;
const running = new Set<Service>();

// Several files of tests may share this process and the service: it ends when nothing else is left to do.
process.on("beforeExit", async () => {
  for (const service of running) await service.stop();
});

let shared: Promise<Service> | null = null;

/** The service shared by the files of one process: no rate limits, private addresses of this machine allowed. */
export function sharedService(): Promise<Service> {
  shared ??= startService();
  return shared;
}

/**
 * Starts `server/src/main.ts` on a free port of 127.0.0.1 and waits until `/readyz` answers 200. The system time zone is set to
 * one that no test uses, since nothing may depend on it.
 */
export async function startService(settings: Settings = {}): Promise<Service> {
  const folder = await temporaryFolder();
  const dataDirectory = join(folder.path, "data");
  const port = await freePort();
  const database = process.env.ROSTRUM_TEST_DATABASE_URL ? await testDatabaseUrl() : null;
  const child = spawn(process.execPath, [join(REPOSITORY, "server/src/main.ts")], {
    cwd: REPOSITORY,
    env: withoutNulls({
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      ...compiledSources(),
      TZ: "Pacific/Apia",
      PORT: String(port),
      ROSTRUM_DATA_DIR: dataDirectory,
      ROSTRUM_DEMO: "0",
      ROSTRUM_SANDBOX: "1",
      ROSTRUM_RATE_LIMIT_ROUTE: "0",
      ROSTRUM_RATE_LIMIT_RESOURCE: "0",
      ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32",
      ...(database === null ? {} : { DATABASE_URL: database.url }),
      ...settings,
    }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  // A test run that ends early leaves no service behind.
  const killed = () => child.kill("SIGKILL");
  process.once("exit", killed);
  child.once("exit", () => process.off("exit", killed));
  const url = `http://127.0.0.1:${port}`;
  const output = collectOutput(child);
  await untilReady({ child, url, output });
  holdReplies(url);
  doNotWaitFor(child);
  const service: Service = {
    url,
    dataDirectory,
    adminToken: settings.ROSTRUM_ADMIN_TOKEN ?? (await readFile(join(dataDirectory, "admin-token"), "utf8")).trim(),
    pid: child.pid ?? 0,
    databaseUrl: database?.url ?? null,
    output,
    async stop(signal = "SIGTERM") {
      running.delete(service);
      const code = await end(child, signal);
      await database?.[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
      return code;
    },
    async [Symbol.asyncDispose]() {
      await service.stop();
    },
  };
  running.add(service);
  return service;
}

function withoutNulls(settings: Readonly<Record<string, string | null | undefined>>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(settings).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}

function collectOutput(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
  }
  return () => text;
}

async function untilReady({ child, url, output }: { child: ChildProcess; url: string; output: () => string }): Promise<void> {
  await eventually("the service is ready", async () => {
    if (child.exitCode !== null) throw new Error(`The service exited with ${child.exitCode}:\n${output()}`);
    const reply = await fetch(`${url}/readyz`).catch(() => null);
    await reply?.arrayBuffer();
    return reply?.status === 200;
  }).catch((error: unknown) => {
    child.kill("SIGKILL");
    throw new Error(output(), { cause: error });
  });
}

/** Lets this process end although the child runs. */
function doNotWaitFor(child: ChildProcess): void {
  child.unref();
  for (const stream of [child.stdout, child.stderr]) (stream as Socket | null)?.unref();
}

async function end(child: ChildProcess, signal: "SIGTERM" | "SIGINT"): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const ended = once(child, "exit");
  child.ref();
  child.kill(signal);
  const late = AbortSignal.timeout(STOP_SECONDS_MAX * 1000);
  late.addEventListener("abort", () => child.kill("SIGKILL"));
  await ended;
  return child.exitCode;
}
