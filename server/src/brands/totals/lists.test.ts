import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { MediaFilter } from "@rostrum/contract/media.ts";
import { BrandPostsQuery } from "@rostrum/contract/posts.ts";
import { PublishedQuery } from "@rostrum/contract/published.ts";
import type { Database } from "../../ground/database/connect.ts";
import { one, type Queryable, query, transaction } from "../../ground/database/query.ts";
import { type TestDatabase, testDatabase } from "../../ground/database/testing.ts";
import { type Chance, createChance } from "../../testing/chance.ts";
import { listCollectionsOf } from "../collections/store.ts";
import { MIME_PATTERNS } from "../media/rules.ts";
import { listMediaOf } from "../media/store.ts";
import { listPosts } from "../posts/list.ts";
import { listEntries } from "../published/list.ts";
import { searchText } from "../published/rules.ts";
import { forgetTotals, sumChanges } from "./store.ts";
import { aBrandRow } from "./testing.ts";

/** Pages as lists read them, against the same lists made of all rows. */
const POSTS = 240;
const STATUSES = ["PUBLISHED", "SENT", "FAILED", "SKIPPED", "RETRYING"] as const;
const LISTED = "d.status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING')";

let database: TestDatabase & { readonly db: Database };
let db: Database;
before(async () => {
  database = await testDatabase();
  db = database.db;
});
after(() => database[Symbol.asyncDispose]());

test("every filter, order and page of a brand's posts shows the posts and the total that all rows give", async () => {
  const brand = await aBrand();
  await fillPosts(brand, POSTS);
  await fillPosts(await aBrand(), 50);
  await changeSomePosts(brand);
  const chance = createChance(7);
  for (let number = 0; number < 45; number += 1) {
    if (number === 15) await sumAll();
    if (number === 30) await changeSomePosts(brand);
    const asked = postsQuestion(chance, brand);
    const { where, values } = postsWhere(brand.id, asked);
    const keys = {
      id: "p.id",
      title: "lower(p.title)",
      post_date: "case when p.queue_rank is null then p.post_at else q.at end",
      created_at: "p.created_at",
      updated_at: "p.updated_at",
    };
    const all = await query<{ id: number }>(db, {
      text: `select p.id from posts p left join queue_dates q on q.post_id = p.id where ${where}
             order by ${keys[asked.sortBy]} ${asked.sortOrder} nulls last, p.id ${asked.sortOrder}`,
      values,
    });
    for (const page of pagesOf(all.length, asked.perPage)) {
      const { rows, total } = await listPosts(db, { brandId: brand.id, collectionId: null }, { ...asked, page });
      assert.equal(total, all.length, JSON.stringify({ ...asked, page }));
      assert.deepEqual(idsOf(rows), idsOf(sliceOf(all, page, asked.perPage)), JSON.stringify({ ...asked, page }));
    }
  }
});

test("every filter, order, search and page of published entries shows the entries and the total that all rows give", async () => {
  const brand = await aBrand();
  await fillEntries(brand, 300);
  await fillEntries(await aBrand(), 50);
  await changeSomeEntries(brand);
  const chance = createChance(11);
  for (let number = 0; number < 45; number += 1) {
    if (number === 15) await sumAll();
    if (number === 30) await changeSomeEntries(brand);
    const asked = entriesQuestion(chance, brand);
    const { where, values } = entriesWhere(brand.id, asked);
    const all = await query<{ id: number }>(db, {
      text: `select d.id from deliveries d where ${where} order by d.${asked.sortBy} ${asked.sortOrder}, d.id ${asked.sortOrder}`,
      values,
    });
    for (const page of pagesOf(all.length, asked.perPage)) {
      const { rows, total } = await listEntries(db, brand.id, { ...asked, page });
      assert.equal(total, all.length, JSON.stringify({ ...asked, page }));
      assert.deepEqual(idsOf(rows), idsOf(sliceOf(all, page, asked.perPage)), JSON.stringify({ ...asked, page }));
    }
  }
});

