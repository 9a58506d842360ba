import { maybeOne, type Queryable, query } from "../database/query.ts";

/** The version of the rules by which slots and queues were timed last; null if that is not known. */
export async function findZoneRules(db: Queryable): Promise<string | null> {
  return (await maybeOne<{ version: string }>(db, { text: "select version from zone_rules" }))?.version ?? null;
}

export async function storeZoneRules(db: Queryable, version: string): Promise<void> {
  await query(db, {
    text: "insert into zone_rules (version) values ($1) on conflict (id) do update set version = excluded.version",
    values: [version],
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
