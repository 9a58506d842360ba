import type { Instant } from "@rostrum/contract/formats.ts";
import type { Json } from "../connectors/connector.ts";
import { type Queryable, query } from "../database/query.ts";
import type { Content } from "./content.ts";
import type { EngineChannel } from "./store.ts";

/** What has not yet left of a deleted post stays here: hidden where no list shows it, skipped where one does. */
export async function stopDeliveries(tx: Queryable, postId: number, now: Instant): Promise<void> {
  await query(tx, {
    text: `with stopped as materialized (
             select id from deliveries where post_id = $1 and status in ('waiting', 'RETRYING') and parent_id is null order by id for update
           )
           update deliveries d set status = case status when 'waiting' then 'cancelled' else 'SKIPPED' end, next_at = null, reason = 'post_deleted',
             message = 'The post was deleted before it could be published here.', published_at = $2
           from stopped where d.id = stopped.id`,
    values: [postId, now],
  });
  // What is under way still settles its publication when it ends; where nothing is, nobody else would.
  await query(tx, {
    text: `update publications p set settled_at = $2 where post_id = $1 and settled_at is null and not exists
             (select from deliveries d where d.publication_id = p.id and d.parent_id is null and d.next_at is not null)`,
    values: [postId, now],
  });
}

export interface DeliveryRow {
  readonly id: number;
  /** Random and stable: the idempotency key. */
  readonly key: string;
  readonly publicationId: number;
  readonly parentId: number | null;
  readonly channelId: number;
  readonly status: "waiting" | "publishing" | "pending" | "unknown" | "RETRYING";
  readonly tries: number;
  readonly firstAttemptAt: Instant | null;
  readonly receipt: string | null;
  readonly checkpoints: Readonly<Record<string, Json>>;
  /** Null once the post has been deleted. */
  readonly postId: number | null;
  readonly brandId: number;
  readonly dueAt: Instant;
  readonly content: Content;
  /** Of the post that a comment belongs to. */
  readonly parentRemoteId: string | null;
}

/** A channel with the delivery whose step is due next there; null when nothing is. */
export interface ChannelTurn {
  readonly channel: EngineChannel;
  readonly delivery: DeliveryRow | null;
}

/**
 * For each of the channels, in their order, the next delivery whose step is due, longest waiting first; null for a channel
 * that is gone. A delivery that is `publishing` while nobody holds the channel was cut off; its lease says when it may be
 * looked at.
 */
export async function nextTurns(db: Queryable, channelIds: readonly number[], now: Instant): Promise<(ChannelTurn | null)[]> {
  const rows = await query<TurnRow>(db, { name: "next_turns", text: NEXT_TURNS, values: [channelIds, now] });
  const byChannel = new Map(rows.map((row) => [row.channelId, row]));
  return channelIds.map((id) => {
    const row = byChannel.get(id);
    return row === undefined ? null : turnOf(row);
  });
}

const NEXT_TURNS = `
  select h.id "channelId", h.type, h.name, h.status "channelStatus", h.remote_id "remoteId", h.handle, h.credentials, h.settings, h.sandbox,
    d.id, d.key, d.publication_id "publicationId", d.parent_id "parentId", d.status, d.tries, d.first_attempt_at "firstAttemptAt", d.receipt,
    d.checkpoints, d.post_id "postId", d.brand_id "brandId", p.due_at "dueAt", p.content, parent.remote_id "parentRemoteId"
  from channels h left join lateral (
    select * from deliveries d where d.channel_id = h.id and d.next_at is not null and (d.next_at <= $2 or d.status = 'publishing')
    order by d.next_at, d.id limit 1
  ) d on true left join publications p on p.id = d.publication_id left join deliveries parent on parent.id = d.parent_id
  where h.id = any($1::bigint[])`;

type TurnRow = Omit<EngineChannel, "id" | "status"> &
  Omit<DeliveryRow, "id"> & { readonly id: number | null; readonly channelStatus: EngineChannel["status"] };

function turnOf(row: TurnRow): ChannelTurn {
  const { id, channelStatus, type, name, remoteId, handle, credentials, settings, sandbox, ...rest } = row;
  return {
    channel: { id: row.channelId, type, name, status: channelStatus, remoteId, handle, credentials, settings, sandbox },
    delivery: id === null ? null : { ...rest, id },
  };
}

export type Step = "publish" | "check" | "find";

export interface AttemptStart {
  readonly read: Pick<DeliveryRow, "id" | "status" | "tries">;
  readonly step: Step;
  readonly now: Instant;
  /** After that somebody looks whether the attempt was cut off. */
  readonly leaseUntil: Instant;
}

/**
 * Writes attempts down before the platform is called, and answers the number of each; null where the delivery is no longer
 * as it was read: its post has been deleted meanwhile, or the channel's lock was lost and somebody else has gone on with
 * it. Locks in the order of the ids, as everybody does who changes several deliveries.
 */
export async function startAttempts(db: Queryable, starts: readonly AttemptStart[]): Promise<(number | null)[]> {
  const rows = await query<{ id: number; number: number }>(db, {
    name: "start_attempts",
    text: `with given as (
             select * from unnest($1::bigint[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::integer[])
               as given (id, step, now, lease_until, status, tries)
           ), held as materialized (
             select d.id from deliveries d where d.id = any($1::bigint[]) order by d.id for no key update
           ), started as (
             update deliveries d set status = 'publishing', tries = d.tries + 1, first_attempt_at = coalesce(d.first_attempt_at, g.now),
               next_at = g.lease_until
             from held, given g where d.id = held.id and g.id = held.id and d.status = g.status and d.tries = g.tries
             returning d.id, d.tries number, g.step, g.now
           ), noted as (
             insert into attempts (delivery_id, number, step, started_at) select id, number, step, now from started
           )
           select id, number from started`,
    values: [
      starts.map(({ read }) => read.id),
      starts.map(({ step }) => step),
      starts.map(({ now }) => now),
      starts.map(({ leaseUntil }) => leaseUntil),
      starts.map(({ read }) => read.status),
      starts.map(({ read }) => read.tries),
    ],
  });
  const numbers = new Map(rows.map((row) => [row.id, row.number]));
  return starts.map(({ read }) => numbers.get(read.id) ?? null);
}

/** Progress of an attempt, on disk when this resolves. */
export async function storeCheckpoint(db: Queryable, deliveryId: number, name: string, value: Json): Promise<void> {
  await query(db, {
    name: "store_checkpoint",
    text: "update deliveries set checkpoints = checkpoints || jsonb_build_object($2::text, $3::jsonb) where id = $1",
    values: [deliveryId, name, JSON.stringify(value)],
  });
}
