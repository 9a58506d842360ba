import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import type { Role } from "../../server/src/serve.ts";
import { compiledSources } from "../../server/src/testing/compiled.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { freePort } from "../../server/src/testing/free-port.ts";

const PROGRAM = fileURLToPath(new URL("../../cli/bin/rostrum.js", import.meta.url));

/** The result of a command. */
export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A whole service as an operator starts it, with its own data directory and port, and the command line for it. */
export interface Running extends AsyncDisposable {
  readonly url: string;
  readonly dataDirectory: string;
  /** The service's output so far. */
  output(): string;
  /** Runs `rostrum` with these words. */
  rostrum(
    words: readonly string[],
    options?: { readonly input?: string; readonly environment?: Readonly<Record<string, string>> },
  ): Promise<Ran>;
  /** Stops the service as an operator does and returns its exit code. */
  stop(): Promise<number | null>;
  /** kill -9; resolves when the process has exited. */
  kill(): Promise<void>;
}

interface RunningOptions {
  /** Default `all`. */
  readonly role?: Role;
  /** Default: one of its own, which is removed with it. */
  readonly dataDirectory?: string;
}

/** Whoever waits asks often, and for longer on a busy machine. */
export const UNLIMITED = { ROSTRUM_RATE_LIMIT_ROUTE: "0", ROSTRUM_RATE_LIMIT_RESOURCE: "0" };

/** Without rate limits unless the settings set some. `PORT` among the settings is the port, so that a process can take another one's place. */
export async function running(settings: Readonly<Record<string, string>> = {}, options: RunningOptions = {}): Promise<Running> {
  await using opened = new AsyncDisposableStack();
  const port = settings.PORT ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const dataDirectory = options.dataDirectory ?? join(opened.use(await temporaryFolder()).path, "data");
  const { ROSTRUM_ADMIN_TOKEN } = settings;
  const token: Record<string, string> = ROSTRUM_ADMIN_TOKEN === undefined ? {} : { ROSTRUM_ADMIN_TOKEN };
  const environment = { PATH: process.env.PATH ?? "", ...compiledSources(), ROSTRUM_DATA_DIR: dataDirectory, ROSTRUM_URL: url, ...token };
  const service = spawn(process.execPath, [PROGRAM, "serve", "--role", options.role ?? "all"], {
    env: { ...environment, ...UNLIMITED, PORT: port, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(service, "exit");
  let output = "";
  for (const stream of [service.stdout, service.stderr]) {
    stream.setEncoding("utf8").on("data", (piece: string) => {
      output += piece;
    });
  }
  const stop = async () => {
    service.kill("SIGTERM");
    await ended;
    return service.exitCode;
  };
  opened.defer(async () => void (await stop()));
  await ready(
    service,
    () => output.includes("Rostrum is ready at"),
    () => output,
  );
  const open = opened.move();
  return {
    url,
    dataDirectory,
    output: () => output,
    rostrum: (words, options = {}) => run(words, { environment: { ...environment, ...options.environment }, input: options.input ?? "" }),
    stop,
    async kill() {
      service.kill("SIGKILL");
      await ended;
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** Runs the program with nothing in its environment but what is given and where compiled sources are kept. `hears` gets what it says on the way, piece by piece. */
export async function run(
  words: readonly string[],
  given: { readonly environment: Readonly<Record<string, string>>; readonly input?: string; hears?(said: string): void },
): Promise<Ran> {
  const program = spawn(process.execPath, [PROGRAM, ...words], { env: { ...compiledSources(), ...given.environment } });
  program.stdin.on("error", () => {}).end(given.input ?? "");
  program.stderr.on("data", (piece: Buffer) => given.hears?.(piece.toString()));
  const [out, err] = await Promise.all([text(program.stdout), text(program.stderr), once(program, "exit")]);
  return { code: program.exitCode, out, err };
}

async function ready(service: ChildProcess, isReady: () => boolean, output: () => string): Promise<void> {
  await eventually("the service is ready", () => {
    if (hasEnded(service)) throw new Error(`the service did not start:\n${output()}`);
    return isReady();
  });
}

/** Waits until the service at this URL responds; fails at once if its process has exited. */
export async function answers(url: string, service: ChildProcess): Promise<void> {
  await eventually(`${url} is ready`, async () => {
    if (hasEnded(service)) throw new Error("the service did not start");
    const reply = await fetch(`${url}/readyz`).catch(() => null);
    await reply?.arrayBuffer();
    return reply?.ok === true;
  });
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
