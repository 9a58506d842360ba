import type { Instant } from "@rostrum/contract/formats.ts";
import { execute, maybeOne, type Queryable } from "../../ground/database/query.ts";

/** Null: none. */
export async function storeLogo(
  db: Queryable,
  {
    brandId,
    logo,
    mark,
    now,
  }: { readonly brandId: number; readonly logo: string | null; readonly mark: string | null; readonly now: Instant },
): Promise<boolean> {
  const changed = await execute(db, {
    text: "update brands set logo = $2, logo_mark = $3, updated_at = $4 where id = $1",
    values: [brandId, logo, mark, now],
  });
  return changed > 0;
}

/** As a data URL; null if the brand has none. */
export async function findLogo(db: Queryable, brandId: number): Promise<string | null> {
  const row = await maybeOne<{ logo: string | null }>(db, { text: "select logo from brands where id = $1", values: [brandId] });
  return row?.logo ?? null;
}
