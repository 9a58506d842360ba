import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { compiledSources } from "../../../server/src/testing/compiled.ts";
import type { Service } from "./service.ts";
import type { Shape } from "./shape.ts";

const PROGRAM = resolve(import.meta.dirname, "../../../cli/src/main.ts");

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `rostrum …` as an operator would: the address and the data directory come from the environment. */
export async function rostrum(service: Service, words: readonly string[], stdin = ""): Promise<Ran> {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...compiledSources(),
      ROSTRUM_URL: service.url,
      ROSTRUM_DATA_DIR: service.dataDirectory,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    stdout += piece;
  });
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    stderr += piece;
  });
  // A command that exits without reading its input closes the pipe.
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  await once(child, "close");
  return { code: child.exitCode, stdout, stderr };
}

/** Runs `rostrum admin … --json` and parses the JSON it prints. */
export async function adminCommand<T>(service: Service, words: readonly string[], shape: Shape<T>, stdin = ""): Promise<T> {
  const ran = await rostrum(service, ["admin", ...words, "--json"], stdin);
  assert.deepEqual({ code: ran.code, stderr: ran.stderr }, { code: 0, stderr: "" }, words.join(" "));
  return shape(JSON.parse(ran.stdout), words.join(" "));
}
