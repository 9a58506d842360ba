import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { installPackedCli } from "../scripts/packed-cli.ts";
import { temporaryFolder } from "../server/src/ground/database/testing.ts";
import type { Bench, Measure } from "./bench.ts";
import { median, spreadOf } from "./statistics.ts";

const RUNS = 40;
/** Groups of runs that each give a ratio; their spread shows how steady the machine was. */
const ROUNDS = 4;

const WORDS: readonly (readonly string[])[] = [["--version"], ["--help"], ["brands", "list", "--help"], ["posts", "create", "--help"]];

/** Startup time of the command line, compared with an empty program that uses the same library. */
export const startup: Bench = {
  name: "startup",
  about: "rostrum --version and --help, packed and from its sources",
  async run() {
    await using folder = await temporaryFolder();
    const empty = join(folder.path, "empty.mjs");
    await writeFile(empty, emptyProgram());
    const programs = {
      packed: await installPackedCli(folder.path),
      "from its sources": join(import.meta.dirname, "../cli/bin/rostrum.js"),
    };
    const measures: Measure[] = [];
    for (const [how, program] of Object.entries(programs)) {
      for (const words of WORDS) {
        measures.push(
          await compared(`rostrum ${words.join(" ")}, ${how}`, [program, ...words], { floor: [empty, "--help"], home: folder.path }),
        );
      }
    }
    return measures;
  },
};

function emptyProgram(): string {
  const commander = pathToFileURL(createRequire(new URL("../cli/package.json", import.meta.url)).resolve("commander"));
  return `import { Command } from ${JSON.stringify(commander.href)};\nnew Command("empty").version("1.0.0").parse();\n`;
}

/** The two alternate. The first start of each is discarded, because it fills the compile cache. */
async function compared(
  title: string,
  service: readonly string[],
  { floor, home }: { floor: readonly string[]; home: string },
): Promise<Measure> {
  const own: number[] = [];
  const empty: number[] = [];
  for (let number = -2; number < RUNS; number += 1) {
    const [of, against] = [await milliseconds(service, home), await milliseconds(floor, home)];
    if (number < 0) continue;
    own.push(of);
    empty.push(against);
  }
  const size = RUNS / ROUNDS;
  const ratios = Array.from({ length: ROUNDS }, (_, round) => {
    const part = (times: readonly number[]) => median(times.slice(round * size, (round + 1) * size));
    return part(own) / part(empty);
  });
  return {
    title,
    value: median(own) / median(empty),
    unit: "x",
    spread: spreadOf(ratios),
    aim: { atMost: 1.5 },
    facts: { "rostrum ms": rounded(median(own)), "empty program ms": rounded(median(empty)) },
  };
}

async function milliseconds(args: readonly string[], home: string): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { env: { HOME: home }, stdio: "ignore" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${args.join(" ")} exited with ${code}`);
  return performance.now() - start;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
