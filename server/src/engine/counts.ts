import type { Instant } from "@rostrum/contract/formats.ts";
import type { App } from "../app.ts";
import { baseUrlOf, openAccount } from "../channels/account.ts";
import type { Call, Counts } from "../connectors/connector.ts";
import { crashPoint } from "../crash-points.ts";
import { type Queryable, query } from "../database/query.ts";
import { nextCountsAt } from "./rules.ts";
import { disconnectChannel, findEngineChannel } from "./store.ts";

const BATCH = 25;

/** Reads the engagement of the channel's entries that are due for it, a batch at a time. */
export async function refreshCounts(app: App, channelId: number, signal: AbortSignal): Promise<void> {
  const now = app.clock.now();
  const due = await listDueCounts(app.db, channelId, now);
  const channel = due.length === 0 ? null : await findEngineChannel(app.db, channelId);
  if (channel === null) return;
  const connector = app.connectors[channel.type];
  if (connector?.counts === undefined || channel.status !== "ACTIVE")
    return storeCounts(
      app.db,
      due.map((entry) => ({ ...entry, counts: null, nextAt: null })),
      now,
    );
  const call: Call = {
    net: app.net,
    signal,
    now: () => app.clock.now(),
    baseUrl: baseUrlOf(app, channel),
    checkpoint: NO_CHECKPOINT,
    ownedByOthers: async () => new Set(),
  };
  const outcome = await connector.counts(
    due.map((entry) => entry.remoteId),
    openAccount(app, channel),
    call,
  );
  if (outcome.kind === "unauthorized") await disconnectChannel(app.db, channelId, outcome.reason, now);
  const counts = outcome.kind === "counted" ? outcome.counts : {};
  crashPoint("counts.before-write");
  await storeCounts(
    app.db,
    due.map((entry) => ({ ...entry, counts: counts[entry.remoteId] ?? null, nextAt: nextCountsAt(entry.publishedAt, now) })),
    now,
  );
  crashPoint("counts.after-write");
}

/** Counting sends nothing that would have to be remembered. */
const NO_CHECKPOINT: Call["checkpoint"] = { get: () => undefined, set: async () => {} };

interface DueEntry {
  readonly id: number;
  readonly remoteId: string;
  readonly publishedAt: Instant;
}

/** Channels that have entries whose counts are due. */
export async function listChannelsWithDueCounts(db: Queryable, now: Instant, limit: number): Promise<number[]> {
  const rows = await query<{ id: number }>(db, {
    name: "channels_with_due_counts",
    text: "select channel_id id from deliveries where counts_next_at <= $1 and channel_id is not null group by 1 order by min(counts_next_at) limit $2",
    values: [now, limit],
  });
  return rows.map((row) => row.id);
}

async function listDueCounts(db: Queryable, channelId: number, now: Instant): Promise<DueEntry[]> {
  return query<DueEntry>(db, {
    name: "due_counts",
    text: `select id, remote_id "remoteId", published_at "publishedAt" from deliveries
           where channel_id = $1 and counts_next_at <= $2 and remote_id is not null order by counts_next_at limit $3`,
    values: [channelId, now, BATCH],
  });
}

async function storeCounts(
  db: Queryable,
  entries: readonly { id: number; counts: Counts | null; nextAt: Instant | null }[],
  now: Instant,
): Promise<void> {
  await query(db, {
    text: `update deliveries set likes = coalesce(given.likes, deliveries.likes), comments = coalesce(given.comments, deliveries.comments),
             shares = coalesce(given.shares, deliveries.shares), counts_at = $6, counts_next_at = given.next_at
           from unnest($1::bigint[], $2::integer[], $3::integer[], $4::integer[], $5::timestamptz[]) as given (id, likes, comments, shares, next_at)
           where deliveries.id = given.id`,
    values: [
      entries.map((entry) => entry.id),
      entries.map((entry) => entry.counts?.likes ?? null),
      entries.map((entry) => entry.counts?.comments ?? null),
      entries.map((entry) => entry.counts?.shares ?? null),
      entries.map((entry) => entry.nextAt),
      now,
    ],
  });
}
