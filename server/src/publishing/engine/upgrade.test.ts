import assert from "node:assert/strict";
import { cp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { connect } from "../../ground/database/connect.ts";
import { migrate } from "../../ground/database/migrate.ts";
import { query } from "../../ground/database/query.ts";
import { temporaryFolder, testDatabase } from "../../ground/database/testing.ts";

const MIGRATIONS = fileURLToPath(new URL("../../ground/database/migrations", import.meta.url));
const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());

/** The database schema before this migration, in a PostgreSQL schema of the test's own. */
async function theSchemaBefore(last: string) {
  const folder = await temporaryFolder();
  const directory = join(folder.path, "migrations");
  await cp(MIGRATIONS, directory, { recursive: true });
  for (const name of await readdir(directory)) if (name > last) await rm(join(directory, name));
  await database.db.query("drop schema if exists before_the_upgrade cascade; create schema before_the_upgrade");
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

test("an attempt in flight during the upgrade counts as interrupted, and nothing else changes", async () => {
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

const HELD = `
  insert into users (public_id, name, email, verified, created_at) values ('u', 'Ada', 'ada@example.org', true, now());
  insert into accounts (owner_id) select id from users;
  insert into brands (account_id, title, created_at, updated_at) select id, 'Bakery', now(), now() from accounts;
  insert into channels (brand_id, type, name, status, created_at, updated_at, held_until, held_reason, held_scope, held_budget, held_since, held_at)
    select b.id, 'X', given.name, 'ACTIVE', now(), now(), given.until, given.reason, given.scope, given.budget, given.since, given.at
    from brands b, (values
      ('Budget', '2026-01-03T00:00:00Z'::timestamptz, 'Used up', 'application', 'calls', '2026-01-01T00:00:00Z'::timestamptz, null::timestamptz),
      ('Limit', '2026-01-02T00:00:00Z', 'Too many requests', null, null, '2026-01-01T00:00:00Z', '2026-01-01T12:00:00Z'),
      ('Let through', '2026-01-01T00:00:00Z', 'Too many requests', null, null, null, '2026-01-01T00:00:00Z'),
      ('Free', null, null, null, null, null, null)) as given (name, until, reason, scope, budget, since, at)`;

test("what holds a channel during the upgrade still does, for as long and since when it did", async () => {
  await using before = await theSchemaBefore("0070");
  await before.db.query(HELD);
  assert.deepEqual(await migrate(before.db, { log: () => {} }).then(([first]) => first), 70);
  const rows = await query(before.db, {
    text: "select name, until, reason, scope, budget, since, asked_at from holds join channels on id = channel_id order by id",
  });
  const since = "2026-01-01T00:00:00.000000Z";
  assert.deepEqual(rows, [
    {
      name: "Budget",
      until: "2026-01-03T00:00:00.000000Z",
      reason: "Used up",
      scope: "application",
      budget: "calls",
      since,
      asked_at: null,
    },
    {
      name: "Limit",
      until: "2026-01-02T00:00:00.000000Z",
      reason: "Too many requests",
      scope: null,
      budget: null,
      since,
      asked_at: "2026-01-01T12:00:00.000000Z",
    },
  ]);
});

const STORIES = `
  insert into users (public_id, name, email, verified, created_at) values ('u', 'Ada', 'ada@example.org', true, now());
  insert into accounts (owner_id) select id from users;
  insert into brands (account_id, title, created_at, updated_at) select id, 'Bakery', now(), now() from accounts;
  insert into collections (brand_id, title, created_at, updated_at) select id, 'Bread', now(), now() from brands;
  insert into media (id, brand_id, name, mime, size_bytes, sha256, storage_key, created_at, updated_at)
    select given.id, b.id, given.id, given.mime, 1, '', given.id, now(), now()
    from brands b, (values ('a', 'image/png'), ('b', 'image/gif'), ('c', 'video/mp4'), ('d', 'application/pdf')) as given (id, mime);
  insert into posts (brand_id, collection_id, body, post_type, posting_type, status, as_story, auto_thread, poll, media_ids, created_at, updated_at)
    select c.brand_id, c.id, given.body, 'STORY', 'DRAFT', 'DRAFT', true, given.thread, given.poll, given.files, now(), now()
    from collections c, (values
      ('Rye', false, null, '{}'::text[]),
      (E'One\\n\\r\\n\\nTwo', true, null, '{a}'),
      (E'One\\n\\n\\nTwo', false, null, '{a}'),
      (E'One\\n\\n\\n ', true, null, '{a,b}'),
      ('', false, '{"question": "?"}'::jsonb, '{a}'),
      ('Rye', false, null, '{c}'),
      ('Rye', false, null, '{c,a}'),
      ('Rye', false, null, '{d}')) as given (body, thread, poll, files);
  insert into posts (brand_id, collection_id, body, post_type, posting_type, status, created_at, updated_at)
    select brand_id, id, 'No story', 'TEXT', 'DRAFT', 'DRAFT', now(), now() from collections;
  insert into publications (brand_id, collection_id, post_id, due_at, content, created_at)
    select brand_id, collection_id, id, now(), jsonb_build_object('type', post_type, 'text', body, 'poll', poll, 'mediaIds', to_jsonb(media_ids),
      'asStory', as_story, 'thread', auto_thread), now() from posts;
  insert into deliveries (publication_id, brand_id, status, channel_type, post_type, published_at, created_at)
    select p.id, p.brand_id, 'PUBLISHED', given.type, p.content ->> 'type', now(), now()
    from publications p, (values ('Mastodon'), ('Instagram')) as given (type)`;

test("stories from before the upgrade keep their regular types, also in entries on networks without stories", async () => {
  await using before = await theSchemaBefore("0018");
  await before.db.query(STORIES);
  await migrate(before.db, { log: () => {} });
  const regular = ["TEXT", "THREAD", "IMAGE", "SLIDES", "POLL", "VIDEO", "MULTIMEDIA", "DOCUMENT"];
  const posts = await query<{ regular_type: string | null }>(before.db, { text: "select regular_type from posts order by id" });
  assert.deepEqual(
    posts.map((post) => post.regular_type),
    [...regular, null],
  );
  const typesOn = async (type: string) =>
    (
      await query<{ post_type: string }>(before.db, {
        text: "select post_type from deliveries where channel_type = $1 order by publication_id",
        values: [type],
      })
    ).map((entry) => entry.post_type);
  assert.deepEqual(await typesOn("Mastodon"), [...regular, "TEXT"]);
  assert.deepEqual(await typesOn("Instagram"), [...regular.map(() => "STORY"), "TEXT"]);
});

const ATTEMPTS = `
  insert into attempts (delivery_id, number, step, started_at, ended_at, outcome, calls, times) values
    (7, 1, 'publish', '2026-01-05T00:00:00Z', '2026-01-05T00:00:01Z', '{"kind": "busy", "reason": "Later"}', '[{"leftOut": 3}]', 1),
    (7, 2, 'check', '2026-03-05T00:00:00Z', '2026-03-05T00:00:01Z', '{"kind": "pending"}', '[{"leftOut": 4}]', 5),
    (120007, 1, 'publish', '2026-03-06T00:00:00Z', null, null, null, 1)`;

test("attempts from before the upgrade keep their details, and later ones go on in their numbers", async () => {
  await using before = await theSchemaBefore("0034");
  await before.db.query(ATTEMPTS);
  const told: unknown[] = [];
  await migrate(before.db, { log: (event, facts) => event === "database.migration-progress" && told.push(facts.progress) });
  assert.deepEqual(told, [
    "attempts: 2 copied, up to delivery 50006 of 120007",
    "attempts: 2 copied, up to delivery 100006 of 120007",
    "attempts: 3 copied, up to delivery 120007 of 120007",
  ]);
  const later = "insert into attempts (delivery_id, number, step, started_at) values (120007, 2, 'find', now()) returning id";
  assert.deepEqual(await query(before.db, { text: later }), [{ id: 4 }]);
  const text = `select a.id, a.delivery_id, a.number, a.step, a.ended_at is not null ended, a.outcome ->> 'kind' kind, a.times, t.calls
                from attempts a left join attempt_details t on t.attempt_id = a.id and t.started_at = a.started_at order by a.id`;
  assert.deepEqual(await query(before.db, { text }), [
    { id: 1, delivery_id: 7, number: 1, step: "publish", ended: true, kind: "busy", times: 1, calls: [{ leftOut: 3 }] },
    { id: 2, delivery_id: 7, number: 2, step: "check", ended: true, kind: "pending", times: 5, calls: [{ leftOut: 4 }] },
    { id: 3, delivery_id: 120007, number: 1, step: "publish", ended: false, kind: null, times: 1, calls: null },
    { id: 4, delivery_id: 120007, number: 2, step: "find", ended: false, kind: null, times: 1, calls: null },
  ]);
  await assert.rejects(
    query(before.db, { text: "insert into attempts (delivery_id, number, step, started_at) values (7, 2, 'find', now())" }),
    {
      code: "23505",
    },
  );
});
