import type { ChannelType } from "@rostrum/contract/channels.ts";
import { type Queryable, query } from "../../ground/database/query.ts";
import type { RecentText } from "./rules.ts";

/** As far back as is looked for whom a brand mentions. */
const POSTS_MAX = 500;

/** The texts of the brand's newest posts that may mention somebody, newest first. */
export async function listRecentTexts(db: Queryable, brandId: number): Promise<RecentText[]> {
  return query<RecentText>(db, {
    name: "recent_texts",
    text: `select p.body, p.captions, p.comment ->> 'comment' comment, array(
             select distinct h.type from collection_channels cc join channels h on h.id = cc.channel_id
             where cc.collection_id = p.collection_id and cc.channel_id <> all(p.left_out)) types
           from (select * from posts where brand_id = $1 order by id desc limit $2) p
           where p.body like '%@%' or p.captions::text like '%@%' or p.comment ->> 'comment' like '%@%' order by p.id desc`,
    values: [brandId, POSTS_MAX],
  });
}

/** Of each network the first channel that can be asked, among the given ones of the brand; null where none can. */
export async function listNetworksOf(
  db: Queryable,
  { brandId, channelIds }: { readonly brandId: number; readonly channelIds: readonly number[] },
): Promise<{ readonly type: ChannelType; readonly channelId: number | null }[]> {
  return query(db, {
    text: `select type, min(id) filter (where status = 'ACTIVE') "channelId" from channels
           where brand_id = $1 and id = any($2::bigint[]) and status in ('ACTIVE', 'INACTIVE') group by type order by type`,
    values: [brandId, channelIds],
  });
}