test("every page of media of a type, and every collection's counts, are those that all rows give", async () => {
  const brand = await aBrand();
  await fillPosts(brand, 60);
  await query(db, {
    text: `insert into media (id, brand_id, name, mime, size_bytes, sha256, storage_key, created_at, updated_at)
           select 'm' || $1::bigint || '-' || n, $1, n || '.bin', (array['image/png', 'image/jpeg', 'image/gif', 'video/mp4', 'application/pdf', 'text/csv'])[1 + n * n % 6],
             1, '', 'key', now(), now() from generate_series(1, 90) n`,
    values: [brand.id],
  });
  for (let round = 0; round < 2; round += 1) {
    for (const filter of [null, "IMAGE", "VIDEO", "GIF", "APPLICATION", "DOCUMENT", "CSV"] as (MediaFilter | null)[]) {
      const all = await query<{ id: string }>(db, {
        text: "select id from media where brand_id = $1 and ($2::text is null or mime ~ $2) order by number desc",
        values: [brand.id, filter && MIME_PATTERNS[filter]],
      });
      for (const page of pagesOf(all.length, 7)) {
        const { rows, total } = await listMediaOf(db, { brandId: brand.id, filter, limit: 7, offset: (page - 1) * 7 });
        assert.equal(total, all.length);
        assert.deepEqual(idsOf(rows), idsOf(sliceOf(all, page, 7)));
      }
    }
    const counts = await query<{ id: number }>(db, {
      text: `select c.id, count(*) filter (where p.status = 'PENDING' and posting_type = 'QUEUE') queued,
               count(*) filter (where p.status = 'PENDING' and posting_type in ('SCHEDULE', 'NOW')) scheduled,
               count(*) filter (where p.status = 'DRAFT') drafts, count(*) filter (where p.status = 'PUBLISHED') published
             from collections c left join posts p on p.collection_id = c.id where c.brand_id = $1 group by c.id order by c.id desc`,
      values: [brand.id],
    });
    const listed = await listCollectionsOf(db, { brandId: brand.id, limit: 25, offset: 0 });
    assert.deepEqual(
      listed.map(({ id, queued, scheduled, drafts, published }) => ({ id, queued, scheduled, drafts, published })),
      counts,
    );
    await query(db, { text: "delete from media where brand_id = $1 and mime = 'image/png'", values: [brand.id] });
    await changeSomePosts(brand);
    await sumAll();
  }
});

test("what the version before adds up and sums of posts, entries and media is right while its processes are replaced", async () => {
  const brand = await aBrand();
  await fillPosts(brand, 60);
  await fillEntries(brand, 60);
  await query(db, {
    text: `insert into media (id, brand_id, name, mime, size_bytes, sha256, storage_key, created_at, updated_at)
           select 'm' || $1::bigint || '-' || n, $1, 'a.png', 'image/png', 1, '', 'key', now(), now() from generate_series(1, 7) n`,
    values: [brand.id],
  });
  const counts = () =>
    one(db, {
      text: `select (select coalesce(sum(posts), 0)::bigint from post_totals where grain = 0 and brand_id = $1 and status = 'DRAFT')
               + (select coalesce(sum(change), 0) from post_changes where brand_id = $1 and status = 'DRAFT') drafts,
             (select coalesce(sum(posts), 0)::bigint from post_totals where grain = 1 and brand_id = $1 and day >= '2026-03-02'::date)
               + (select coalesce(sum(change), 0) from post_changes where brand_id = $1 and day >= '2026-03-02'::date) later,
             (select coalesce(sum(entries), 0)::bigint from entry_totals where grain = 2 and brand_id = $1 and status = 'PUBLISHED' and channel_id = 2)
               + (select coalesce(sum(change), 0) from entry_changes where brand_id = $1 and status = 'PUBLISHED' and channel_id = 2) entries,
             exists (select from entry_changes where brand_id = $1 and not pg_visible_in_snapshot(made_by, pg_current_snapshot())) "isUnseen",
             (select coalesce(sum(files), 0)::bigint from media_totals where brand_id = $1) + (select coalesce(sum(change), 0) from media_changes where brand_id = $1) files`,
      values: [brand.id],
    });
  const all = await one(db, {
    text: `select count(*) filter (where status = 'DRAFT') drafts, count(*) filter (where created_at >= '2026-03-02 00:00:00Z') later,
             (select count(*) from deliveries where brand_id = $1 and status = 'PUBLISHED' and channel_id = 2) entries, true "isUnseen", 7::bigint files
           from posts where brand_id = $1`,
    values: [brand.id],
  });
  assert.deepEqual(await counts(), all);
  for (const { noun, number, columns } of [
    { noun: "post", number: "posts", columns: "brand_id, day, collection_id, status, posting_type, post_type, grain" },
    { noun: "entry", number: "entries", columns: "brand_id, status, day, channel_id, collection_id, post_type, grain" },
    { noun: "media", number: "files", columns: "brand_id, mime" },
  ]) {
    const kept = columns.replace("grain", "2 grain");
    const { taken } = await one<{ taken: number }>(db, {
      text: `with taken as (
               delete from ${noun}_changes where ctid = any (array(select ctid from ${noun}_changes limit $1)) returning *
             ), summed as (
               insert into ${noun}_totals as own (${columns}, ${number}) select ${kept}, sum(change) from taken group by ${columns.replace(", grain", "")}
               on conflict (${columns}) do update set ${number} = own.${number} + excluded.${number}
             ) select count(*) taken from taken`,
      values: [1000],
    });
    assert.equal(taken, 0);
    await query(db, { text: `delete from ${noun}_changes where brand_id = $1`, values: [brand.id] });
  }
  assert.deepEqual(await counts(), all);
});

