import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { AdvisoryLocks, LOCK_SPACES } from "../../ground/database/locks.ts";
import { query } from "../../ground/database/query.ts";
import { testDatabase } from "../../ground/database/testing.ts";
import { listAbandonedChannels, listDueChannels } from "./store.ts";

const NOW = toInstant("2026-11-21T09:10:00Z");

/** A channel for each of the cases: the deliveries that wait there, in order, and until when their attempts are expected to last. */
const SCENE = `
  insert into users (public_id, name, email, verified, created_at) values ('u', 'Ada', 'ada@example.org', true, now());
  insert into accounts (owner_id) select id from users;
  insert into brands (account_id, title, created_at, updated_at) select id, 'Bakery', now(), now() from accounts;
  insert into collections (brand_id, title, created_at, updated_at) select id, 'Bread', now(), now() from brands;
  insert into channels (id, brand_id, type, name, status, settings, sandbox, created_at, updated_at)
    overriding system value select number, brands.id, 'MASTODON', number, 'ACTIVE', '{}', false, now(), now() from brands, generate_series(1, 4) number;
  insert into publications (brand_id, collection_id, due_at, content, created_at) select brand_id, id, now(), '{}', now() from collections;
  insert into deliveries (publication_id, brand_id, channel_id, status, next_at, lease_until, published_at, created_at)
    select p.id, p.brand_id, given.channel_id, 'waiting', given.next_at, given.lease_until, now(), now()
    from publications p, (values
      (1, '2026-11-21T09:00:00Z'::timestamptz, '2026-11-21T09:16:00Z'::timestamptz),
      (2, '2026-11-21T09:00:00Z', '2026-11-21T09:16:00Z'),
      (3, '2026-11-21T09:00:00Z', null),
      (3, '2026-11-21T09:01:00Z', '2026-11-21T09:16:00Z'),
      (4, '2026-11-21T10:00:00Z', null)) as given (channel_id, next_at, lease_until)`;

let database: Awaited<ReturnType<typeof testDatabase>>;
before(async () => {
  database = await testDatabase();
  for (const text of SCENE.split(";")) await query(database.db, { text });
});
after(() => database[Symbol.asyncDispose]());

async function abandoned(from: Instant | null = null): Promise<number[]> {
  const { channels, oldest } = await listAbandonedChannels(database.db, { now: NOW, from });
  assert.equal(oldest, "2026-11-21T09:00:00.000000Z");
  return channels.map(({ id }) => id);
}

test("an attempt is taken over before its lease is over, as soon as no worker holds its channel", async () => {
  await using locks = new AdvisoryLocks(database.url, LOCK_SPACES.channels);
  const [first, second] = [await locks.acquire(1), await locks.acquire(2)];
  assert.ok(first !== null && second !== null);
  assert.deepEqual(await abandoned(), []);
  await first[Symbol.asyncDispose]();
  assert.deepEqual(await abandoned(), [1]);
  await second[Symbol.asyncDispose]();
  assert.deepEqual((await abandoned()).toSorted(), [1, 2]);
  assert.deepEqual((await abandoned(toInstant("2026-11-21T09:00:00Z"))).toSorted(), [1, 2]);
});

test("a channel with something else in front of the attempt is due anyway, and one with nothing due is not", async () => {
  const { channels } = await listDueChannels(database.db, { now: NOW, from: null, limit: 10 });
  assert.deepEqual(
    channels.map(({ id }) => id),
    [3],
  );
});

test("a lock of the same number in another space does not hold a channel", async () => {
  await using locks = new AdvisoryLocks(database.url, LOCK_SPACES.grants);
  await using lock = await locks.acquire(1);
  assert.ok(lock !== null);
  assert.deepEqual((await abandoned()).toSorted(), [1, 2]);
});
