import assert from "node:assert/strict";
import { test } from "node:test";
import type { Lockfile } from "./lockfiles.ts";
import { type Needs, releaseLock } from "./pack/lock.ts";

const place = { version: "1.0.0", resolved: "file:rostrum.tgz" };
const NONE: Needs = { dependencies: {}, optionalDependencies: {} };

function lockOf(packages: Lockfile["packages"], needs: Partial<Needs>): Lockfile["packages"] {
  return releaseLock({ packages }, { name: "rostrum", place, needs: { ...NONE, ...needs } });
}

test("a release's lockfile has what the package needs, directly or not, and nothing else", () => {
  const packages = {
    "node_modules/a": { version: "1.0.0", dependencies: { b: "^2.0.0" } },
    "node_modules/a/node_modules/b": { version: "2.0.0" },
    "node_modules/b": { version: "3.0.0" },
    "node_modules/for-arm": { version: "1.0.0", optional: true },
  };
  assert.deepEqual(lockOf(packages, { dependencies: { a: "1.0.0" }, optionalDependencies: { "for-arm": "1.0.0" } }), {
    "node_modules/a": packages["node_modules/a"],
    "node_modules/a/node_modules/b": packages["node_modules/a/node_modules/b"],
    "node_modules/for-arm": packages["node_modules/for-arm"],
    "node_modules/rostrum": place,
  });
});

test("what is installed beside the server in the repository is installed inside the package", () => {
  const packages = { "node_modules/a": { version: "1.0.0" }, "server/node_modules/a": { version: "2.0.0" } };
  assert.deepEqual(lockOf(packages, { dependencies: { a: "2.0.0" } }), {
    "node_modules/rostrum/node_modules/a": { version: "2.0.0" },
    "node_modules/rostrum": place,
  });
});

test("a package that the repository has for development, too, is there to be used, and one that is only optional stays so", () => {
  const packages = { "node_modules/a": { version: "1.0.0", dev: true }, "node_modules/b": { version: "1.0.0", devOptional: true } };
  assert.deepEqual(lockOf(packages, { dependencies: { a: "1.0.0" }, optionalDependencies: { b: "1.0.0" } }), {
    "node_modules/a": { version: "1.0.0" },
    "node_modules/b": { version: "1.0.0", optional: true },
    "node_modules/rostrum": place,
  });
});

test("a peer comes along if it is installed, and a missing dependency is an error", () => {
  const packages = { "node_modules/a": { version: "1.0.0", peerDependencies: { b: "*", c: "*" } }, "node_modules/b": { version: "1.0.0" } };
  assert.deepEqual(Object.keys(lockOf(packages, { dependencies: { a: "1.0.0" } })), [
    "node_modules/a",
    "node_modules/b",
    "node_modules/rostrum",
  ]);
  assert.throws(
    () => lockOf(packages, { dependencies: { a: "1.0.0", gone: "1.0.0" } }),
    /server needs gone, which the lockfile does not have/,
  );
});