test("a search finds the same text whether it reads a brand's entries or asks the index", async () => {
  const texts = [
    "100% rye_bread",
    "100 rye bread",
    "Crème brûlée",
    "CREME BRULEE",
    "ẞ straße",
    "İstanbul",
    "🥐 croissant",
    "👩‍🍳 baker",
    "a\\b",
    "中文",
    "é",
  ];
  const terms = [
    "%",
    "_",
    "\\",
    "100%",
    "rye_",
    "e_b",
    "CRÈME",
    "creme",
    "br",
    "b",
    "STRASSE",
    "ß",
    "🥐",
    "👩‍🍳",
    "🍳",
    "文",
    "中文",
    "e\u0301",
    "is",
    "nothing like it",
  ];
  const small = await aBrand();
  const large = await aBrand();
  for (const brand of [small, large]) {
    await query(db, {
      text: `insert into deliveries (publication_id, brand_id, status, body, search_text, published_at, created_at)
             select 1, $1, 'PUBLISHED', body, search, now(), now() from unnest($2::text[], $3::text[]) given (body, search)`,
      values: [brand.id, texts, texts.map(searchText)],
    });
  }
  await query(db, {
    text: `insert into deliveries (publication_id, brand_id, status, body, search_text, published_at, created_at)
           select 1, $1, 'PUBLISHED', 'zzz', 'zzz', now(), now() from generate_series(1, 10500)`,
    values: [large.id],
  });
  await sumAll();
  for (const search of terms) {
    const expected = texts.filter((text) => searchText(text).includes(searchText(search)));
    for (const brand of [small, large]) {
      const { rows, total } = await listEntries(db, brand.id, PublishedQuery.parse({ search, sortOrder: "asc" }));
      assert.deepEqual(
        rows.map(({ body }) => body),
        expected,
        search,
      );
      assert.equal(total, expected.length, search);
    }
  }
});

test("totals are exact at every moment while many write, undo and delete, and while changes are summed", async () => {
  const brand = await aBrand();
  const writing = Array.from({ length: 4 }, (_, writer) => writeALot(brand, createChance(100 + writer)));
  const stop = new AbortController();
  const summing = (async () => {
    while (!stop.signal.aborted) await transaction(db, sumChanges);
  })();
  let isDone = false;
  const done = Promise.all(writing).then(() => {
    isDone = true;
  });
  while (!isDone) await assertExact(db, brand.id);
  await done;
  stop.abort();
  await summing;
  await assertExact(db, brand.id);
  await sumAll();
  await assertExact(db, brand.id);
  await query(db, { text: "delete from deliveries where brand_id = $1", values: [brand.id] });
  await assertExact(db, brand.id);
  await sumAll();
  const left = await query<{ entries: number }>(db, {
    text: "select entries from listed_totals where brand_id = $1",
    values: [brand.id],
  });
  for (const { entries } of left) assert.equal(entries, 0);
  await transaction(db, (tx) => forgetTotals(tx, brand.id));
  assert.deepEqual(await query(db, { text: "select from listed_totals where brand_id = $1", values: [brand.id] }), []);
});

