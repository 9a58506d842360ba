import type { ChannelState, ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import { joinHold } from "../../ground/database/holds.ts";
import { one, type Queryable, query } from "../../ground/database/query.ts";

export interface ChannelRow {
  readonly id: number;
  readonly name: string;
  readonly status: ChannelState;
  readonly type: ChannelType;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** Channels of the brand in every state, newest first: hidden ones still count towards the page. */
export async function listChannelsOf(db: Queryable, list: { brandId: number; limit: number; offset: number }): Promise<ChannelRow[]> {
  return query<ChannelRow>(db, {
    name: "channels_of_brand",
    text: `select id, name, status, type, created_at "createdAt", updated_at "updatedAt"
           from channels where brand_id = $1 order by id desc limit $2 offset $3`,
    values: [list.brandId, list.limit, list.offset],
  });
}

export async function countChannelsOf(db: Queryable, brandId: number): Promise<number> {
  const row = await one<{ total: number }>(db, {
    name: "count_channels",
    text: "select count(*) total from channels where brand_id = $1",
    values: [brandId],
  });
  return row.total;
}

/** Which of the ids are visible channels of the brand, with their types. */
export async function findShownChannels(
  db: Queryable,
  find: { readonly brandId: number; readonly ids: readonly number[] },
): Promise<ReadonlyMap<number, ChannelType>> {
  const rows = await query<{ id: number; type: ChannelType }>(db, {
    text: "select id, type from channels where brand_id = $1 and id = any($2) and status in ('ACTIVE', 'INACTIVE')",
    values: [find.brandId, find.ids],
  });
  return new Map(rows.map(({ id, type }) => [id, type]));
}

const VISIBLE = ["ACTIVE", "INACTIVE"] as const;

/** How many visible channels there are, in all brands, of each type that there is and each status, also none. */
export async function countChannelsByStatus(
  db: Queryable,
): Promise<{ readonly type: ChannelType; readonly status: string; readonly count: number }[]> {
  const counted = await query<{ type: ChannelType; status: string; count: number }>(db, {
    name: "channels_by_status",
    text: "select type, status, count(*) count from channels where status = any($1::text[]) group by 1, 2",
    values: [VISIBLE],
  });
  const countOf = (type: ChannelType, status: string) => counted.find((one) => one.type === type && one.status === status)?.count ?? 0;
  const types = new Set(counted.map(({ type }) => type));
  return [...types].flatMap((type) => VISIBLE.map((status) => ({ type, status, count: countOf(type, status) })));
}

/** Active channels by type whose log-in ends before the moment. */
export async function countEndingLogIns(db: Queryable, before: Instant): Promise<{ readonly type: ChannelType; readonly count: number }[]> {
  return query(db, {
    name: "ending_log_ins",
    text: `select h.type, count(*) count from channels h join grants g on g.id = h.grant_id and g.ended_at is null and g.ends_at <= $1
           where h.status = 'ACTIVE' group by 1`,
    values: [before],
  });
}

/** Active channels by type that wait, because the network has asked for it or a budget is used up. */
export async function countHeldChannels(db: Queryable, now: Instant): Promise<{ readonly type: ChannelType; readonly count: number }[]> {
  return query(db, {
    text: `select h.type, count(*) count from channels h ${joinHold("h", "$1")} where hold.until is not null group by 1`,
    values: [now],
  });
}
