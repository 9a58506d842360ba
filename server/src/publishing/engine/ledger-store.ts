import type { Instant } from "@rostrum/contract/formats.ts";
import { joinHold, remembersFrom } from "../../ground/database/holds.ts";
import { type Queryable, query } from "../../ground/database/query.ts";
import type { Json } from "../../networks/connectors/json.ts";
import { type Content, contentOn } from "./frozen-content.ts";
import type { Reason } from "./rules.ts";
import { deniedSince, type EngineChannel, hasWaitedTooLong } from "./store.ts";

export interface DeliveryRow {
  readonly id: number;
  /** The idempotency key: random, and the same on every attempt. */
  readonly key: string;
  readonly publicationId: number;
  readonly parentId: number | null;
  readonly channelId: number;
  /** `publishing`: an attempt is in flight or was interrupted. */
  readonly status: "waiting" | "publishing" | "pending" | "unknown" | "RETRYING";
  /** The number of its last step. */
  readonly steps: number;
  /** Publish attempts so far; `looks` and `checks` count from the last of them. */
  readonly tries: number;
  readonly looks: number;
  /** Whether one of these lookups was completed. */
  readonly checks: number;
  readonly firstAttemptAt: Instant | null;
  /** If pending, since when for the same reason; null if it has been since before this was noted. */
  readonly pendingSince: Instant | null;
  /** Why it is in its state. */
  readonly reason: Reason | null;
  /** Since when the platform has held the channel while this was due; null if it has not. */
  readonly heldSince: Instant | null;
  /** Until when the channel is held; null if it is not. */
  readonly heldUntil: Instant | null;
  readonly heldReason: string | null;
  /** Since when the platform has refused the channel's access, with nothing let through since; null if it has not. */
  readonly deniedSince: Instant | null;
  /** The only delivery that was refused so; null if it were several. */
  readonly deniedDelivery: number | null;
  /** If pending, whether readers may already see it. */
  readonly mayBeLive: boolean;
  /** Where readers see the first of several parts, or its id; null if none is known to be live. */
  readonly partAt: string | null;
  /** Whether it was open in a backup that has been restored since, and due. */
  readonly isRestored: boolean;
  readonly checkpoints: Readonly<Record<string, Json>>;
  /** The parts into which the first attempt split the caption; null if it did not. */
  readonly split: readonly string[] | null;
  /** Null once the post has been deleted. */
  readonly postId: number | null;
  readonly brandId: number;
  readonly dueAt: Instant;
  /** As it is for the channel. */
  readonly content: Content;
  /** For a comment, the platform's id of the post it belongs to. */
  readonly parentRemoteId: string | null;
}

/** A channel and its next due deliveries in order; empty if nothing is due. */
export interface ChannelTurns {
  readonly channel: EngineChannel;
  readonly deliveries: readonly DeliveryRow[];
}

export interface TurnsAsked {
  readonly channelId: number;
  /** Set while an attempt is in flight on the channel: that attempt is left out. */
  readonly ahead: boolean;
}

/** Deliveries to read at once for a channel: rows read too early go stale, and starting them fails. */
const TURNS_MAX = 5;

/**
 * For each of the channels, in the given order, its next due deliveries, longest waiting first; null for a channel that is
 * gone. A delivery that is `publishing` while nobody works on the channel was interrupted.
 */
export async function nextTurns(db: Queryable, asked: readonly TurnsAsked[], now: Instant): Promise<(ChannelTurns | null)[]> {
  const rows = await query<TurnRow>(db, {
    name: "next_turns",
    text: NEXT_TURNS,
    values: [asked.map(({ channelId }) => channelId), asked.map(({ ahead }) => ahead), now],
  });
  const byChannel = Map.groupBy(rows, (row) => row.channelId);
  return asked.map(({ channelId }) => {
    const [first, ...others] = byChannel.get(channelId) ?? [];
    return first === undefined ? null : turnsOf(first, others);
  });
}

const NEXT_TURNS = `
  select h.id "channelId", h.type, h.name, h.status "channelStatus", h.remote_id "remoteId", h.handle, h.credentials, h.settings, h.sandbox, h.grant_id "grantId",
    h.preferences, h.account_preferences "accountPreferences",
    d.id, d.key, d.publication_id "publicationId", d.parent_id "parentId", case when d.lease_until is null then d.status else 'publishing' end status,
    d.steps, d.tries, d.looks, d.checks, d.first_attempt_at "firstAttemptAt", d.pending_since "pendingSince", d.reason, case when hold.since is not null then greatest(hold.since, d.next_at) end "heldSince",
    case when hold.until > $3 then hold.until end "heldUntil", hold.reason "heldReason", ${deniedSince("h")} "deniedSince", h.denied_delivery "deniedDelivery", d.may_be_live "mayBeLive", coalesce(d.url, d.remote_id) "partAt", d.restored_at is not null "isRestored", d.checkpoints, d.split, d.post_id "postId", d.brand_id "brandId", p.due_at "dueAt", p.content,
    parent.remote_id "parentRemoteId"
  from unnest($1::bigint[], $2::boolean[]) as asked (channel_id, ahead) join channels h on h.id = asked.channel_id
    ${joinHold("h", remembersFrom("$3"))}
    left join lateral (
      (select * from deliveries d
       where d.channel_id = h.id and d.next_at <= $3 and (d.lease_until is null or not asked.ahead) and coalesce(hold.until <= $3, true)
       order by d.next_at, d.id limit ${TURNS_MAX})
      union all
      -- What the platform is processing goes on while it lets nothing new through. What was cut off is recorded, and what has waited for
      -- too long ends.
      (select * from deliveries d
       where d.channel_id = h.id and d.next_at <= $3 and (d.lease_until is null or not asked.ahead) and hold.until > $3
         and (d.status = 'pending' or d.lease_until is not null or ${hasWaitedTooLong("$3")})
       order by d.next_at, d.id limit ${TURNS_MAX})
    ) d on true
    left join publications p on p.id = d.publication_id left join deliveries parent on parent.id = d.parent_id
  order by h.id, d.next_at, d.id`;

