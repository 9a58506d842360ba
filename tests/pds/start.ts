import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { clearTimeout, setTimeout } from "node:timers";

export interface RunningPds extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`. */
  readonly address: string;
  /** The PLC directory's URL. */
  readonly directoryAddress: string;
  /** The secret with which the server signs sessions, so that a test can create an expired one. */
  readonly jwtSecret: string;
}

const START_SECONDS_MAX = 120;
const STOP_SECONDS_MAX = 60;

/** Starts a PDS and its directory in a child process, which exits with this process. Throws if they do not become ready. */
export async function startPds(): Promise<RunningPds> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "pds.js")], { stdio: ["pipe", "pipe", "inherit"] });
  const exit = once(child, "exit");
  const giveUp = setTimeout(() => child.kill("SIGKILL"), START_SECONDS_MAX * 1000);
  const line = await Promise.race([once(createInterface(child.stdout), "line"), exit.then(() => null)]);
  clearTimeout(giveUp);
  if (line === null) throw new Error("The PDS ended before it was ready.");
  const { address, directoryAddress, jwtSecret } = JSON.parse(String(line[0]));
  return {
    address,
    directoryAddress,
    jwtSecret,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      const kill = setTimeout(() => child.kill("SIGKILL"), STOP_SECONDS_MAX * 1000);
      await exit;
      clearTimeout(kill);
    },
  };
}
