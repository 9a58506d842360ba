import type { Instant } from "@rostrum/contract/formats.ts";
import { maybeOne, type Queryable, query } from "../database/query.ts";

/** Replaces the picture of a channel; nothing happens if it is gone. */
export async function storePicture(
  db: Queryable,
  picture: { readonly channelId: number; readonly image: Buffer; readonly hash: string; readonly now: Instant },
): Promise<void> {
  await query(db, {
    text: `insert into channel_pictures (channel_id, image, hash, kept_at) select id, $2, $3, $4 from channels where id = $1 and status <> 'REMOVED'
           on conflict (channel_id) do update set image = excluded.image, hash = excluded.hash, kept_at = excluded.kept_at`,
    values: [picture.channelId, picture.image, picture.hash, picture.now],
  });
}

/** A picture by its hash, for whoever knows its address: accounts show theirs to everybody. */
export async function findPicture(db: Queryable, hash: string): Promise<Buffer | null> {
  const text = "select image from channel_pictures where hash = $1 limit 1";
  return (await maybeOne<{ image: Buffer }>(db, { name: "channel_picture", text, values: [hash] }))?.image ?? null;
}
