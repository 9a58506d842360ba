import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditEntry } from "@rostrum/contract/private/audit.ts";
import { changeText, deedOf, wayOf } from "./sentences.ts";

const ENTRY: AuditEntry = {
  id: 1,
  at: "2026-11-21T09:00:00.000000Z",
  action: "channel.paused",
  brandId: 1,
  actor: "person",
  personId: "u1",
  person: "Ada",
  through: null,
  throughId: null,
  throughName: null,
  surface: "dashboard",
  objectType: "channel",
  objectId: "5",
  objectName: "Bakery",
  changes: [],
  address: "203.0.113.9",
  userAgent: null,
  requestId: "r1",
};

test("an entry is a sentence: who did what, by which way and from where", () => {
  assert.equal(deedOf(ENTRY), "Ada switched off the channel “Bakery”");
  assert.equal(wayOf(ENTRY), "in the dashboard, from 203.0.113.9, request r1");
  const byService: AuditEntry = { ...ENTRY, actor: "service", person: null, surface: "service", address: null, requestId: null };
  assert.equal(deedOf({ ...byService, action: "audit.forgotten" }), "The service forgot the oldest entries of this history");
  assert.equal(wayOf(byService), "automatically");
  assert.equal(
    wayOf({ ...ENTRY, surface: "api", through: "key", throughName: "Shop" }),
    "through the API, with the API key “Shop”, from 203.0.113.9, request r1",
  );
});

test("a change says what was and what is", () => {
  assert.equal(changeText({ name: "role", before: "editor", after: "admin" }), "role: editor → admin");
  assert.equal(changeText({ name: "maxCollections", before: 5, after: null }), "collections at most: 5 → none");
  assert.equal(changeText({ name: "operator", before: null, after: true }), "operator: yes");
  assert.equal(changeText({ name: "type", before: null, after: "Social Media" }), "network: Webhook");
  assert.equal(changeText({ name: "Add a watermark", before: false, after: true }), "Add a watermark: no → yes");
});
