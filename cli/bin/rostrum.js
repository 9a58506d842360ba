#!/usr/bin/env node
// Plain JavaScript, so that an old Node can run it and report its version.
import { existsSync } from "node:fs";
import * as module from "node:module";
import { join } from "node:path";

// In the repository TypeScript runs directly, which needs a newer Node; the package contains JavaScript.
const isPacked = !existsSync(new URL("../src/main.ts", import.meta.url));
const NODE_MAJOR_MIN = isPacked ? 22 : 26;

if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR_MIN) {
  const hint = isPacked ? "" : " In the repository, npx rostrum brings its own.";
  console.error(`rostrum needs Node ${NODE_MAJOR_MIN} or newer; this is ${process.version}.${hint}`);
  process.exit(2);
}
// Caches compiled code between starts in the user's own cache directory: in a directory writable by others, they could tamper
// with it.
const cache = process.env.XDG_CACHE_HOME || (process.env.HOME && join(process.env.HOME, ".cache"));
if (cache && !process.env.NODE_COMPILE_CACHE) module.enableCompileCache?.(join(cache, "rostrum"));
await import(isPacked ? "../dist/main.js" : "../src/main.ts");
