import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import { type Queryable, query } from "../../ground/database/query.ts";

/** A channel whose log-in has ended, or ends soon and does not renew itself. */
export interface LogInRow {
  readonly id: number;
  readonly brandId: number;
  readonly name: string;
  readonly type: ChannelType;
  /** Null: it has ended. */
  readonly endsAt: Instant | null;
  readonly since: Instant;
  readonly message: string | null;
}

/** Of these brands; those that have ended first. */
export async function listMissingLogIns(
  db: Queryable,
  find: { brandIds: readonly number[]; until: Instant; perBrand: number },
): Promise<LogInRow[]> {
  return query<LogInRow>(db, {
    name: "missing_log_ins_of_brands",
    text: `select l.* from unnest($1::bigint[]) b (id) cross join lateral (
             select h.id, h.brand_id "brandId", h.name, h.type, case when h.status = 'ACTIVE' then g.ends_at end "endsAt",
               h.updated_at since, h.inactive_reason message
             from channels h left join grants g on g.id = h.grant_id and g.ended_at is null
             where h.brand_id = b.id and (h.status = 'INACTIVE' and h.needs_log_in
               or h.status = 'ACTIVE' and g.ends_at <= $2 and (g.renew_at is null or g.renewal_problem is not null))
             order by h.status desc, g.ends_at, h.id limit $3
           ) l`,
    values: [find.brandIds, find.until, find.perBrand],
  });
}
