import type { ChannelState, ChannelType } from "@rostrum/contract/channels.ts";
import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { HELD_HOURS_MAX } from "@rostrum/contract/limits.ts";
import type { AccountPreferences, PreferenceValues } from "@rostrum/contract/preferences.ts";
import { storeMoment } from "../../brands/queue/store.ts";
import { recordEndedLogIns } from "../../ground/audit/store.ts";
import { changedAt } from "../../ground/database/changed-at.ts";
import { joinHold, remembersFrom, storeHolds } from "../../ground/database/holds.ts";
import { LOCK_IDS, LOCK_SPACES, locksHeld } from "../../ground/database/locks.ts";
import { execute, maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";
import type { Json } from "../../networks/connectors/json.ts";
import type { ChannelToDo } from "./jobs.ts";
import type { Hold } from "./rules.ts";

/** Locks and returns the front posts of a queue. The caller holds the queue's lock. */
export async function takeFront(tx: Queryable, collectionId: number, count: number): Promise<number[]> {
  const rows = await query<{ id: number }>(tx, {
    name: "take_front",
    text: `with front as materialized (
             select id, queue_rank from posts where collection_id = $1 and queue_rank is not null order by queue_rank, id limit $2
           ), locked as materialized (
             select id from posts where id in (select id from front) order by id for update
           )
           select id from front where id in (select id from locked) order by queue_rank, id`,
    values: [collectionId, count],
  });
  return rows.map((row) => row.id);
}

/** Collections with a due slot, longest overdue first. */
export async function listDueCollections(db: Queryable, now: Instant, limit: number): Promise<number[]> {
  const rows = await query<{ id: number }>(db, {
    name: "due_collections",
    text: "select collection_id id from slots where next_at <= $1 group by 1 order by min(next_at) limit $2",
    values: [now, limit],
  });
  return rows.map((row) => row.id);
}

export interface DueRejoin {
  readonly id: number;
  readonly collectionId: number;
}

/** Published posts that are due to rejoin their queue. */
export async function listDueRejoins(db: Queryable, now: Instant, limit: number): Promise<DueRejoin[]> {
  return query<DueRejoin>(db, {
    name: "due_rejoins",
    text: `select id, collection_id "collectionId" from posts where rejoin_at <= $1 order by rejoin_at, id limit $2`,
    values: [now, limit],
  });
}

/** Puts a published post back into its queue. Returns whether it was still waiting to rejoin. */
export async function rejoin(
  tx: Queryable,
  postId: number,
  place: { rank: number; postAt: Instant | null },
  now: Instant,
): Promise<boolean> {
  const rows = await execute(tx, {
    text: `update posts set posting_type = 'QUEUE', status = 'PENDING', queue_rank = $2, post_at = null, rejoin_at = null, updated_at = ${changedAt("$3", "posts")}
           where id = $1 and rejoin_at <= $3`,
    values: [postId, place.rank, now],
  });
  if (rows > 0) await storeMoment(tx, { id: postId, postAt: place.postAt });
  return rows > 0;
}

/** A published post that was to rejoin a queue whose posts are not repeated any more. */
export async function stayAway(tx: Queryable, postId: number): Promise<void> {
  await execute(tx, { text: "update posts set rejoin_at = null where id = $1", values: [postId] });
}

export interface TargetChannel {
  readonly id: number;
  readonly name: string;
  readonly type: ChannelType;
  readonly status: "ACTIVE" | "INACTIVE";
}

export async function listTargets(tx: Queryable, collectionId: number): Promise<TargetChannel[]> {
  return query<TargetChannel>(tx, {
    name: "targets",
    text: `select h.id, h.name, h.type, h.status from collection_channels cc join channels h on h.id = cc.channel_id
           where cc.collection_id = $1 and h.status in ('ACTIVE', 'INACTIVE') order by cc.position`,
    values: [collectionId],
  });
}

/** After this long on a held channel, a delivery ends. */
export const WAIT_MAX = `interval '${HELD_HOURS_MAX} hours'`;

/** SQL: since when the platform has refused the access that the given row of `channels` has now, with nothing let through since; else null. */
export function deniedSince(channel: string): string {
  return `case when ${channel}.denied_since >= coalesce(${channel}.access_given_at, '-infinity') then ${channel}.denied_since end`;
}

/**
 * SQL: whether the delivery `d` has waited for too long for the `hold` of its channel. For a quota, the platform has said until when.
 * How long a pause is, is mostly for us to say, so what waits ends only when the platform has just been asked; and what may have arrived
 * is looked up first, when it is its turn.
 */
export function hasWaitedTooLong(now: string): string {
  return `d.next_at <= ${now}::timestamptz - ${WAIT_MAX} and hold.since <= ${now}::timestamptz - ${WAIT_MAX} and d.status <> 'pending'
    and (hold.scope is not null or hold.asked_at > ${remembersFrom(now)} and d.status <> 'unknown')`;
}

/**
 * SQL: each channel's id, as `channel`, with these columns of its longest waiting delivery; only of what waits since `from`, unless that is null. Skips from
 * channel to channel in the index, so the length of a channel's backlog does not matter.
 */
function longestWaiting(columns: string, from: string): string {
  const first = (condition: string) =>
    `select channel_id id, ${columns} from deliveries where next_at >= coalesce(${from}::timestamptz, '-infinity') ${condition} order by channel_id, next_at limit 1`;
  return `channel as (
             (${first("")})
             union all
             select after.* from channel cross join lateral (${first("and channel_id > channel.id")}) after
           )`;
}

/**
 * Channels with a delivery whose next step is due or whose attempt's lease has expired. Each network has its share
 * of the list, the longest waiting first, so that one with many channels keeps no other out. `from`: nothing has been due for longer; null if that is unknown.
 */
export async function listDueChannels(
  db: Queryable,
  { now, from, limit }: { readonly now: Instant; readonly from: Instant | null; readonly limit: number },
): Promise<FoundChannels> {
  return one<FoundChannels>(db, {
    name: "due_channels",
    text: `with recursive ${longestWaiting("next_at", "$3")}
           select (select min(next_at) from channel) oldest, (select coalesce(json_agg(json_build_object('id', id, 'network', type) order by place, next_at), '[]') from (
             select channel.id, h.type, channel.next_at, row_number() over (partition by h.type order by channel.next_at) place
             from channel join channels h on h.id = channel.id ${joinHold("h", "$1")}
             where channel.next_at <= $1 and exists (
               select from deliveries where channel_id = h.id and next_at <= $1 and (lease_until is null or lease_until <= $1)
             ) and (
               hold.until is null
               or exists (select from deliveries where channel_id = h.id and status = 'pending' and next_at <= $1 and lease_until is null)
               -- What was cut off is recorded at once, although something that is held may be due before it.
               or exists (select from deliveries where channel_id = h.id and next_at <= $1 and lease_until <= $1)
               or exists (select from deliveries d where d.channel_id = h.id and d.lease_until is null and ${hasWaitedTooLong("$1")})
             )
             order by place, channel.next_at limit $2
           ) due) channels`,
    values: [now, limit, from],
  });
}

interface FoundChannels {
  readonly channels: readonly ChannelToDo[];
  /** When the next step of any delivery is or was due, whether or not it can be made now; null if there is none. */
  readonly oldest: Instant | null;
}

/**
 * Channels whose longest waiting delivery has an attempt under way although no worker holds the channel: it was cut off. Where
 * something else is due before it, the channel is among those above. `from` as there.
 */
export async function listAbandonedChannels(
  db: Queryable,
  { now, from }: { readonly now: Instant; readonly from: Instant | null },
): Promise<FoundChannels> {
  return one<FoundChannels>(db, {
    name: "abandoned_channels",
    text: `with recursive ${longestWaiting("next_at, lease_until", "$3")}, left_behind as materialized (
             select id from channel where next_at <= $1 and lease_until is not null
           )
           select (select min(next_at) from channel) oldest, (
             select coalesce(json_agg(json_build_object('id', h.id, 'network', h.type)), '[]') from left_behind join channels h on h.id = left_behind.id
             where left_behind.id % ${LOCK_IDS} not in (${locksHeld("$2")})
           ) channels`,
    values: [now, LOCK_SPACES.channels, from],
  });
}

/** SQL: the next time after `$1` when a post leaves or rejoins its queue or a step is due; null if there is none. */
export const NEXT_STEP = `least(
             (select min(post_at) from posts where posting_type in ('NOW', 'SCHEDULE') and status = 'PENDING' and post_at > $1),
             (select min(next_at) from slots where next_at > $1),
             (select min(rejoin_at) from posts where rejoin_at > $1),
             (select min(next_at) from deliveries where next_at > $1),
             (select min(until) from holds where until > $1),
             (select min(greatest(hold.since, first.next_at) + ${WAIT_MAX}) from holds hold cross join lateral (
                select d.next_at from deliveries d where d.channel_id = hold.channel_id and d.next_at is not null and d.status <> 'pending'
                  and (hold.since > $1::timestamptz - ${WAIT_MAX} or d.next_at > $1::timestamptz - ${WAIT_MAX})
                order by d.next_at limit 1
              ) first where hold.until > $1))`;

/** The next time after `now` when a post leaves or rejoins its queue or a step is due; null if there is none. */
export async function findNextMoment(db: Queryable, now: Instant): Promise<Instant | null> {
  const { at } = await one<{ at: Instant | null }>(db, { name: "next_moment", text: `select ${NEXT_STEP} at`, values: [now] });
  return at;
}

export interface EngineChannel {
  readonly id: number;
  readonly type: ChannelType;
  readonly name: string;
  readonly status: ChannelState;
  readonly remoteId: string | null;
  readonly handle: string | null;
  readonly credentials: string | null;
  readonly settings: Json;
  readonly sandbox: boolean;
  readonly grantId: number | null;
  readonly preferences: PreferenceValues;
  readonly accountPreferences: AccountPreferences;
}

export interface FoundChannel extends EngineChannel {
  /** Until when the platform lets nothing through; null if it is not known to be so. May be over. */
  readonly heldUntil: Instant | null;
}

export async function findEngineChannel(db: Queryable, channelId: number): Promise<FoundChannel | null> {
  return maybeOne<FoundChannel>(db, {
    name: "engine_channel",
    text: `select id, type, name, status, remote_id "remoteId", handle, credentials, settings, sandbox, grant_id "grantId",
             preferences, account_preferences "accountPreferences", (select until from holds where channel_id = id) "heldUntil" from channels where id = $1`,
    values: [channelId],
  });
}

/** The other channels wake a little later: if the platform still refuses then, one has found out for all. */
const OTHERS_LATER_SECONDS = 60;

/**
 * Holds the other active channels that the hold of the given one reaches: those of its grant, or every one that the same
 * application reaches on the platform. Channels that are held for longer stay so.
 */
export async function holdOthers(
  db: Queryable,
  { channelId, until, hold, now }: { readonly channelId: number; readonly until: Instant; readonly hold: Hold; readonly now: Instant },
): Promise<void> {
  if (hold.scope === "channel") return;
  await query(db, {
    text: storeHolds(`select h.id, $2::timestamptz, $3, $5, $6, $4::timestamptz, null::timestamptz
      from channels held join channels h on h.id <> held.id and case $5 when 'grant' then h.grant_id = held.grant_id else h.type = held.type and h.sandbox = held.sandbox end
        left join holds hold on hold.channel_id = h.id
      where held.id = $1 and h.status = 'ACTIVE' and (hold.until is null or hold.until < $2) order by h.id`),
    values: [channelId, addSeconds(until, OTHERS_LATER_SECONDS), hold.reason, now, hold.scope, hold.budget],
  });
}

/**
 * Makes every channel of the given one's grant inactive: the network has taken the grant back. A grant that was renewed or given
 * anew since `usedAt` is not the one that was refused.
 */
export async function disconnectGrant(
  db: Queryable,
  end: { readonly channelId: number; readonly reason: string; readonly now: Instant; readonly usedAt: Instant },
): Promise<void> {
  await query(db, {
    text: `with ended as (
             update channels h set status = 'INACTIVE', needs_log_in = true, inactive_reason = $2, updated_at = $3
             from channels other join grants g on g.id = other.grant_id and g.updated_at <= $4
             where other.id = $1 and h.grant_id = g.id and h.status = 'ACTIVE' returning h.*
           )
           ${recordEndedLogIns("ended")}`,
    values: [end.channelId, end.reason, end.now, end.usedAt],
  });
}

/** The trace in which a post was made; null if it was not recorded. */
export async function findTraceParent(db: Queryable, postId: number | null): Promise<string | null> {
  if (postId === null) return null;
  const row = await maybeOne<{ traceParent: string | null }>(db, {
    name: "trace_parent",
    text: `select trace_parent "traceParent" from posts where id = $1`,
    values: [postId],
  });
  return row?.traceParent ?? null;
}
