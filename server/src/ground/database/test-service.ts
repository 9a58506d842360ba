import { type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { isReachable } from "./account.ts";
import { serverName } from "./layout.ts";

export const HOST = fileURLToPath(new URL("./test-host.ts", import.meta.url));
export const NOBODY = { uid: 65534, gid: 65534 };
export const isRoot = process.geteuid?.() === 0;

/** A child process that runs `test-host.ts`. */
export interface TestService extends AsyncDisposable {
  readonly pid: number;
  /** Resolves to the rest of the next line that starts with the word, or to null if the process ends first. */
  line(word: string): Promise<string | null>;
  /** The last row that the database has acknowledged. */
  lastWritten(): number;
  /** Sends the signal and waits for the end of the process. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts one. `through` is a command prefix, such as `setpriv` with flags. */
export function startService(dataDirectory: string, options: SpawnOptions & { through?: readonly string[] } = {}): TestService {
  const { through = [], ...spawnOptions } = options;
  const [file = process.execPath, ...args] = [...through, process.execPath, HOST, dataDirectory];
  const child = spawn(file, args, { ...spawnOptions, stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const seen: string[] = [];
  const waiting = new Set<() => void>();
  let ended = false;
  const wake = () => {
    for (const check of waiting) check();
  };
  const lines = createInterface({ input: child.stdout ?? process.stdin });
  lines.on("line", (line) => {
    seen.push(line);
    wake();
  });
  lines.on("close", () => {
    ended = true;
    wake();
  });

  function line(word: string): Promise<string | null> {
    let from = seen.length;
    if (word !== "written") from = 0;
    return new Promise((resolve) => {
      const check = () => {
        const found = seen.slice(from).find((text) => text.startsWith(`${word} `));
        if (found === undefined && !ended) return;
        waiting.delete(check);
        resolve(found?.slice(word.length + 1) ?? null);
      };
      waiting.add(check);
      check();
    });
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    child.kill(signal);
    await exited;
  }

  const lastWritten = () => Number(seen.findLast((text) => text.startsWith("written "))?.slice(8) ?? 0);
  return { pid: child.pid ?? 0, line, lastWritten, end, [Symbol.asyncDispose]: () => end("SIGKILL") };
}

/** The name under which the processes of a data directory's server are found. */
export async function nameOf(dataDirectory: string): Promise<string> {
  return await serverName(join(dataDirectory, "postgres/cluster"));
}

/** Why a test cannot run the code under another account, or false if it can. For the `skip` option. */
export async function cannotSwitchUser(): Promise<string | false> {
  if (!isRoot) return "needs root";
  for (const path of [HOST, process.execPath]) {
    if (!(await isReachable(dirname(path), NOBODY))) return `user id ${NOBODY.uid} cannot read ${path}`;
  }
  return false;
}
