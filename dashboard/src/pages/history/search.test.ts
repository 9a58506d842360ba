import assert from "node:assert/strict";
import { test } from "node:test";
import { AUDIT_ACTIONS } from "@rostrum/contract/private/audit.ts";
import { GROUPS, readHistorySearch } from "./search.ts";

test("every action belongs to a group that can be chosen, and every group has one", () => {
  const groups = new Set(AUDIT_ACTIONS.map((action) => action.split(".")[0] ?? ""));
  assert.deepEqual([...GROUPS].sort(), [...groups].sort());
});

test("what makes no sense in an address is left out", () => {
  assert.deepEqual(readHistorySearch({ what: "channel", who: "ada@example.org", page: "2" }), {
    what: "channel",
    who: "ada@example.org",
    page: 2,
  });
  assert.deepEqual(readHistorySearch({ what: "toString", who: "ada", page: 0 }), {});
});
