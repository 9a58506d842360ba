import assert from "node:assert/strict";
import { test } from "node:test";
import { waysTo } from "./way.ts";

const logIn = (application: string, ready: boolean) => ({ application, network: application, ready, lack: null, asks: null });

test("a network is logged in to itself as soon as one way is set up, else on the sandbox network, if there is one", () => {
  const names = (kind: Parameters<typeof waysTo>[0]) => waysTo(kind).map(({ application, sandbox }) => [application, sandbox]);
  assert.deepEqual(names({ sandbox: true, logIns: [logIn("facebook", false), logIn("instagram", true)] }), [["instagram", false]]);
  assert.deepEqual(names({ sandbox: true, logIns: [logIn("x", false)] }), [["x", true]]);
  assert.deepEqual(names({ sandbox: false, logIns: [logIn("x", false)] }), []);
  assert.deepEqual(names({ sandbox: true, logIns: [] }), []);
});
