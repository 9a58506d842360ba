import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { Instant } from "@rostrum/contract/formats.ts";
import { maybeOne, type Queryable, query } from "../../ground/database/query.ts";

/** Replaces the picture of a channel; false if it has the same already, or is gone. */
export async function storePicture(
  db: Queryable,
  picture: { readonly channelId: number; readonly image: Buffer; readonly hash: string; readonly now: Instant },
): Promise<boolean> {
  const stored = await query(db, {
    text: `insert into channel_pictures (channel_id, image, hash, kept_at) select id, $2, $3, $4 from channels where id = $1 and status <> 'REMOVED'
           on conflict (channel_id) do update set image = excluded.image, hash = excluded.hash, kept_at = excluded.kept_at
             where channel_pictures.hash <> excluded.hash
           returning channel_id`,
    values: [picture.channelId, picture.image, picture.hash, picture.now],
  });
  return stored.length > 0;
}

interface PicturedChannel {
  readonly brandId: number;
  readonly id: number;
  readonly type: ChannelType;
  readonly remoteId: string | null;
}

export async function listPicturedChannels(db: Queryable, grantId: number): Promise<PicturedChannel[]> {
  return query<PicturedChannel>(db, {
    text: `select id, brand_id "brandId", type, remote_id "remoteId" from channels where grant_id = $1 and status in ('ACTIVE', 'INACTIVE') order by id`,
    values: [grantId],
  });
}

/** A picture by its hash, for whoever knows its address: accounts show theirs to everybody. */
export async function findPicture(db: Queryable, hash: string): Promise<Buffer | null> {
  const text = "select image from channel_pictures where hash = $1 limit 1";
  return (await maybeOne<{ image: Buffer }>(db, { name: "channel_picture", text, values: [hash] }))?.image ?? null;
}
