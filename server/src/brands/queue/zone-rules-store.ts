import type { Instant } from "@rostrum/contract/formats.ts";
import { maybeOne, type Queryable, query } from "../../ground/database/query.ts";

export interface ZoneRules {
  readonly version: string;
  /** When slots and queues are timed by them once more; null if they have been. */
  readonly againAt: Instant | null;
}

/** The rules by which slots and queues were timed last; null if that is not known. */
export async function findZoneRules(db: Queryable): Promise<ZoneRules | null> {
  return maybeOne<ZoneRules>(db, { text: `select version, again_at "againAt" from zone_rules` });
}

export async function storeZoneRules(db: Queryable, { version, againAt }: ZoneRules): Promise<void> {
  await query(db, {
    text: `insert into zone_rules (version, again_at) values ($1, $2)
           on conflict (id) do update set version = excluded.version, again_at = excluded.again_at`,
    values: [version, againAt],
  });
}

/** In ascending order, from behind `last` on. */
export async function listBrandsWithSlots(db: Queryable, last: number, limit: number): Promise<number[]> {
  const rows = await query<{ id: number }>(db, {
    text: "select id from brands b where id > $1 and exists (select from slots s where s.brand_id = b.id) order by id limit $2",
    values: [last, limit],
  });
  return rows.map(({ id }) => id);
}