interface Brand {
  readonly id: number;
  readonly collections: readonly number[];
}

async function aBrand(): Promise<Brand> {
  const id = await aBrandRow(db);
  const collections = await query<{ id: number }>(db, {
    text: "insert into collections (brand_id, title, created_at, updated_at) select $1, 'Bread', now(), now() from generate_series(1, 3) returning id",
    values: [id],
  });
  return { id, collections: collections.map((row) => row.id) };
}

/** Posts of all kinds over some days; many share a title, a date or a moment of creation. */
async function fillPosts(brand: Brand, posts: number): Promise<void> {
  await query(db, {
    text: `with made as (
             insert into posts (brand_id, collection_id, title, body, post_type, posting_type, status, post_at, queue_rank, created_at, updated_at)
             select $1, ($2::bigint[])[1 + n * 7 % 3], case when n % 3 > 0 then (array['Rye', 'rye', 'Ähre', 'bun'])[1 + n % 4] end, 'b',
               (array['TEXT', 'IMAGE', 'VIDEO'])[1 + n % 11 % 3], kind, case kind when 'DRAFT' then 'DRAFT' when 'NOW' then 'PUBLISHED' else 'PENDING' end,
               case when kind in ('NOW', 'SCHEDULE') then timestamptz '2026-03-01' + n % 40 * interval '1 hour' end, case kind when 'QUEUE' then n end,
               timestamptz '2026-03-01' + (n * 37 % 97) * interval '1 hour', timestamptz '2026-03-01' + (n * 13 % 89) * interval '1 hour'
             from generate_series(1, $3::int) n cross join lateral (select (array['NOW', 'NOW', 'NOW', 'SCHEDULE', 'QUEUE', 'DRAFT', 'DRAFT'])[1 + n % 7] kind) k
             returning id, queue_rank
           ), dated as (
             insert into queue_dates (post_id, at) select id, case when id % 5 > 0 then timestamptz '2026-03-01' + id % 30 * interval '1 hour' end
             from made where queue_rank is not null
           )
           insert into post_counts (brand_id, part, posts) values ($1, 0, $3::int)`,
    values: [brand.id, brand.collections, posts],
  });
}

async function changeSomePosts({ id }: Brand): Promise<void> {
  await query(db, {
    text: "update posts set status = 'PUBLISHED', queue_rank = null, post_at = created_at where brand_id = $1 and id % 9 = 2",
    values: [id],
  });
  await query(db, { text: "update posts set post_type = 'IMAGE', updated_at = now() where brand_id = $1 and id % 10 = 4", values: [id] });
  await query(db, {
    text: `with gone as (delete from posts where brand_id = $1 and id % 13 = 5 returning id)
           insert into post_counts as own (brand_id, part, posts) select $1, 0, -count(*) from gone
           on conflict (brand_id, part) do update set posts = own.posts + excluded.posts`,
    values: [id],
  });
}

async function fillEntries(brand: Brand, entries: number): Promise<void> {
  await query(db, {
    text: `insert into deliveries (publication_id, brand_id, collection_id, post_id, channel_id, status, post_type, body, search_text, likes, comments, shares,
             published_at, created_at)
           select 1, $1, case when n % 17 > 0 then ($2::bigint[])[1 + n % 3] end, n / 4, case when n % 17 > 0 then 1 + n % 4 end,
             (array['PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'FAILED', 'SKIPPED', 'RETRYING', 'SENT', 'waiting'])[1 + n % 9],
             (array['TEXT', 'IMAGE', 'VIDEO', null])[1 + n % 4], 'rye ' || n, 'rye ' || n, n % 7, n % 5, n % 3,
             timestamptz '2026-03-01' + n * interval '37 minutes', timestamptz '2026-03-01' + n / 3 * interval '111 minutes'
           from generate_series(1, $3::int) n`,
    values: [brand.id, brand.collections, entries],
  });
}

