import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/**
 * `npm run check`: all static checks. Fails if one part does.
 */

const ROOT = join(import.meta.dirname, "..");
/** How a line begins that says what a part could not look at. */
const NOTE = "note: ";

interface Part {
  readonly name: string;
  /** A program of `node_modules/.bin` and its arguments. */
  readonly command: readonly [program: string, ...args: string[]];
}

const parts: Part[] = [
  { name: "types", command: ["tsc", "-p", "."] },
  { name: "lint and format", command: ["biome", "check", "."] },
  { name: "lockfiles", command: ["node", "scripts/lockfiles.ts"] },
  { name: "applied migrations", command: ["node", "scripts/migrations.ts"] },
  { name: "versions and changes", command: ["node", "scripts/release.ts", "check"] },
];
if (existsSync(join(ROOT, "dashboard/tsconfig.json"))) parts.push({ name: "types of the dashboard", command: ["tsc", "-p", "dashboard"] });
if (hasKnipSettings()) parts.push({ name: "dead code", command: ["knip", "--no-progress"] });

const results = await Promise.all(parts.map(run));
process.exitCode = results.every(Boolean) ? 0 : 1;

/** Runs a part and prints a line about it, followed by its output if it fails, and else by its notes. */
async function run({ name, command: [program, ...args] }: Part): Promise<boolean> {
  const start = performance.now();
  const child = spawn(join(ROOT, "node_modules/.bin", program), args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<boolean>((resolve) => {
    child.once("error", (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.once("close", (code) => resolve(code === 0));
  });
  const [output, errors, passed] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const notes = output.split("\n").filter((line) => line.startsWith(NOTE));
  const told = passed ? notes.join("\n") : `${output}${errors}`;
  console.log(`${passed ? "ok  " : "FAIL"} ${name} (${seconds} s)${told === "" ? "" : `\n${told}`}`);
  return passed;
}

function hasKnipSettings(): boolean {
  if (["knip.json", "knip.jsonc", "knip.ts"].some((name) => existsSync(join(ROOT, name)))) return true;
  return readFileSync(join(ROOT, "package.json"), "utf8").includes('"knip": {');
}
