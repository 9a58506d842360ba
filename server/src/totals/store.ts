import { execute, one, type Queryable, query } from "../database/query.ts";

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
  if (taken > 0) await query(tx, { text: "delete from entry_totals where entries = 0" });
  return taken >= CHANGES_MAX;
}

/** The columns in the order of the unique index. */
const ALL = "brand_id, status, day, channel_id, collection_id, post_type";

const SUM = `with taken as (
    delete from entry_changes where ctid = any (array(select ctid from entry_changes limit $1)) returning *
  ), summed as (
    insert into entry_totals as own (${ALL}, grain, entries)
    select ${ALL}, case when grouping(day) = 1 then 0 when grouping(channel_id) = 1 then 1 else 2 end grain, sum(change) from taken
    group by grouping sets ((brand_id, status, collection_id, channel_id, post_type), (brand_id, status, day),
      (brand_id, day, status, collection_id, channel_id, post_type)) having sum(change) <> 0
    on conflict (${ALL}, grain) do update set entries = own.entries + excluded.entries
  ) select count(*) taken from taken`;

/** Forgets what a brand's entries came to, once they are all deleted. Nothing is summed until the transaction ends. */
export async function forgetTotals(tx: Queryable, brandId: number): Promise<void> {
  await query(tx, { text: "select pg_advisory_xact_lock($1)", values: [SUM_LOCK] });
  for (const table of ["entry_changes", "entry_totals", "entry_sums"])
    await execute(tx, { text: `delete from ${table} where brand_id = $1`, values: [brandId] });
}

/** SQL: at once if changes wait to be summed. */
export const NEXT_SUM = "case when exists (select from entry_changes) then $1::timestamptz end";
