import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs a program of this folder's packages by this Node, with a home of its own: it keeps files there. */
export async function run(script: string, args: readonly string[], home: string): Promise<Ended> {
  const env = { PATH: process.env.PATH, HOME: home, NO_COLOR: "1" };
  const child = spawn(process.execPath, [script, ...args], { cwd: home, env, stdio: ["ignore", "pipe", "pipe"] });
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code, out, error };
}