async function changeSomeEntries({ id }: Brand): Promise<void> {
  await query(db, {
    text: "update deliveries set status = 'PUBLISHED', published_at = published_at + interval '1 day' where brand_id = $1 and id % 8 = 2",
    values: [id],
  });
  await query(db, { text: "update deliveries set likes = likes + 3, post_id = null where brand_id = $1 and id % 6 = 1", values: [id] });
  await query(db, {
    text: "update deliveries set status = 'waiting' where brand_id = $1 and status = 'RETRYING' and id % 2 = 0",
    values: [id],
  });
  await query(db, { text: "delete from deliveries where brand_id = $1 and id % 23 = 3", values: [id] });
}

const TIMES = [
  "2026-03-01 00:00:00",
  "2026-03-02 00:00:00",
  "2026-03-03 13:20:00",
  "2026-03-04 23:59:59",
  "2026-03-06 00:00:00",
  "9999-12-31 23:59:59",
];

function aPeriod(chance: Chance): readonly [string | undefined, string | undefined] {
  const first = chance.number(0, TIMES.length - 1);
  return [chance.percent(20) ? TIMES[first] : undefined, chance.percent(20) ? TIMES[chance.number(first, TIMES.length - 1)] : undefined];
}

function postsQuestion(chance: Chance, brand: Brand) {
  const [createdFrom, createdTo] = aPeriod(chance);
  return BrandPostsQuery.parse({
    perPage: chance.pick([3, 25, 100]),
    sortBy: chance.pick(["id", "title", "post_date", "created_at", "updated_at"]),
    sortOrder: chance.pick(["asc", "desc"]),
    createdFrom,
    createdTo,
    ...(chance.percent(20) ? { status: chance.pick(["PENDING", "DRAFT", "PUBLISHED"]) } : {}),
    ...(chance.percent(20) ? { postType: chance.pick(["TEXT", "IMAGE", "STORY"]) } : {}),
    ...(chance.percent(20) ? { postingType: chance.pick(["NOW", "QUEUE", "DRAFT"]) } : {}),
    ...(chance.percent(20) ? { view: chance.pick(["QUEUE", "SCHEDULED", "DRAFT", "PUBLISHED"]) } : {}),
    ...(chance.percent(20) ? { collectionId: chance.pick(brand.collections) } : {}),
  });
}

function entriesQuestion(chance: Chance, brand: Brand) {
  const [publishedFrom, publishedTo] = aPeriod(chance);
  return PublishedQuery.parse({
    perPage: chance.pick([3, 25, 100]),
    sortBy: chance.pick(["id", "created_at", "likes", "comments", "shares"]),
    sortOrder: chance.pick(["asc", "desc"]),
    status: chance.pick(["PUBLISHED", "PUBLISHED", ...STATUSES]),
    publishedFrom,
    publishedTo,
    ...(chance.percent(20) ? { postType: chance.pick(["TEXT", "IMAGE", "nothing"]) } : {}),
    ...(chance.percent(20) ? { channelId: chance.number(1, 5) } : {}),
    ...(chance.percent(20) ? { collectionId: chance.pick(brand.collections) } : {}),
    ...(chance.percent(10) ? { postId: chance.number(1, 70) } : {}),
    ...(chance.percent(20) ? { search: chance.pick(["1", "e 2", "rye", "x"]) } : {}),
  });
}

