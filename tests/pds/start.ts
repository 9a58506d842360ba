import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { clearTimeout, setTimeout } from "node:timers";

export interface RunningPds extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`. */
  readonly address: string;
  /** Of the PLC directory. */
  readonly directoryAddress: string;
  /** What the server signs its sessions with; lets a test make one that has run out. */
  readonly jwtSecret: string;
}

const START_SECONDS_MAX = 120;
const STOP_SECONDS_MAX = 60;

/** Starts a PDS with its directory as a child process, which also ends when this process does. Throws when it does not get ready. */
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
