import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { AUDIT_ACTIONS, auditOperations } from "@rostrum/contract/private/audit.ts";
import { stories } from "../../../../cli/src/stories/index.ts";

const page = readFileSync(new URL("../../../../docs/audit.md", import.meta.url), "utf8");

test("the page on the trail lists exactly the actions that there are", () => {
  const [, table = ""] = page.split("\n## Actions\n");
  const listed = [...(table.split("\n## ")[0] ?? "").matchAll(/^\| `([\w.-]+)` \|/gm)].map(([, action]) => action);
  assert.deepEqual(listed, [...AUDIT_ACTIONS]);
});

test("the command prints who did what in a few lines for each entry", () => {
  const entry = {
    id: 7,
    at: "2026-11-21T09:00:00.000000Z",
    action: "member.role-changed",
    brandId: 1,
    actor: "person",
    personId: "u1",
    person: "Ada",
    through: null,
    throughId: null,
    throughName: null,
    surface: "dashboard",
    objectType: "person",
    objectId: "u2",
    objectName: "Grace",
    changes: [{ name: "role", before: "editor", after: "admin" }],
    address: "203.0.113.9",
    userAgent: null,
    requestId: "r1",
  };
  const data = auditOperations.listAuditEntries.data.parse({ total: 2, entries: [entry] });
  assert.equal(
    stories.listAuditEntries?.(data, { width: null, colours: false } as never),
    [
      "2026-11-21 09:00:00 UTC  member.role-changed  person u2 “Grace”",
      "  by Ada, dashboard, 203.0.113.9, request r1",
      "  role: editor → admin",
      "",
      "1 of 2. Use --page for others.",
    ].join("\n"),
  );
});
