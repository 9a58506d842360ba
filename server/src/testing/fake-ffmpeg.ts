import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** A fake ffmpeg that behaves as the test says and records how it was called. */
export interface FakeFfmpeg {
  /** For `PATH`. */
  readonly folder: string;
  /** `ok` writes the given file as its result, `fail` complains, `hang` never ends, `die` is killed. */
  behave(how: "ok" | "fail" | "hang" | "die", result?: Uint8Array): Promise<void>;
  calls(): Promise<readonly { readonly pid: number; readonly argv: readonly string[] }[]>;
}

export async function fakeFfmpeg(folder: string): Promise<FakeFfmpeg> {
  const [program, mode, result, log] = ["ffmpeg", "mode", "result", "calls"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  const script = `#!${process.execPath}
const fs = require("node:fs");
const argv = process.argv.slice(2);
fs.appendFileSync(${JSON.stringify(log)}, JSON.stringify({ pid: process.pid, argv }) + "\\n");
const mode = fs.readFileSync(${JSON.stringify(mode)}, "utf8");
if (mode === "hang") setInterval(() => {}, 1000);
else if (mode === "die") process.kill(process.pid, "SIGKILL");
else if (mode === "fail") { console.error(argv[argv.indexOf("-i") + 1] + ": Invalid data found when processing input"); process.exitCode = 1; }
else fs.copyFileSync(${JSON.stringify(result)}, argv.at(-1));
`;
  await writeFile(program, script);
  await chmod(program, 0o755);
  await writeFile(log, "");
  return {
    folder,
    async behave(how, bytes) {
      await writeFile(mode, how);
      if (bytes !== undefined) await writeFile(result, bytes);
    },
    async calls() {
      const lines = (await readFile(log, "utf8")).split("\n").filter((line) => line !== "");
      return lines.map((line) => JSON.parse(line) as { pid: number; argv: string[] });
    },
  };
}
