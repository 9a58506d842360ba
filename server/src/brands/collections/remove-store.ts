import { maybeOne, type Queryable, query } from "../../ground/database/query.ts";

/** Posts, automations and slots of a collection, and what was published of it. */
export interface ContentsRow {
  readonly queued: number;
  readonly scheduled: number;
  readonly drafts: number;
  readonly published: number;
  readonly leaving: number;
  readonly automations: number;
  readonly slots: number;
  readonly results: number;
}

/** Null if there is no such collection. */
export async function countContents(db: Queryable, collectionId: number): Promise<ContentsRow | null> {
  return maybeOne<ContentsRow>(db, {
    text: `select counts.*, (select count(*) from automations where collection_id = c.id) automations,
             (select count(*) from slots where collection_id = c.id) slots,
             (select count(*) from deliveries where brand_id = c.brand_id and collection_id = c.id and status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING')) results
           from collections c cross join lateral (
             select count(*) filter (where status = 'PENDING' and posting_type = 'QUEUE') queued,
                    count(*) filter (where status = 'PENDING' and posting_type in ('SCHEDULE', 'NOW')) scheduled,
                    count(*) filter (where status = 'DRAFT') drafts,
                    count(*) filter (where status = 'PUBLISHED') published,
                    count(*) filter (where leaving_at is not null) leaving
             from posts p where p.collection_id = c.id
           ) counts
           where c.id = $1`,
    values: [collectionId],
  });
}

/**
 * Locks a collection with everything in it and returns its brand; null if there is none. Automations come before the collection, as
 * in their runs, and posts after it, as in the engine.
 */
export async function lockWhole(tx: Queryable, collectionId: number): Promise<{ readonly brandId: number; readonly title: string } | null> {
  await query(tx, { text: "select from automations where collection_id = $1 order by id for update", values: [collectionId] });
  const row = await maybeOne<{ brandId: number; title: string }>(tx, {
    text: `select brand_id "brandId", title from collections where id = $1 for update`,
    values: [collectionId],
  });
  await query(tx, { text: "select from posts where collection_id = $1 order by id for update", values: [collectionId] });
  return row;
}

/** How many of its posts are being published. */
export async function countLeaving(tx: Queryable, collectionId: number): Promise<number> {
  const row = await maybeOne<{ leaving: number }>(tx, {
    text: "select count(*) leaving from posts where collection_id = $1 and leaving_at is not null",
    values: [collectionId],
  });
  return row?.leaving ?? 0;
}

/** Deletes a collection that `lockWhole` has locked. What was published stays, without its posts. */
export async function deleteWhole(tx: Queryable, { brandId, collectionId }: { readonly brandId: number; readonly collectionId: number }) {
  const values = [brandId, collectionId];
  const own = "select id from posts where brand_id = $1 and collection_id = $2";
  await query(tx, { text: `select from publications where post_id in (${own}) order by id for no key update`, values });
  // The engine ends what has not been sent yet, such as automatic comments that wait below published posts.
  await query(tx, {
    text: `with waiting as materialized (
             select id from deliveries where next_at is not null and publication_id in (select id from publications where post_id in (${own}))
             order by id for no key update
           )
           update deliveries d set post_id = null from waiting w where d.id = w.id`,
    values,
  });
  await query(tx, { text: `update publications set post_id = null where post_id in (${own})`, values });
  // In the words of the index on a delivery's post; hidden deliveries are found by their publications alone.
  await query(tx, {
    text: `with listed as materialized (
             select id from deliveries where post_id in (${own}) and status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING')
             order by id for no key update
           )
           update deliveries d set post_id = null from listed l where d.id = l.id`,
    values,
  });
  await query(tx, {
    text: `with gone as (delete from posts where brand_id = $1 and collection_id = $2 returning id)
           insert into post_counts as own (brand_id, part, posts) select $1, pg_backend_pid() % 32, -count(*) from gone having count(*) > 0
           on conflict (brand_id, part) do update set posts = own.posts + excluded.posts`,
    values,
  });
  await query(tx, {
    text: "delete from feed_items where automation_id in (select id from automations where brand_id = $1 and collection_id = $2)",
    values,
  });
  await query(tx, { text: "delete from automations where brand_id = $1 and collection_id = $2", values });
  await query(tx, { text: "delete from slots where brand_id = $1 and collection_id = $2", values });
  await query(tx, { text: "delete from collection_channels where collection_id = $1", values: [collectionId] });
  await query(tx, { text: "delete from collections where brand_id = $1 and id = $2", values });
}
