import assert from "node:assert/strict";
import { after, test } from "node:test";
import { query } from "../../ground/database/query.ts";
import { operatorService } from "../../testing/operator.ts";

const service = await operatorService();
after(() => service[Symbol.asyncDispose]());
const { admin, app } = service;
await admin("POST", "/users", { name: "Ada", email: "ada@example.org" });

const list = () => admin("GET", "/clients?user=ada%40example.org");

test("A user without tool clients has an empty list, an unknown user is 404", async () => {
  assert.deepEqual(await list(), { status: 200, body: { status: "success", data: [] } });
  assert.equal((await admin("GET", "/clients?user=nobody%40example.org")).status, 404);
});

test("A revoked client is no longer listed and is unknown from then on", async () => {
  const now = app.clock.now();
  await query(app.db, {
    text: "insert into tool_clients (client_id, user_id, name, granted_at) select 'editor', id, 'Editor', $1 from users",
    values: [now],
  });
  assert.deepEqual((await list()).body, { status: "success", data: [{ id: "editor", name: "Editor", grantedAt: now, lastUsedAt: null }] });
  assert.deepEqual(await admin("DELETE", "/clients?client_id=editor"), { status: 200, body: { status: "success", data: {} } });
  assert.deepEqual((await list()).body, { status: "success", data: [] });
  const sentence = "There is no tool client with the id editor.";
  assert.deepEqual(await admin("DELETE", "/clients?client_id=editor"), {
    status: 404,
    body: { status: "error", message: sentence, errors: { client: sentence } },
  });
});
