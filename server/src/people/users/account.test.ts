import assert from "node:assert/strict";
import { after, test } from "node:test";
import { operatorService } from "../../testing/operator.ts";

const service = await operatorService();
after(() => service[Symbol.asyncDispose]());
const { admin } = service;
await admin("POST", "/users", { name: "Ada", email: "ada@example.org" });

const update = (change: unknown, owner = "ada@example.org") => admin("PATCH", `/account?owner=${encodeURIComponent(owner)}`, change);

function account(fields: Readonly<Record<string, unknown>>) {
  const none = { owner: "ada@example.org", sensitiveActions: false, maxCollections: null, maxAutomations: null, maxScheduledPosts: null };
  return { status: 200, body: { status: "success", data: { ...none, ...fields } } };
}

test("Settings and limits can be changed one at a time, and null lifts a limit", async () => {
  assert.deepEqual(await update({ sensitiveActions: true }), account({ sensitiveActions: true }));
  assert.deepEqual(
    await update({ maxCollections: 3, maxScheduledPosts: 0 }),
    account({ sensitiveActions: true, maxCollections: 3, maxScheduledPosts: 0 }),
  );
  assert.deepEqual(await update({ maxCollections: null, sensitiveActions: false }), account({ maxScheduledPosts: 0 }));
});

test("A limit below zero is 422, an unknown owner 404", async () => {
  const sentence = "The maxAutomations field must be at least 0.";
  assert.deepEqual(await update({ maxAutomations: -1 }), {
    status: 422,
    body: { message: sentence, errors: { maxAutomations: [sentence] } },
  });
  assert.equal((await update({}, "nobody@example.org")).status, 404);
});
