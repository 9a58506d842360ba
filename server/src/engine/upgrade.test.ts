import assert from "node:assert/strict";
import { cp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { connect } from "../database/connect.ts";
import { migrate } from "../database/migrate.ts";
import { query } from "../database/query.ts";
import { temporaryFolder, testDatabase } from "../database/testing.ts";

const MIGRATIONS = fileURLToPath(new URL("../database/migrations", import.meta.url));
const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());

/** The schema as it was before attempts had a lease of their own, in a schema of the test's. */
async function theSchemaBefore(last: string) {
  const folder = await temporaryFolder();
  const directory = join(folder.path, "migrations");
  await cp(MIGRATIONS, directory, { recursive: true });
  for (const name of await readdir(directory)) if (name > last) await rm(join(directory, name));
  await database.db.query("create schema before_the_upgrade");
  const url = new URL(database.url);
  url.searchParams.set("options", "-c search_path=before_the_upgrade,public");
  const db = connect(url.toString(), { poolSize: 2, log: () => {} });
  await migrate(db, { log: () => {}, directory });
  return {
    db,
    async [Symbol.asyncDispose]() {
      await db.end();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const BEFORE = `
  insert into users (public_id, name, email, verified, created_at) values ('u', 'Ada', 'ada@example.org', true, now());
  insert into accounts (owner_id) select id from users;
  insert into brands (account_id, title, created_at, updated_at) select id, 'Bakery', now(), now() from accounts;
  insert into collections (brand_id, title, created_at, updated_at) select id, 'Bread', now(), now() from brands;
  insert into posts (brand_id, collection_id, body, post_type, posting_type, status, leaving_at, created_at, updated_at)
    select brand_id, id, 'Rye', 'TEXT', 'NOW', 'PENDING', now(), now(), now() from collections;
  insert into publications (brand_id, collection_id, post_id, due_at, content, created_at)
    select brand_id, collection_id, id, now(), '{}', now() from posts;
  insert into deliveries (publication_id, brand_id, post_id, status, next_at, tries, first_attempt_at, published_at, created_at)
    select p.id, p.brand_id, p.post_id, given.status, given.next_at, given.tries, given.first_attempt_at, now(), '2026-01-01T00:00:00Z'
    from publications p, (values
      ('PUBLISHED', null, 1, '2026-01-01T00:00:01Z'::timestamptz),
      ('publishing', '2026-01-01T00:16:02Z'::timestamptz, 1, '2026-01-01T00:00:02Z'),
      ('RETRYING', '2026-01-01T01:00:00Z', 1, '2026-01-01T00:00:03Z'),
      ('SKIPPED', null, 0, null)) as given (status, next_at, tries, first_attempt_at);
  insert into attempts (delivery_id, number, step, started_at) select id, 1, 'publish', first_attempt_at from deliveries where tries > 0`;

test("an attempt that was under way when the service was upgraded is one that was cut off, and nothing else changes", async () => {
  await using before = await theSchemaBefore("0012");
  await before.db.query(BEFORE);
  assert.ok((await migrate(before.db, { log: () => {} })).includes(12));
  const rows = await query(before.db, {
    text: "select status, next_at, lease_until, steps, tries from deliveries order by id",
  });
  assert.deepEqual(rows, [
    { status: "PUBLISHED", next_at: null, lease_until: null, steps: 1, tries: 0 },
    { status: "waiting", next_at: "2026-01-01T00:00:02.000000Z", lease_until: "2026-01-01T00:16:02.000000Z", steps: 1, tries: 1 },
    { status: "RETRYING", next_at: "2026-01-01T01:00:00.000000Z", lease_until: null, steps: 1, tries: 1 },
    { status: "SKIPPED", next_at: null, lease_until: null, steps: 0, tries: 0 },
  ]);
  assert.deepEqual(await query(before.db, { text: "select open, reached from publications" }), [{ open: 2, reached: 1 }]);
  assert.equal((await query(before.db, { text: "select from attempts" })).length, 3);
});
