#!/usr/bin/env node
// Plain JavaScript, so that an old Node can run it: it hands over to the Node that is installed as a package, or says what it needs.
import { existsSync } from "node:fs";
import * as module from "node:module";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

// In the repository TypeScript runs directly, which needs a newer Node; packages contain JavaScript, and one of them the server.
const isPacked = !existsSync(new URL("../src/main.ts", import.meta.url));
const isCommandLineOnly = isPacked && !existsSync(new URL("../server", import.meta.url));
const NODE_MAJOR_MIN = isCommandLineOnly ? 22 : 26;

if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR_MIN) {
  await run();
} else {
  const node = packagedNode();
  if (node === null) {
    console.error(`rostrum needs Node ${NODE_MAJOR_MIN} or newer; this is ${process.version}.`);
    process.exitCode = 2;
  } else await handOver(node);
}

async function run() {
  // Caches compiled code between starts in the user's own cache directory: in a directory writable by others, they could tamper
  // with it.
  const cache = process.env.XDG_CACHE_HOME || (process.env.HOME && join(process.env.HOME, ".cache"));
  if (cache && !process.env.NODE_COMPILE_CACHE) module.enableCompileCache?.(join(cache, "rostrum"));
  await import(isPacked ? "../dist/main.js" : "../src/main.ts");
}

/** The program of the package for this system; null if there is none, as in an installation without optional dependencies. */
function packagedNode() {
  try {
    const manifest = module.createRequire(import.meta.url).resolve(`node-${process.platform}-${process.arch}/package.json`);
    return join(dirname(manifest), "bin/node");
  } catch {
    return null;
  }
}

/** Runs the same command with another Node, and ends as it does. */
async function handOver(node) {
  const { spawn } = await import("node:child_process");
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.once("error", (error) => {
    console.error(`rostrum could not start ${node}: ${error.message}`);
    process.exitCode = 2;
  });
  child.once("exit", (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}
