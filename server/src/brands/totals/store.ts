import { execute, one, type Queryable, query } from "../../ground/database/query.ts";

/** How many changes are summed at once: more would hold their transaction open for long. */
const CHANGES_MAX = 20_000;

/** Taken while changes are summed, so that two processes never add to the same totals. */
const SUM_LOCK = 7_267_839;

/**
 * Sums gathered changes of entries into the totals. Call in a transaction: a total is at no moment without a change, or with it twice.
 * Returns whether there may be more; false also if another process is at it.
 */
export async function sumChanges(tx: Queryable): Promise<boolean> {
  const { held } = await one<{ held: boolean }>(tx, { text: "select pg_try_advisory_xact_lock($1) held", values: [SUM_LOCK] });
  if (!held) return false;
  const { taken } = await one<{ taken: number }>(tx, { text: SUM, values: [CHANGES_MAX] });
  return taken >= CHANGES_MAX;
}

/** The columns in the order of the unique index. */
const KIND = "brand_id, status, channel_id, collection_id, post_type";

/** A total of no entries stays, because it says when that came to be. */
const SUM = `with taken as (
    delete from listed_changes where ctid = any (array(select ctid from listed_changes limit $1)) returning *
  ), summed as (
    insert into listed_totals as own (${KIND}, entries) select ${KIND}, sum(change) from taken group by ${KIND}
    on conflict (${KIND}) do update set entries = own.entries + excluded.entries, made_by = excluded.made_by
  ) select count(*) taken from taken`;

/** Forgets what a brand's entries came to, once they are all deleted. Nothing is summed until the transaction ends. */
export async function forgetTotals(tx: Queryable, brandId: number): Promise<void> {
  await query(tx, { text: "select pg_advisory_xact_lock($1)", values: [SUM_LOCK] });
  for (const table of ["listed_changes", "listed_totals"])
    await execute(tx, { text: `delete from ${table} where brand_id = $1`, values: [brandId] });
}

/** SQL: at once if changes wait to be summed. */
export const NEXT_SUM = "case when exists (select from listed_changes) then $1::timestamptz end";
