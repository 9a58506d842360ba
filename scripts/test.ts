import { type ChildProcess, spawn } from "node:child_process";
import { globSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { delimiter, join, relative, resolve } from "node:path";
import { startEmbedded } from "../server/src/database/embedded.ts";
import { temporaryFolder } from "../server/src/database/testing.ts";
import { ensureInstalled, testPackages } from "./installs.ts";

/**
 * `npm test`: installs missing test-only packages, checks types and style, and runs all test files on one embedded database. `npm test -- path/to/some.test.ts [--test-name-pattern=…]` runs only those files. Ends with the test runner's summary, and exit code 0 if everything passed.
 */

const ROOT = join(import.meta.dirname, "..");
/** Time-out for a test or file that hangs. The longest, the crash rounds, take a tenth of it, and half of it on a very busy machine. */
const TEST_SECONDS_MAX = 3600;
/** For the services of all files that run at the same time. */
const CONNECTIONS = 200;

const runnerFlags = process.argv.slice(2).filter((argument) => argument.startsWith("--"));
const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const environment = { ...process.env, PATH: [join(ROOT, "node_modules/.bin"), process.env.PATH].join(delimiter) };

let running: ChildProcess | null = null;
let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    interrupted = true;
    running?.kill(signal);
  });
}

const files = chosen.length > 0 ? chosen.map((path) => relative(ROOT, resolve(path))) : findTests();
// At once: npm unpacks with one core, and n8n alone takes as long as all the others together.
const needed = testPackages(ROOT).filter((folder) => files.some((file) => file.startsWith(`${folder}/`)));
for (const installed of await Promise.allSettled(needed.map((folder) => ensureInstalled(join(ROOT, folder))))) {
  if (installed.status === "rejected") throw installed.reason;
}
const isChecked = chosen.length > 0 || (await runNode(["scripts/check.ts"], environment));
const isTested = !interrupted && (await runTests(files));
if (!isChecked) console.error("The check of types and style failed, see above.");
process.exitCode = isChecked && isTested ? 0 : 1;

function findTests(): string[] {
  const patterns = ["{contract,server,cli,dashboard}/src/**/*.test.ts", "scripts/*.test.ts", "tests/**/*.test.ts"];
  return globSync(patterns, { cwd: ROOT, exclude: (path) => path.endsWith("node_modules") }).sort();
}

async function runTests(paths: readonly string[]): Promise<boolean> {
  // One more than there are cores: most files wait for something now and then.
  const limits = [`--test-concurrency=${availableParallelism() + 1}`, `--test-timeout=${TEST_SECONDS_MAX * 1000}`];
  const args = ["--test", ...limits, ...runnerFlags, ...paths];
  if (process.env.ROSTRUM_TEST_DATABASE_URL) return await runNode(args, environment);
  await using folder = await temporaryFolder();
  await using database = await startEmbedded({ dataDirectory: folder.path, log: () => {}, connections: CONNECTIONS, isThrowaway: true });
  // Removes anything that interrupted tests left behind.
  const TMPDIR = join(folder.path, "tmp");
  await mkdir(TMPDIR);
  await chmod(TMPDIR, 0o1777);
  // Each test file is a process of its own: without a cache, each would compile the same sources.
  const NODE_COMPILE_CACHE = join(folder.path, "compiled");
  return await runNode(args, { ...environment, ROSTRUM_TEST_DATABASE_URL: database.url, TMPDIR, NODE_COMPILE_CACHE });
}

/** Runs the current Node with the arguments; false if it fails. */
async function runNode(args: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  if (interrupted) return false;
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["ignore", "inherit", "inherit"] });
  running = child;
  return await new Promise((resolve, reject) => child.once("error", reject).once("exit", (code) => resolve(code === 0)));
}
