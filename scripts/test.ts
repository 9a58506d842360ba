import { type ChildProcess, spawn } from "node:child_process";
import { globSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { delimiter, join, relative, resolve } from "node:path";
import { startEmbedded } from "../server/src/ground/database/embedded.ts";
import { temporaryFolder } from "../server/src/ground/database/testing.ts";
import { ensureInstalled, testPackages } from "./installs.ts";
import { unfinished, writeProcesses } from "./test-processes.ts";

/**
 * `npm test`: installs missing test-only packages, checks types and style, and runs all test files on one embedded database. `npm test -- path/to/some.test.ts [--test-name-pattern=…]` runs only those files. Ends with the test runner's summary, and exit code 0 if everything passed.
 */

const ROOT = join(import.meta.dirname, "..");
/** For a process that does not end, although each of its files has a limit. */
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
  // The longest are below `tests`: what runs last should be short.
  const patterns = ["tests/**/*.test.ts", "{contract,server,cli,dashboard}/src/**/*.test.ts", "scripts/*.test.ts"];
  return patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT, exclude: (path) => path.endsWith("node_modules") }).sort());
}

async function runTests(paths: readonly string[]): Promise<boolean> {
  await using folder = await temporaryFolder();
  // Removes anything that interrupted tests left behind.
  const TMPDIR = join(folder.path, "tmp");
  await mkdir(TMPDIR);
  await chmod(TMPDIR, 0o1777);
  // Without a cache, each process would compile the same sources.
  const env = { ...environment, TMPDIR, NODE_COMPILE_CACHE: join(folder.path, "compiled") };
  if (process.env.ROSTRUM_TEST_DATABASE_URL) return await runFiles(paths, folder.path, env);
  await using database = await startEmbedded({
    dataDirectory: join(folder.path, "database"),
    log: () => {},
    connections: CONNECTIONS,
    isThrowaway: true,
  });
  return await runFiles(paths, folder.path, { ...env, ROSTRUM_TEST_DATABASE_URL: database.url });
}

async function runFiles(files: readonly string[], folder: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  // One more than there are cores: most files wait for something now and then.
  const parallel = availableParallelism() + 1;
  const queue = { folder: join(folder, "queue"), root: ROOT, files };
  const limits = [`--test-concurrency=${parallel}`, `--test-timeout=${TEST_SECONDS_MAX * 1000}`];
  const isPassed = await runNode(["--test", ...limits, ...runnerFlags, ...(await writeProcesses(queue, parallel))], env);
  const left = interrupted ? [] : unfinished(queue);
  for (const file of left) console.error(`${file} did not come to its end: the process that ran it died, see above.`);
  return isPassed && left.length === 0;
}

/** Runs the current Node with the arguments; false if it fails. */
async function runNode(args: readonly string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  if (interrupted) return false;
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ["ignore", "inherit", "inherit"] });
  running = child;
  return await new Promise((resolve, reject) => child.once("error", reject).once("exit", (code) => resolve(code === 0)));
}
