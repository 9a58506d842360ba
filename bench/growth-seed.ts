import { one, type Queryable, query } from "../server/src/ground/database/query.ts";
import { aBrand, type Owner } from "./seed.ts";

/** A brand with so many entries, and as many posts and media as a brand has at most. */
export interface Crowd {
  readonly brandId: number;
  readonly collectionIds: readonly number[];
  readonly channelIds: readonly number[];
  /** A post with entries. */
  readonly postId: number;
}

const COUNTED = ["posts", "deliveries", "media"] as const;
const OTHERS_SIZE = 10_000;
/** What a brand may have by default. Entries may be more, and media are in posts. */
export const POSTS_MAX = 15_000;

/**
 * Seeds, in a transaction, without what rows cost one by one: triggers, and the indexes, which are built afterwards. Returns how many seconds the
 * index of the search took.
 */
export async function grown(tx: Queryable, seed: () => Promise<void>): Promise<number> {
  const indexes = await query<{ name: string; text: string }>(tx, { text: INDEXES, values: [COUNTED] });
  // Foreign keys are triggers, too, and only a superuser may do without those.
  const { triggers } = await one<{ triggers: string }>(tx, {
    text: "select case when rolsuper then 'all' else 'user' end triggers from pg_roles where rolname = current_user",
  });
  await query(tx, { text: "set local statement_timeout = 0" });
  await query(tx, { text: "set local maintenance_work_mem = '1GB'" });
  for (const { name } of indexes) await query(tx, { text: `drop index ${name}` });
  for (const table of COUNTED) await query(tx, { text: `alter table ${table} disable trigger ${triggers}` });
  await seed();
  await query(tx, { text: CHANGES });
  for (const table of COUNTED) await query(tx, { text: `alter table ${table} enable trigger ${triggers}` });
  let searchSeconds = 0;
  for (const { name, text } of indexes) {
    const start = performance.now();
    await query(tx, { text });
    if (name === SEARCH_INDEX) searchSeconds = Math.round((performance.now() - start) / 1000);
  }
  return searchSeconds;
}

const SEARCH_INDEX = "deliveries_search_of_brand";

/** All but those of keys. */
const INDEXES = `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index i
  where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = i.indexrelid) order by indexrelid`;

/** What the triggers would have written, summed. */
const CHANGES = `insert into listed_changes
  select brand_id, status, collection_id, channel_id, post_type, count(*) from deliveries group by 1, 2, 3, 4, 5`;

/** Other brands, each with the same number of rows; of the last one what is left. */
export async function fillOthers(tx: Queryable, owner: Owner, rows: number): Promise<void> {
  for (let left = rows; left > 0; left -= OTHERS_SIZE) await fillBrand(tx, owner, Math.min(left, OTHERS_SIZE));
}

export async function fillBrand(tx: Queryable, owner: Owner, size: number): Promise<Crowd> {
  const brand = await aBrand(tx, owner, 0);
  const posts = Math.min(size, POSTS_MAX);
  const more = await query<{ id: number }>(tx, {
    text: "insert into collections (brand_id, title, created_at, updated_at) select $1, 'More', now(), now() from generate_series(1, 2) returning id",
    values: [brand.id],
  });
  const channels = await query<{ id: number }>(tx, {
    text: `insert into channels (brand_id, type, name, status, created_at, updated_at)
           select $1, 'Mastodon', 'Channel ' || n, 'INACTIVE', now(), now() from generate_series(1, 4) n returning id`,
    values: [brand.id],
  });
  const collectionIds = [brand.collectionId, ...more.map(({ id }) => id)];
  const channelIds = channels.map(({ id }) => id);
  const post = await one<{ id: number }>(tx, { text: POSTS, values: [brand.id, posts, collectionIds] });
  await query(tx, { text: "update post_counts set posts = $2 where brand_id = $1", values: [brand.id, posts] });
  await query(tx, { text: ENTRIES, values: [brand.id, size, collectionIds, channelIds, post.id] });
  await query(tx, { text: MEDIA, values: [brand.id, posts] });
  return { brandId: brand.id, collectionIds, channelIds, postId: post.id };
}

/** Spread over the 500 days from 2024-09-01; the text of entry n has words that follow from n, and twenty of a brand a word of their own. */
const AT = "timestamptz '2024-09-01' + (n::float8 / $2::int * 500) * interval '1 day'";
const WORDS = `'fresh from the oven ' || md5(n::text) || ' ' || (array['rye', 'spelt', 'barley', 'oats', 'wheat', 'maize', 'millet'])[1 + n % 7]
  || ' and ' || left(md5((n * 7)::text), 12) || case when n % 20 = 3 then ' poppyseed' else '' end || case when n % greatest(1, $2::int / 20) = 1 then ' marzipan' else '' end`;
/** Returns the id of a post: no index finds one. */
const POSTS = `with made as (
  insert into posts (brand_id, collection_id, title, body, post_type, posting_type, status, post_at, created_at, updated_at)
  select $1, ($3::bigint[])[1 + n % 3], case when n % 4 > 0 then 'Loaf ' || left(md5(n::text), 8) end, ${WORDS},
    case when n % 100 = 7 then 'VIDEO' when n % 3 = 0 then 'IMAGE' else 'TEXT' end, kind,
    case kind when 'DRAFT' then 'DRAFT' when 'SCHEDULE' then 'PENDING' else 'PUBLISHED' end, case when kind <> 'DRAFT' then ${AT} end, ${AT}, ${AT}
  from generate_series(1, $2::int) n cross join lateral (select case when n % 50 = 3 then 'SCHEDULE' when n % 10 = 1 then 'DRAFT' else 'NOW' end kind) k
  returning id
) select min(id) id from made`;
/** The first four that were published are of the post $5. */
const ENTRIES = `insert into deliveries (publication_id, brand_id, collection_id, channel_id, channel_name, channel_type, status, post_type, body, search_text,
    likes, comments, shares, published_at, created_at, post_id)
  select 0, $1, ($3::bigint[])[1 + n % 3], ($4::bigint[])[1 + n % 4], 'Channel', 'Mastodon',
    case when n % 50 = 4 then 'FAILED' when n % 50 = 9 then 'SKIPPED' when n % 100 = 11 then 'SENT' else 'PUBLISHED' end,
    case when n % 100 = 7 then 'VIDEO' when n % 3 = 0 then 'IMAGE' else 'TEXT' end, ${WORDS}, ${WORDS}, n % 977, n % 97, n % 31, ${AT}, ${AT},
    case when n in (1, 2, 3, 5) then $5::bigint end
  from generate_series(1, $2::int) n`;
const MEDIA = `insert into media (id, brand_id, name, mime, size_bytes, sha256, storage_key, facts, created_at, updated_at)
  select gen_random_uuid(), $1, n || '.png', case when n % 100 = 7 then 'video/mp4' when n % 500 = 9 then 'text/csv' else 'image/png' end, 1, '', 'none', '{}', ${AT}, ${AT}
  from generate_series(1, $2::int) n`;