function postsWhere(brandId: number, asked: BrandPostsQuery) {
  const views = {
    QUEUE: "p.status = 'PENDING' and p.posting_type = 'QUEUE'",
    SCHEDULED: "p.status = 'PENDING' and p.posting_type in ('SCHEDULE', 'NOW')",
    DRAFT: "p.status = 'DRAFT'",
    PUBLISHED: "p.status = 'PUBLISHED'",
  };
  return whereOf([
    ["p.brand_id = ?", brandId],
    ["p.collection_id = ?", asked.collectionId],
    ["p.status = ?", asked.status],
    ["p.post_type = ?", asked.postType],
    ["p.posting_type = ?", asked.postingType],
    ["p.created_at >= ?::timestamp at time zone 'UTC'", asked.createdFrom],
    ["p.created_at < (?::timestamp at time zone 'UTC') + interval '1 second'", asked.createdTo],
    [`${asked.view === undefined ? "true" : views[asked.view]} and ?::boolean`, true],
  ]);
}

function entriesWhere(brandId: number, asked: PublishedQuery) {
  return whereOf([
    [`${LISTED} and d.brand_id = ?`, brandId],
    ["d.status = ?", asked.status],
    ["d.collection_id = ?", asked.collectionId],
    ["d.channel_id = ?", asked.channelId],
    ["d.post_id = ?", asked.postId],
    ["d.post_type = ?", asked.postType],
    ["strpos(d.search_text, ?) > 0", asked.search],
    ["d.published_at >= ?::timestamp at time zone 'UTC'", asked.publishedFrom],
    ["d.published_at < (?::timestamp at time zone 'UTC') + interval '1 second'", asked.publishedTo],
  ]);
}

function whereOf(conditions: readonly (readonly [string, unknown])[]) {
  const given = conditions.filter(([, value]) => value !== undefined);
  return { where: given.map(([text], index) => text.replace("?", `$${index + 1}`)).join(" and "), values: given.map(([, value]) => value) };
}

/** The first and the last pages, some between, and one behind the end. */
function pagesOf(total: number, perPage: number): readonly number[] {
  const last = Math.max(1, Math.ceil(total / perPage));
  return [...new Set([1, 2, Math.ceil(last / 2), last - 1, last, last + 1])].filter((page) => page > 0);
}

function sliceOf<Row>(all: readonly Row[], page: number, perPage: number): readonly Row[] {
  return all.slice((page - 1) * perPage, page * perPage);
}

function idsOf(rows: readonly { readonly id: unknown }[]): unknown[] {
  return rows.map(({ id }) => id);
}

async function sumAll(): Promise<void> {
  while (await transaction(db, sumChanges));
}

async function writeALot(brand: Brand, chance: Chance): Promise<void> {
  for (let round = 0; round < 25; round += 1) {
    const isUndone = chance.percent(30);
    await transaction(db, async (tx) => {
      await query(tx, {
        text: `insert into deliveries (publication_id, brand_id, channel_id, status, post_type, published_at, created_at)
               select 1, $1, $2, $3, 'TEXT', now(), now() from generate_series(1, $4::int)`,
        values: [brand.id, chance.number(1, 3), chance.pick(STATUSES), chance.number(1, 9)],
      });
      await query(tx, {
        text: `update deliveries set status = 'PUBLISHED', published_at = now() - interval '1 day' * $3::int
               where id in (select id from deliveries where brand_id = $1 and status = $2 order by id limit 3 for update skip locked)`,
        values: [brand.id, chance.pick(STATUSES), chance.number(0, 3)],
      });
      await query(tx, {
        text: "delete from deliveries where id in (select id from deliveries where brand_id = $1 order by random() limit $2 for update skip locked)",
        values: [brand.id, chance.number(0, 3)],
      });
      if (isUndone) throw new Undone();
    }).catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  }
}

class Undone extends Error {}

/** In one statement, hence at one moment: what the totals say of each status, and what is there. */
async function assertExact(at: Queryable, brandId: number): Promise<void> {
  const sums = await query<{ said: number; there: number }>(at, {
    text: `select (select coalesce(sum(entries), 0)::bigint from listed_totals t where t.brand_id = $1 and t.status = s.status)
             + (select coalesce(sum(change), 0) from listed_changes c where c.brand_id = $1 and c.status = s.status) said,
             (select count(*) from deliveries d where d.brand_id = $1 and d.status = s.status and ${LISTED}) there
           from unnest($2::text[]) s (status)`,
    values: [brandId, STATUSES],
  });
  for (const { said, there } of sums) assert.equal(said, there);
}
