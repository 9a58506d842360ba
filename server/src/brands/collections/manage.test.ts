import assert from "node:assert/strict";
import { after, test } from "node:test";
import { one } from "../../ground/database/query.ts";
import { operatorService } from "../../testing/operator.ts";

const service = await operatorService();
after(() => service[Symbol.asyncDispose]());
const { admin, app } = service;
await admin("POST", "/users", { name: "Ada", email: "ada@example.org" });
const { body } = await admin("POST", "/brands", { owner: "ada@example.org", title: "Bakery", timezone: "Europe/Berlin" });
const brandId = (body as { data: { id: number } }).data.id;

test("Pausing a collection returns it as the API does", async () => {
  const { id } = await one<{ id: number }>(app.db, {
    text: "insert into collections (brand_id, title, max_republish, created_at, updated_at) values ($1, 'Tips', 4, $2, $2) returning id",
    values: [brandId, app.clock.now()],
  });
  const { status, body } = await admin("PATCH", `/collections/${id}`, { status: "PAUSED" });
  assert.equal(status, 200);
  const { data } = body as { data: Record<string, unknown> };
  assert.deepEqual(
    { ...data, createdAt: null, updatedAt: null },
    {
      id,
      title: "Tips",
      description: null,
      status: "PAUSED",
      evergreen: { enabled: true, maxRepublish: 4 },
      maxRepublish: 4,
      timezone: "Europe/Berlin",
      channels: [],
      queues: [],
      createdAt: null,
      updatedAt: null,
    },
  );
  const again = await admin("PATCH", `/collections/${id}`, {});
  assert.deepEqual(again.body, body);
});

test("An unknown collection is 404", async () => {
  const sentence = "There is no collection with the id 999999.";
  assert.deepEqual(await admin("PATCH", "/collections/999999", { status: "ACTIVE" }), {
    status: 404,
    body: { status: "error", message: sentence, errors: { collection: sentence } },
  });
});
