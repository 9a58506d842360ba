import type { ChannelState, ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { DeliveryReason } from "@rostrum/contract/reasons.ts";
import { outcomeOf } from "../../ground/database/ledger.ts";
import { execute, type Queryable, query } from "../../ground/database/query.ts";
import { type OutlineRow, publishedText } from "../calendar/store.ts";
import { firstPublished } from "../media/first-picture-store.ts";

/** What a failure needs to be looked at: nobody has left it as it is, and its post is still there. As in its index. */
const NEEDY = "status = 'FAILED' and left_at is null and post_id is not null";

/** A round fails on so many channels at most, as far as is looked: more rounds are found by looking at more failures. */
const FAILURES_PER_ROUND = 16;

export interface FailedRow {
  readonly publicationId: number;
  readonly brandId: number;
  readonly postId: number;
  readonly text: string;
  readonly picture: OutlineRow["picture"];
  readonly at: Instant;
  readonly channels: readonly {
    readonly deliveryId: number;
    readonly isComment: boolean;
    readonly id: number | null;
    readonly name: string | null;
    readonly type: ChannelType | null;
    readonly channelStatus: ChannelState | null;
    readonly status: string;
    readonly reason: DeliveryReason | null;
    readonly message: string | null;
    readonly isLeft: boolean;
    /** How its attempts ended, if it has failed; else empty. */
    readonly outcomes: readonly (string | null)[];
  }[];
}

/** The rounds of posts of these brands that failed on a channel since then, and that nobody has seen to; of each brand the latest. */
export async function listFailed(
  db: Queryable,
  find: { brandIds: readonly number[]; since: Instant; perBrand: number },
): Promise<FailedRow[]> {
  return query<FailedRow>(db, {
    name: "failed_of_brands",
    text: `with found as materialized (
             select f.* from unnest($1::bigint[]) b (id) cross join lateral (
               select d.publication_id id, max(d.published_at) at from (
                 select publication_id, published_at from deliveries
                 where brand_id = b.id and ${NEEDY} and published_at >= $2 order by published_at desc limit $3::bigint * ${FAILURES_PER_ROUND}
               ) d group by d.publication_id order by at desc limit $3::bigint
             ) f
           )
           select p.id "publicationId", p.brand_id "brandId", p.post_id "postId", found.at, ways.channels,
             ${publishedText("p.content")} "text",
             ${firstPublished({ publication: "p" })} picture
           from found join publications p on p.id = found.id and p.post_id is not null cross join lateral (
             select jsonb_agg(jsonb_build_object('deliveryId', d.id, 'isComment', d.parent_id is not null, 'id', d.channel_id,
               'name', d.channel_name, 'type', d.channel_type, 'channelStatus', h.status,
               'status', case when d.lease_until is null then d.status else 'publishing' end,
               'reason', d.reason, 'message', d.message, 'isLeft', d.left_at is not null, 'outcomes', case when d.status = 'FAILED'
                 then array(select ${outcomeOf("a")} from attempts a where a.delivery_id = d.id order by a.number) else '{}' end) order by d.id) channels
             from deliveries d left join channels h on h.id = d.channel_id where d.publication_id = p.id and d.status <> 'cancelled'
           ) ways
           order by found.at desc, p.id desc`,
    values: [find.brandIds, find.since, find.perBrand],
  });
}

/**
 * Leaves all failures of the round that this delivery belongs to as they are, or with null takes that back. Returns how many it concerned.
 */
export async function leaveRound(
  db: Queryable,
  { deliveryId, leftAt }: { readonly deliveryId: number; readonly leftAt: Instant | null },
): Promise<number> {
  return execute(db, {
    text: `update deliveries d set left_at = $2 from deliveries named
           where named.id = $1 and d.publication_id = named.publication_id and d.status = 'FAILED' and (d.left_at is null) = ($2::timestamptz is not null)`,
    values: [deliveryId, leftAt],
  });
}
