import { execute, one, type Queryable, query } from "../database/query.ts";

/** How many changes are summed at once: more would hold their transaction open for long. */
const CHANGES_MAX = 20_000;

/** Taken while changes are summed, so that two processes never add to the same totals. */
const SUM_LOCK = 7_267_839;

/**
 * Sums gathered changes into the totals. Call in a transaction: a total is at no moment without a change, or with it twice. Returns
 * whether there may be more; false also if another process is at it.
 */
export async function sumChanges(tx: Queryable): Promise<boolean> {
  const { held } = await one<{ held: boolean }>(tx, { text: "select pg_try_advisory_xact_lock($1) held", values: [SUM_LOCK] });
  if (!held) return false;
  let isMore = false;
  for (const { sum, forget } of NOUNS) {
    const { taken } = await one<{ taken: number }>(tx, { text: sum, values: [CHANGES_MAX] });
    isMore ||= taken >= CHANGES_MAX;
    if (taken > 0) await query(tx, { text: forget });
  }
  return isMore;
}

/** Forgets what a brand's rows came to, once they are all deleted. Nothing is summed until the transaction ends. */
export async function forgetTotals(tx: Queryable, brandId: number): Promise<void> {
  await query(tx, { text: "select pg_advisory_xact_lock($1)", values: [SUM_LOCK] });
  for (const { tables } of NOUNS)
    for (const table of tables) await execute(tx, { text: `delete from ${table} where brand_id = $1`, values: [brandId] });
}

interface Noun {
  readonly name: string;
  readonly number: string;
  /** The columns in the order of the table's unique index. */
  readonly all: string;
  readonly grain: string | null;
  /** What is summed at which grain. */
  readonly sets: string;
  /** Where it is noted when changes were summed. */
  readonly noted?: string;
}

function noun({ name, number, all, grain, sets, noted }: Noun) {
  const totals = `${name}_totals`;
  const columns = grain === null ? all : `${all}, grain`;
  return {
    sum: `with taken as (
            delete from ${name}_changes where ctid = any (array(select ctid from ${name}_changes limit $1)) returning *
          ), summed as (
            insert into ${totals} as own (${columns}, ${number})
            select ${all}, ${grain === null ? "" : `${grain} grain, `}sum(change) from taken group by ${sets} having sum(change) <> 0
            on conflict (${columns}) do update set ${number} = own.${number} + excluded.${number}
          ) select count(*) taken from taken`,
    tables: [`${name}_changes`, totals, ...(noted === undefined ? [] : [noted])],
    forget: `delete from ${totals} where ${number} = 0`,
  };
}

const NOUNS = [
  noun({
    name: "post",
    number: "posts",
    all: "brand_id, day, collection_id, status, posting_type, post_type",
    grain: "case when grouping(day) = 1 then 0 when grouping(status) = 1 then 1 else 2 end",
    sets: `grouping sets ((brand_id, status, posting_type, post_type, collection_id), (brand_id, day),
      (brand_id, day, status, posting_type, post_type, collection_id))`,
  }),
  noun({
    name: "entry",
    number: "entries",
    all: "brand_id, status, day, channel_id, collection_id, post_type",
    grain: "case when grouping(day) = 1 then 0 when grouping(channel_id) = 1 then 1 else 2 end",
    sets: `grouping sets ((brand_id, status, collection_id, channel_id, post_type), (brand_id, status, day),
      (brand_id, day, status, collection_id, channel_id, post_type))`,
    noted: "entry_sums",
  }),
  noun({ name: "media", number: "files", all: "brand_id, mime", grain: null, sets: "brand_id, mime" }),
];

/** SQL: at once if changes wait to be summed. */
export const NEXT_SUM = `case when ${NOUNS.map(({ tables: [changes] }) => `exists (select from ${changes})`).join(" or ")} then $1::timestamptz end`;
