import type { Instant } from "@rostrum/contract/formats.ts";
import { type Queryable, query } from "../../ground/database/query.ts";
import type { Json } from "../../networks/connectors/json.ts";

/** What a person wants to know about a channel, besides its condition. */
export interface ChannelDetailsRow {
  readonly id: number;
  readonly remoteId: string | null;
  readonly settings: Json;
  readonly needsLogIn: boolean;
  /** Of the grant; null without one. */
  readonly application: string | null;
  readonly scopes: readonly string[] | null;
  readonly failedAt: Instant | null;
  readonly failedPostId: number | null;
  readonly failure: string | null;
  /** When something last arrived; null: nothing has. */
  readonly succeededAt: Instant | null;
}

/** The details of the brand's visible channels. A failure is left out once something has arrived after it. */
export async function listDetails(db: Queryable, brandId: number): Promise<ChannelDetailsRow[]> {
  return query<ChannelDetailsRow>(db, {
    text: `select h.id, h.remote_id "remoteId", h.settings, h.needs_log_in "needsLogIn", g.application, g.scopes,
             failed.published_at "failedAt", failed.post_id "failedPostId", coalesce(failed.message, failed.reason) failure,
             greatest((select d.published_at from deliveries d where d.channel_id = h.id and d.status = 'PUBLISHED' order by d.id desc limit 1),
               (select d.published_at from deliveries d where d.channel_id = h.id and d.status = 'SENT' order by d.id desc limit 1)) "succeededAt"
           from channels h left join grants g on g.id = h.grant_id
           left join lateral (
             select d.id, d.published_at, d.post_id, d.message, d.reason from unnest(array['FAILED', 'RETRYING']) state (name)
             cross join lateral (
               select * from deliveries where channel_id = h.id and status = state.name
                 and status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED', 'RETRYING') order by id desc limit 1
             ) d
             where not exists (
               select from deliveries later where later.channel_id = h.id and later.status in ('PUBLISHED', 'SENT')
                 and later.id > d.id and later.published_at >= d.published_at
             )
             order by d.id desc limit 1
           ) failed on true
           where h.brand_id = $1 and h.status in ('ACTIVE', 'INACTIVE')`,
    values: [brandId],
  });
}

/** The collections of the brand by the channels that they publish on, by title. */
export async function listCollectionsByChannel(
  db: Queryable,
  brandId: number,
): Promise<{ readonly channelId: number; readonly id: number; readonly title: string }[]> {
  return query(db, {
    text: `select cc.channel_id "channelId", c.id, c.title from collections c join collection_channels cc on cc.collection_id = c.id
           where c.brand_id = $1 order by lower(c.title), c.id`,
    values: [brandId],
  });
}

/** Which account a channel has, and where; null if there is no such channel. */
export async function findAccountOf(
  db: Queryable,
  channelId: number,
): Promise<{ readonly remoteId: string | null; readonly sandbox: boolean; readonly brandId: number } | null> {
  const [row] = await query<{ remoteId: string | null; sandbox: boolean; brandId: number }>(db, {
    text: `select remote_id "remoteId", sandbox, brand_id "brandId" from channels where id = $1 and status in ('ACTIVE', 'INACTIVE')`,
    values: [channelId],
  });
  return row ?? null;
}
