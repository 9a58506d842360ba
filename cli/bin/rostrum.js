#!/usr/bin/env node
// Plain JavaScript, so that an old Node can read it and say what is missing: the rest is TypeScript as it is.
const NODE_MAJOR_MIN = 26;

if (Number.parseInt(process.versions.node, 10) < NODE_MAJOR_MIN) {
  console.error(
    `rostrum needs Node ${NODE_MAJOR_MIN} or newer; this is ${process.version}. In the repository, npx rostrum brings its own.`,
  );
  process.exit(2);
}
await import("../src/main.ts");
