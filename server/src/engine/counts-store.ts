import type { Instant } from "@rostrum/contract/formats.ts";
import type { Counts, Located } from "../connectors/connector.ts";
import { type Queryable, query } from "../database/query.ts";

export interface DueEntry {
  readonly id: number;
  readonly remoteId: string;
  readonly publishedAt: Instant;
}

/** Channels with entries whose counts are due. */
export async function listChannelsWithDueCounts(db: Queryable, now: Instant, limit: number): Promise<number[]> {
  const rows = await query<{ id: number }>(db, {
    name: "channels_with_due_counts",
    text: "select channel_id id from deliveries where counts_next_at <= $1 and channel_id is not null group by 1 order by min(counts_next_at) limit $2",
    values: [now, limit],
  });
  return rows.map((row) => row.id);
}

/** Entries of a channel whose counts are due, longest due first. */
export async function listDueCounts(
  db: Queryable,
  { channelId, now, limit }: { channelId: number; now: Instant; limit: number },
): Promise<DueEntry[]> {
  return query<DueEntry>(db, {
    name: "due_counts",
    text: `select id, remote_id "remoteId", published_at "publishedAt" from deliveries
           where channel_id = $1 and counts_next_at <= $2 and remote_id is not null order by counts_next_at limit $3`,
    values: [channelId, now, limit],
  });
}

/** Stores counts as far as they were read, where a post is that had no address, and when each entry is due again. */
export async function storeCounts(
  db: Queryable,
  entries: readonly { id: number; counts: Counts | null; place?: Located | null; nextAt: Instant | null }[],
  now: Instant,
): Promise<void> {
  await query(db, {
    text: `update deliveries set likes = coalesce(given.likes, deliveries.likes), comments = coalesce(given.comments, deliveries.comments),
             shares = coalesce(given.shares, deliveries.shares), counts_at = $6, counts_next_at = given.next_at,
             remote_id = coalesce(given.remote_id, deliveries.remote_id), url = coalesce(given.url, deliveries.url)
           from unnest($1::bigint[], $2::integer[], $3::integer[], $4::integer[], $5::timestamptz[], $7::text[], $8::text[])
             as given (id, likes, comments, shares, next_at, remote_id, url)
           where deliveries.id = given.id`,
    values: [
      entries.map((entry) => entry.id),
      entries.map((entry) => entry.counts?.likes ?? null),
      entries.map((entry) => entry.counts?.comments ?? null),
      entries.map((entry) => entry.counts?.shares ?? null),
      entries.map((entry) => entry.nextAt),
      now,
      entries.map((entry) => entry.place?.remoteId ?? null),
      entries.map((entry) => entry.place?.url ?? null),
    ],
  });
}
