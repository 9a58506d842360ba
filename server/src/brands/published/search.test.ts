import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { PublishedQuery } from "@rostrum/contract/published.ts";
import type { Database } from "../../ground/database/connect.ts";
import { type Queryable, query, transaction } from "../../ground/database/query.ts";
import { type TestDatabase, testDatabase } from "../../ground/database/testing.ts";
import { sumChanges } from "../totals/store.ts";
import { aBrandRow } from "../totals/testing.ts";
import { listEntries } from "./list.ts";

/** More than a search reads without the search index, so that totals are remembered. */
const ENTRIES = 12_000;

let database: TestDatabase & { readonly db: Database };
let db: Database;
before(async () => {
  database = await testDatabase();
  db = database.db;
});
after(() => database[Symbol.asyncDispose]());

/** A brand of which one entry in seven has rye, of the oldest 6,000 one in twenty a walnut, and nearly all have something of two letters. */
async function aLargeBrand(): Promise<number> {
  const id = await aBrandRow(db);
  await query(db, {
    text: `insert into deliveries (publication_id, brand_id, collection_id, channel_id, status, post_type, body, search_text, likes, comments, shares, published_at, created_at)
           select 1, $1, 1, 1 + n % 3, 'PUBLISHED', 'TEXT', words, words, n * 31 % 977, n % 5, n % 3, timestamptz '2026-03-01' + n * interval '1 minute', timestamptz '2026-03-01' + n * interval '1 minute'
           from generate_series(1, $2::int) n cross join lateral (
             select concat('bun ', n, case when n % 7 = 0 then ' rye' end, case when n < 6000 and n % 20 = 0 then ' walnut' end) words
           ) w`,
    values: [id, ENTRIES],
  });
  return id;
}

async function sumAll(): Promise<void> {
  while (await transaction(db, sumChanges));
}

/** Every page of the search that is asked for, against all rows. */
async function assertPages(brandId: number, wanted: Readonly<Record<string, unknown>>, pages: readonly (number | "last")[]): Promise<void> {
  const asked = PublishedQuery.parse(wanted);
  const { search = "", sortBy, sortOrder, perPage, channelId } = asked;
  const all = await query<{ id: number }>(db, {
    text: `select d.id from deliveries d where brand_id = $1 and status = $2 and strpos(search_text, $3) > 0 and ($4::bigint is null or channel_id = $4)
           order by d.${sortBy} ${sortOrder}, d.id ${sortOrder}`,
    values: [brandId, asked.status, search, channelId ?? null],
  });
  const ids = all.map(({ id }) => id);
  for (const named of pages) {
    const page = named === "last" ? Math.max(1, Math.ceil(ids.length / perPage)) : named;
    const { rows, total } = await listEntries(db, brandId, { ...asked, page });
    const about = JSON.stringify({ ...wanted, page });
    assert.equal(total, ids.length, about);
    assert.deepEqual(
      rows.map(({ id }) => id),
      ids.slice((page - 1) * perPage, page * perPage),
      about,
    );
  }
}

test("every page of a search whose total is known is the page that all rows give, in every order", async () => {
  const brandId = await aLargeBrand();
  await sumAll();
  for (const search of ["rye", "walnut", "bu", "bun 77", "absent", "zq"]) {
    for (const filter of [{}, { channelId: 2 }]) {
      for (const sortBy of ["id", "created_at", "likes", "comments", "shares"]) {
        for (const sortOrder of ["asc", "desc"]) {
          await assertPages(brandId, { search, sortBy, sortOrder, ...filter }, [1, 2, 13, "last", 100_000]);
        }
      }
    }
  }
});

const CHANGES: readonly (readonly [what: string, text: string])[] = [
  [
    "an entry is deleted",
    "delete from deliveries where id = (select max(id) from deliveries where brand_id = $1 and search_text like '%rye%')",
  ],
  [
    "an entry is published",
    `insert into deliveries (publication_id, brand_id, status, body, search_text, published_at, created_at) values (1, $1, 'PUBLISHED', 'rye', 'rye', now(), now())`,
  ],
  [
    "an entry has failed after all",
    "update deliveries set status = 'FAILED' where id = (select max(id) from deliveries where brand_id = $1 and status = 'PUBLISHED' and search_text like '%rye%')",
  ],
  [
    "the text of an entry changes",
    "update deliveries set search_text = 'spelt' where id = (select max(id) from deliveries where brand_id = $1 and status = 'PUBLISHED' and search_text like '%rye%')",
  ],
  [
    "one entry comes and another of its kind goes",
    `with gone as (
       delete from deliveries where id = (select max(id) from deliveries where brand_id = $1 and status = 'PUBLISHED' and search_text not like '%rye%')
       returning brand_id, collection_id, channel_id, post_type, published_at, created_at
     ) insert into deliveries (publication_id, brand_id, collection_id, channel_id, post_type, status, body, search_text, published_at, created_at)
       select 1, brand_id, collection_id, channel_id, post_type, 'PUBLISHED', 'rye', 'rye', published_at, created_at from gone`,
  ],
];
for (const [what, text] of CHANGES) {
  test(`a total that is known is right when ${what}, before that is summed and after`, async () => {
    const brandId = await aLargeBrand();
    for (const sums of [false, true]) {
      await sumAll();
      for (let time = 0; time < 2; time += 1) await assertPages(brandId, { search: "rye" }, [1, "last"]);
      await query(db, { text, values: [brandId] });
      if (sums) await sumAll();
      for (let time = 0; time < 2; time += 1) await assertPages(brandId, { search: "rye" }, [1, "last"]);
    }
  });
}

test("a change that began before the hits were counted and ends afterwards counts", async () => {
  const brandId = await aLargeBrand();
  const late =
    "insert into deliveries (publication_id, brand_id, status, body, search_text, published_at, created_at) values (1, $1, 'PUBLISHED', 'rye', 'rye', now(), now())";
  await transaction(db, async (tx) => {
    await query(tx, { text: late, values: [brandId] });
    for (let time = 0; time < 2; time += 1) await assertPages(brandId, { search: "rye" }, [1]);
  });
  await assertPages(brandId, { search: "rye" }, [1, "last"]);
  await sumAll();
  await assertPages(brandId, { search: "rye" }, [1, "last"]);
});

test("hits that all lie at the far end of the list are found", async () => {
  const brandId = await aLargeBrand();
  await query(db, {
    text: "update deliveries set search_text = 'fennel' where id in (select id from deliveries where brand_id = $1 order by id limit 1500)",
    values: [brandId],
  });
  for (let time = 0; time < 2; time += 1) await assertPages(brandId, { search: "fennel" }, [1, 2, "last"]);
});

test("while nothing changes, the hits of a search are counted once", async () => {
  const brandId = await aLargeBrand();
  await sumAll();
  const counts: string[] = [];
  const watched: Queryable = {
    query: async (statement) => {
      if (statement.text.includes("count(*) from found")) counts.push(statement.text);
      return db.query(statement);
    },
  };
  const asked = PublishedQuery.parse({ search: "rye" });
  for (const page of [1, 2, 69]) await listEntries(watched, brandId, { ...asked, page });
  assert.equal(counts.length, 1);
  await query(db, { text: CHANGES[0]?.[1] ?? "", values: [brandId] });
  for (const page of [1, 2]) await listEntries(watched, brandId, { ...asked, page });
  assert.equal(counts.length, 2);
});
