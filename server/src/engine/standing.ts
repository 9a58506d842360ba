import type { Instant } from "@rostrum/contract/formats.ts";
import { type Queryable, query } from "../database/query.ts";

/** How far a publication is: its deliveries that have not come to an end, and those that reached readers. */
export interface Standing {
  readonly publicationId: number;
  readonly maxRepublish: number;
  readonly open: number;
  readonly reached: number;
  readonly settledAt: Instant | null;
}

/** The caller holds the publications' locks, or has just made them. */
export async function findStandings(tx: Queryable, publicationIds: readonly number[]): Promise<Standing[]> {
  return query<Standing>(tx, {
    name: "standings",
    text: `select p.id "publicationId", c.max_republish "maxRepublish", p.settled_at "settledAt", d.*
           from publications p join collections c on c.id = p.collection_id
             cross join lateral (
               select count(*) filter (where status in ('waiting', 'publishing', 'pending', 'unknown', 'RETRYING')) "open",
                      count(*) filter (where status in ('PUBLISHED', 'SENT')) "reached"
               from deliveries where publication_id = p.id and parent_id is null
             ) d
           where p.id = any($1::bigint[])`,
    values: [publicationIds],
  });
}

export interface StandingChange {
  readonly publicationId: number;
  /** Nothing of it is under way any more: its post may be changed or published anew. */
  readonly settled: boolean;
  /** When the post joins its queue again; null: never. */
  readonly rejoinAt: Instant | null;
}

/** Stores how far publications have come: their posts are PUBLISHED, and free again where all is settled. */
export async function storeStandings(tx: Queryable, changes: readonly StandingChange[], now: Instant): Promise<void> {
  await query(tx, {
    name: "store_standings",
    text: `with given as (
             select * from unnest($1::bigint[], $2::boolean[], $3::timestamptz[]) as given (id, settled, rejoin_at)
           ), settled as (
             update publications p set settled_at = $4 from given g where p.id = g.id and g.settled
           )
           update posts p set status = 'PUBLISHED', leaving_at = case when g.settled then null else p.leaving_at end, rejoin_at = g.rejoin_at,
             updated_at = $4
           from given g join publications b on b.id = g.id where p.id = b.post_id`,
    values: [
      changes.map((change) => change.publicationId),
      changes.map((change) => change.settled),
      changes.map((change) => change.rejoinAt),
      now,
    ],
  });
}