type TurnRow = Omit<EngineChannel, "id" | "status"> &
  Omit<DeliveryRow, "id"> & { readonly id: number | null; readonly channelStatus: EngineChannel["status"] };

function turnsOf(first: TurnRow, others: readonly TurnRow[]): ChannelTurns {
  const { channelId: id, type, name, channelStatus: status, remoteId, handle, credentials, settings, sandbox, grantId } = first;
  const { preferences, accountPreferences } = first;
  return {
    channel: { id, type, name, status, remoteId, handle, credentials, settings, sandbox, grantId, preferences, accountPreferences },
    deliveries: [first, ...others].flatMap((row) => (row.id === null ? [] : [deliveryOf({ ...row, id: row.id })])),
  };
}

function deliveryOf(row: TurnRow & { readonly id: number }): DeliveryRow {
  const { channelStatus, type, name, remoteId, handle, credentials, settings, sandbox, grantId, ...rest } = row;
  const { preferences, accountPreferences, ...delivery } = rest;
  return { ...delivery, content: contentOn(delivery.content, type) };
}

/** Progress of a delivery, by name, which its attempt with this number has made. */
export interface CheckpointWrite {
  readonly deliveryId: number;
  readonly number: number;
  readonly values: Readonly<Record<string, Json>>;
}

/**
 * Stores the progress of attempts; durable once this resolves. False for an attempt that is no longer the delivery's latest. Lock
 * order, as everywhere: deliveries by ascending id.
 */
export async function storeCheckpoints(db: Queryable, writes: readonly CheckpointWrite[]): Promise<boolean[]> {
  // A row can be changed once in a statement, and an attempt may store several values at the same time.
  const merged = [...Map.groupBy(writes, keyOf).values()].map((all) => ({
    ...(all[0] as CheckpointWrite),
    values: Object.assign({}, ...all.map(({ values }) => values)) as CheckpointWrite["values"],
  }));
  const stored = await query<Pick<CheckpointWrite, "deliveryId" | "number">>(db, {
    name: "store_checkpoints",
    text: STORE_CHECKPOINTS,
    values: [
      merged.map(({ deliveryId }) => deliveryId),
      merged.map(({ number }) => number),
      merged.map(({ values }) => JSON.stringify(values)),
    ],
  });
  const keys = new Set(stored.map(keyOf));
  return writes.map((write) => keys.has(keyOf(write)));
}

function keyOf({ deliveryId, number }: Pick<CheckpointWrite, "deliveryId" | "number">): string {
  return `${deliveryId}:${number}`;
}

const STORE_CHECKPOINTS = `
  with held as materialized (
    select id from deliveries where id = any($1::bigint[]) order by id for no key update
  )
  update deliveries d set checkpoints = d.checkpoints || made.values
  from unnest($1::bigint[], $2::integer[], $3::jsonb[]) as made (id, number, values)
  where d.id = made.id and d.steps = made.number and d.lease_until is not null and (select count(*) from held) > 0
  returning d.id "deliveryId", d.steps number`;

/**
 * The given ids that belong to other deliveries of the channel published or started since then, or to those of the channels that
 * share its grant, in other brands too: what a network lists of one person may be on any of their accounts.
 */
export async function listOwnedByOthers(
  db: Queryable,
  find: {
    readonly delivery: Pick<DeliveryRow, "id" | "channelId">;
    readonly remoteIds: readonly string[];
    readonly since: Instant;
  },
): Promise<ReadonlySet<string>> {
  const { delivery, remoteIds, since } = find;
  const rows = await query<{ id: string }>(db, {
    text: `with channel as (
             select own.id, own.brand_id from channels own where own.id = $2
             union
             select other.id, other.brand_id from channels own join channels other on other.grant_id = own.grant_id where own.id = $2
           ), shared as (
             select array(select id from channel) ids, array(select brand_id from channel) brands
           )
           select distinct asked.id from unnest($1::text[]) as asked (id) cross join lateral (
             select remote_id, checkpoints from deliveries, shared
             where channel_id = any(shared.ids) and next_at is not null and deliveries.id <> $3
             union all
             select remote_id, checkpoints from deliveries, shared
             where brand_id = any(shared.brands) and status in ('PUBLISHED', 'FAILED') and published_at >= $4
               and channel_id = any(shared.ids) and deliveries.id <> $3
           ) other
           where other.remote_id = asked.id
             or jsonb_path_exists(other.checkpoints, '$.*.id ? (@ == $id)', jsonb_build_object('id', asked.id))`,
    values: [remoteIds, delivery.channelId, delivery.id, since],
  });
  return new Set(rows.map(({ id }) => id));
}
