#!/usr/bin/env node
// Plain JavaScript, so that an old Node can read it and say what is missing.
import { existsSync } from "node:fs";
import * as module from "node:module";
import { join } from "node:path";

// In the repository TypeScript runs as it is, which asks for a new Node; the package holds JavaScript.
const isPacked = !existsSync(new URL("../src/main.ts", import.meta.url));
const NODE_MAJOR_MIN = isPacked ? 22 : 26;

if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR_MIN) {
  const hint = isPacked ? "" : " In the repository, npx rostrum brings its own.";
  console.error(`rostrum needs Node ${NODE_MAJOR_MIN} or newer; this is ${process.version}.${hint}`);
  process.exit(2);
}
// Compiled code is kept between starts, below the user's own cache: in a folder that others can write to, they could change it.
const cache = process.env.XDG_CACHE_HOME || (process.env.HOME && join(process.env.HOME, ".cache"));
if (cache && !process.env.NODE_COMPILE_CACHE) module.enableCompileCache?.(join(cache, "rostrum"));
await import(isPacked ? "../dist/main.js" : "../src/main.ts");
