import assert from "node:assert/strict";
import { test } from "node:test";
import { type LockedPackage, unpinned } from "./lockfiles.ts";

const INTEGRITY = `sha512-${"A".repeat(86)}==`;
const WHOLE: LockedPackage = { version: "1.0.0", integrity: INTEGRITY };

test("a lockfile is complete if every registry package has its hash; workspaces and bundled packages have none of their own", () => {
  const packages = {
    "": { version: "0.0.0" },
    server: { version: "0.1.0" },
    "node_modules/@rostrum/server": { link: true },
    "node_modules/a": WHOLE,
    "node_modules/a/node_modules/b": { version: "1.0.0", inBundle: true },
  };
  assert.deepEqual(unpinned({ packages }), []);
});

test("an entry without integrity, or with a weak hash, is reported", () => {
  const packages = {
    "": {},
    "node_modules/a": { version: "1.0.0" },
    "server/node_modules/b": { version: "2.0.0", integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" },
  };
  assert.deepEqual(unpinned({ packages }), ["node_modules/a 1.0.0 has no integrity", "server/node_modules/b 2.0.0 has no integrity"]);
});

test("a missing package for another system is reported", () => {
  const packages = {
    "": { optionalDependencies: { "runtime-arm": "1.0.0" } },
    "node_modules/a": { ...WHOLE, optionalDependencies: { "a-linux": "1.0.0", "a-mac": "1.0.0", "a-win": "1.0.0" } },
    "node_modules/a-linux": WHOLE,
    "node_modules/a/node_modules/a-mac": WHOLE,
  };
  assert.deepEqual(unpinned({ packages }), [
    "runtime-arm, which the root may need on another system, is missing",
    "a-win, which node_modules/a may need on another system, is missing",
  ]);
});
