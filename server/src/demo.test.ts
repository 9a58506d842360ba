import assert from "node:assert/strict";
import { after, test } from "node:test";
import { hashKey } from "./api-keys/key.ts";
import { findViewerByKey } from "./api-keys/store.ts";
import { connectors } from "./connectors/index.ts";
import { query } from "./database/query.ts";
import { testDatabaseUrl } from "./database/testing.ts";
import { type Demo, makeDemo } from "./demo.ts";
import { POST_AT } from "./posts/store.ts";
import { sandboxNetworks } from "./sandbox/networks.ts";
import { operatorService } from "./testing/operator.ts";
import { isPassword } from "./users/password.ts";

// Keeps the database server running between tests.
const held = await testDatabaseUrl();
after(() => held[Symbol.asyncDispose]());

/** Only a network whose platform has a connector can have channels. */
const networks = sandboxNetworks.filter(({ type }) => Object.hasOwn(connectors, type));

const TABLES = ["users", "accounts", "api_keys", "brands", "brand_members", "channels", "collections", "slots", "posts"];

async function counts(service: Awaited<ReturnType<typeof operatorService>>): Promise<Record<string, number>> {
  const text = TABLES.map((table) => `select '${table}' as name, count(*) as count from ${table}`).join(" union all ");
  const rows = await query<{ name: string; count: number }>(service.app.db, { text });
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

const WHOLE = {
  users: 1,
  accounts: 1,
  api_keys: 1,
  brands: 1,
  brand_members: 1,
  // And the record of the account that Pinterest's boards belong to.
  channels: networks.length + 1,
  collections: 1,
  slots: 14,
  posts: 5,
};

test("The demo of an empty service has a channel on every sandbox network, and its sign-in and key work", async () => {
  await using service = await operatorService();
  const { app } = service;
  const demo = (await makeDemo(app)) as Demo;
  assert.deepEqual(await counts(service), WHOLE);
  const found = await findViewerByKey(app.db, { hash: hashKey(demo.apiKey), brandId: demo.brandId }, app.clock.now());
  assert.equal(found?.viewer.verified, true);
  assert.equal(found?.access?.role, "owner");
  const [row] = await query<{ email: string; hash: string; posts: number; timezone: string }>(app.db, {
    text: "select u.email, u.password_hash as hash, (select sum(posts) from post_counts where brand_id = b.id) as posts, b.timezone from users u cross join brands b",
  });
  assert.equal(row?.email, demo.email);
  assert.equal(await isPassword(demo.password, row?.hash ?? ""), true);
  assert.equal(row?.posts, 5);
  const channels = await query<{ status: string; type: string }>(app.db, {
    text: "select status, type from channels where status <> 'ACCOUNT' order by id",
  });
  assert.deepEqual(
    channels,
    networks.map(({ type }) => ({ status: "ACTIVE", type })),
  );
});

test("The demo's posts are queued for slots, a draft, and one scheduled for tomorrow", async () => {
  await using service = await operatorService();
  const { app } = service;
  await makeDemo(app);
  const posts = await query<{ type: string; atSlot: boolean; ahead: boolean }>(app.db, {
    text: `with dated as (select id, posting_type, ${POST_AT} at from posts p)
           select posting_type as type, at is not null and exists (select from slots s where s.next_at = at or s.next_at = at - interval '7 days') as "atSlot",
             coalesce(at > $1, false) as ahead from dated order by id`,
    values: [app.clock.now()],
  });
  const queued = { type: "QUEUE", atSlot: true, ahead: true };
  assert.deepEqual(posts, [
    queued,
    queued,
    queued,
    { type: "DRAFT", atSlot: false, ahead: false },
    { type: "SCHEDULE", atSlot: false, ahead: true },
  ]);
});

test("A service with users gets no demo, and of two concurrent starts only one creates it", async () => {
  await using service = await operatorService();
  const made = await Promise.all([makeDemo(service.app), makeDemo(service.app)]);
  assert.equal(made.filter((demo) => demo !== null).length, 1);
  assert.deepEqual(await counts(service), WHOLE);
  assert.equal(await makeDemo(service.app), null);
});

test("A demo that fails half-way leaves nothing behind, and the next start creates it completely", async () => {
  await using service = await operatorService();
  const { app } = service;
  await query(app.db, { text: "alter table posts add constraint broken check (posting_type <> 'SCHEDULE')" });
  await assert.rejects(makeDemo(app), /broken/);
  assert.deepEqual(await counts(service), Object.fromEntries(TABLES.map((table) => [table, 0])));
  await query(app.db, { text: "alter table posts drop constraint broken" });
  assert.notEqual(await makeDemo(app), null);
  assert.deepEqual(await counts(service), WHOLE);
});

test("Without sandbox networks the demo has no channels", async () => {
  await using service = await operatorService({ ROSTRUM_SANDBOX: "0" });
  assert.notEqual(await makeDemo(service.app), null);
  assert.deepEqual(await counts(service), { ...WHOLE, channels: 0 });
});
