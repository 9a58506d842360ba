import assert from "node:assert/strict";
import { after, test } from "node:test";
import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { operatorService } from "../../testing/operator.ts";
import { hashKey, isKeyShaped } from "./key.ts";
import { findViewerByKey } from "./store.ts";

const service = await operatorService();
after(() => service[Symbol.asyncDispose]());
const { admin, app } = service;
const user = "ada@example.org";
await admin("POST", "/users", { name: "Ada", email: user, timezone: "Europe/Berlin" });

async function makeKey(fields: Readonly<Record<string, unknown>> = {}): Promise<{ id: number; key: string }> {
  const { status, body } = await admin("POST", "/keys", { user, name: "script", ...fields });
  assert.equal(status, 200, JSON.stringify(body));
  return (body as { data: { id: number; key: string } }).data;
}

async function listKeys(): Promise<Record<string, unknown>[]> {
  const { body } = await admin("GET", `/keys?user=${encodeURIComponent(user)}`);
  return (body as { data: Record<string, unknown>[] }).data;
}

const find = (key: string, now: Instant = app.clock.now()) => findViewerByKey(app.db, { hash: hashKey(key), brandId: null }, now);

test("A key begins with rst_, has a checksum, and is stored only as a hash", async () => {
  const { key } = await makeKey();
  assert.match(key, /^rst_[\w-]{43}[0-9a-f]{8}$/);
  assert.equal(isKeyShaped(key), true);
  assert.equal(isKeyShaped(`${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`), false);
  const { rows } = await app.db.query("select to_jsonb(k)::text as row from api_keys k");
  assert.equal(rows.length, 1);
  assert.equal(rows[0].row.includes(key.slice(4, 40)), false);
});

test("A key identifies its user, and no other text does", async () => {
  const { id, key } = await makeKey();
  const found = await find(key);
  assert.equal(found?.keyId, id);
  assert.equal(found?.viewer.name, "Ada");
  assert.equal(found?.viewer.through?.kind, "KEY");
  assert.deepEqual(Object.keys(found?.viewer ?? {}).sort(), ["joinedAt", "name", "publicId", "through", "timezone", "userId", "verified"]);
  assert.equal(await find(`${key}x`), null);
});

test("The last use of a key is recorded at most once a minute", async () => {
  const { id, key } = await makeKey();
  const now = app.clock.now();
  const lastUsedAt = async () => (await listKeys()).find((row) => row.id === id)?.lastUsedAt;
  await find(key, now);
  assert.equal(await lastUsedAt(), now);
  await find(key, addSeconds(now, 59));
  assert.equal(await lastUsedAt(), now);
  await find(key, addSeconds(now, 60));
  assert.equal(await lastUsedAt(), addSeconds(now, 60));
});

test("A revoked key is found with its date, its use is no longer recorded, and revoking it again changes nothing", async () => {
  const { id, key } = await makeKey();
  assert.deepEqual(await admin("DELETE", `/keys/${id}`), { status: 200, body: { status: "success", data: { id } } });
  const revokedAt = (await find(key))?.revokedAt;
  assert.ok(revokedAt);
  assert.equal((await admin("DELETE", `/keys/${id}`)).status, 200);
  assert.equal((await find(key))?.revokedAt, revokedAt);
  assert.equal((await listKeys()).find((row) => row.id === id)?.lastUsedAt, null);
});

test("A key may have an expiry date with any offset; one in the past is 422", async () => {
  const { key } = await makeKey({ expiresAt: "2099-01-01T01:00:00+01:00" });
  assert.equal((await find(key))?.expiresAt, toInstant("2099-01-01T00:00:00Z"));
  const sentence = "The expiry date is in the past.";
  assert.deepEqual(await admin("POST", "/keys", { user, name: "late", expiresAt: "2020-01-01T00:00:00Z" }), {
    status: 422,
    body: { status: "error", message: sentence, errors: { expiresAt: sentence } },
  });
  const field = "The expiresAt field must be a date and time in ISO 8601 with an offset.";
  assert.deepEqual(await admin("POST", "/keys", { user, name: "odd", expiresAt: "tomorrow" }), {
    status: 422,
    body: { message: field, errors: { expiresAt: [field] } },
  });
});

test("Keys are listed without their secrets", async () => {
  const { id, key } = await makeKey({ name: "nightly" });
  const row = (await listKeys()).at(-1);
  assert.deepEqual(
    { ...row, createdAt: null },
    {
      id,
      name: "nightly",
      hint: `rst_…${key.slice(-4)}`,
      createdAt: null,
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
    },
  );
});

test("An unknown user, key id and list are 404", async () => {
  const sentence = "There is no key with the id 999999.";
  assert.deepEqual(await admin("DELETE", "/keys/999999"), {
    status: 404,
    body: { status: "error", message: sentence, errors: { key: sentence } },
  });
  assert.equal((await admin("POST", "/keys", { user: "nobody@example.org", name: "x" })).status, 404);
  assert.equal((await admin("GET", "/keys?user=nobody%40example.org")).status, 404);
});
