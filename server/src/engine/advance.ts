import type { Instant } from "@rostrum/contract/formats.ts";
import type { PostType } from "@rostrum/contract/posts.ts";
import type { FindOutcome, PublishOutcome } from "../connectors/connector.ts";
import { type Queryable, query } from "../database/query.ts";
import type { DeliveryRow, Step } from "./ledger.ts";
import type { AttemptCall } from "./recording.ts";
import type { Reason } from "./rules.ts";
import type { EngineChannel } from "./store.ts";

/** An attempt that begins: on disk before the platform is called. */
export interface AttemptStart {
  readonly read: Pick<DeliveryRow, "id" | "status" | "tries">;
  /** As it was read: an attempt does not begin when its access or its state has changed since. */
  readonly channel: Pick<EngineChannel, "id" | "status" | "credentials">;
  readonly step: Step;
  readonly now: Instant;
  /** After that somebody looks whether the attempt was cut off. */
  readonly leaseUntil: Instant;
}

/** What ended an attempt. */
export interface AttemptEnd {
  readonly outcome: PublishOutcome | FindOutcome;
  /** What was sent and what came back, without secrets; null where the process that knew it is gone. */
  readonly calls: readonly AttemptCall[] | null;
}

/** The automatic comment below an entry. */
export interface PlannedComment {
  readonly text: string;
  readonly searchText: string;
  readonly nextAt: Instant;
}

/** A delivery's new state. Each is stored only while the delivery stands where it was read. */
export interface DeliveryChange {
  readonly delivery: Pick<DeliveryRow, "id" | "postId" | "publicationId">;
  /** The number of its last attempt. */
  readonly tries: number;
  /** What ended this attempt; null where no attempt led to this and the delivery must still be in the state `from`. */
  readonly attempt: AttemptEnd | null;
  readonly from: string;
  readonly status: string;
  /** Whether the delivery comes to its end. */
  readonly closes: boolean;
  readonly reason: Reason;
  readonly message: string | null;
  readonly nextAt: Instant | null;
  readonly receipt: string | null;
  /** Null leaves this and what follows, down to the text, as they were. */
  readonly remoteId: string | null;
  readonly url: string | null;
  readonly postType: PostType | null;
  readonly body: string | null;
  readonly searchText: string | null;
  readonly countsNextAt: Instant | null;
  readonly comment: PlannedComment | null;
  /** A refused token: nothing more is sent to the channel until a person connects it again. */
  readonly disconnect: boolean;
  readonly now: Instant;
}

/** What the ledger takes in one go for one channel: an end, the beginning of what follows it, or both. */
export interface Advance {
  readonly end: DeliveryChange | null;
  readonly start: AttemptStart | null;
}

export interface Advanced {
  /** Whether the end was stored: the delivery stood where it was read. */
  readonly ended: boolean;
  /** The number of the attempt that has begun; null when none has. */
  readonly number: number | null;
}

/**
 * Stores how attempts ended, all that follows from it, and which attempts begin, in one statement: both or neither. What
 * follows from an end: the post is published as soon as one channel has it or every channel has come to an end, free again
 * and perhaps back in its queue once nothing of it is under way.
 *
 * An end is stored only while it is the delivery's last attempt and nothing else has followed from it: whoever lost the
 * channel's lock meanwhile may come late. An attempt begins only where delivery and channel are as they were read, and
 * after the end that was given with it.
 *
 * Locks as everybody does who holds several: posts, their publications, deliveries, each in the order of the ids.
 */
export async function storeAdvances(db: Queryable, advances: readonly Advance[]): Promise<Advanced[]> {
  const ends = advances.flatMap(({ end }) => end ?? []);
  const starts = advances.flatMap(({ end, start }) => (start === null ? [] : { ...start, afterId: end?.delivery.id ?? null }));
  const rows = await query<{ id: number; number: number | null }>(db, { name: "advance", text: ADVANCE, values: valuesOf(ends, starts) });
  const ended = new Set(rows.filter(({ number }) => number === null).map(({ id }) => id));
  const started = new Map(rows.map(({ id, number }) => [id, number]));
  return advances.map(({ end, start }) => ({
    ended: end !== null && ended.has(end.delivery.id),
    number: start === null ? null : (started.get(start.read.id) ?? null),
  }));
}

type Start = AttemptStart & { readonly afterId: number | null };

function valuesOf(ends: readonly DeliveryChange[], starts: readonly Start[]): unknown[] {
  return [
    ends.flatMap(({ delivery }) => delivery.postId ?? []),
    ends.map(({ delivery }) => delivery.publicationId),
    [...ends.map(({ delivery }) => delivery.id), ...starts.map(({ read }) => read.id)],
    ends.map(({ delivery }) => delivery.id),
    ends.map(({ attempt }) => (attempt === null ? null : JSON.stringify(attempt.outcome))),
    ends.map(({ attempt }) => (attempt === null || attempt.calls === null ? null : JSON.stringify(attempt.calls))),
    ends.map(({ comment }) => comment?.text ?? null),
    ends.map(({ comment }) => comment?.searchText ?? null),
    ends.map(({ comment }) => comment?.nextAt ?? null),
    ...END_COLUMNS.map((column) => ends.map((end) => end[column])),
    starts.map(({ read }) => read.id),
    starts.map(({ read }) => read.status),
    starts.map(({ read }) => read.tries),
    starts.map(({ channel }) => channel.status),
    starts.map(({ channel }) => channel.credentials),
    starts.map(({ step }) => step),
    starts.map(({ now }) => now),
    starts.map(({ leaseUntil }) => leaseUntil),
    starts.map(({ afterId }) => afterId),
    starts.map(({ channel }) => channel.id),
  ];
}

const END_COLUMNS = [
  "tries",
  "from",
  "status",
  "closes",
  "reason",
  "message",
  "nextAt",
  "receipt",
  "remoteId",
  "url",
  "postType",
  "body",
  "searchText",
  "countsNextAt",
  "disconnect",
  "now",
] as const satisfies readonly (keyof DeliveryChange)[];

const ADVANCE = `
  with e as (
    select * from unnest($4::bigint[], $5::jsonb[], $6::jsonb[], $7::text[], $8::text[], $9::timestamptz[], $10::integer[], $11::text[], $12::text[],
      $13::boolean[], $14::text[], $15::text[], $16::timestamptz[], $17::text[], $18::text[], $19::text[], $20::text[], $21::text[], $22::text[],
      $23::timestamptz[], $24::boolean[], $25::timestamptz[])
      as e (id, outcome, calls, comment, comment_search, comment_at, tries, from_status, status, closes, reason, message, next_at, receipt,
        remote_id, url, post_type, body, search_text, counts_next_at, disconnect, now)
  ), s as (
    select * from unnest($26::bigint[], $27::text[], $28::integer[], $29::text[], $30::text[], $31::text[], $32::timestamptz[], $33::timestamptz[],
      $34::bigint[], $35::bigint[]) as s (id, status, tries, channel_status, credentials, step, now, lease_until, after_id, channel_id)
  ), post as materialized (
    select from posts where id = any($1::bigint[]) order by id for no key update
  ), publication as materialized (
    select from publications where id = any($2::bigint[]) and (select count(*) from post) >= 0 order by id for no key update
  ), held as materialized (
    select id from deliveries where id = any($3::bigint[]) and (select count(*) from publication) >= 0 order by id for no key update
  ), ended as (
    update deliveries d set status = e.status, lease_until = null, reason = e.reason, message = e.message, next_at = e.next_at, receipt = e.receipt,
      remote_id = coalesce(e.remote_id, d.remote_id), url = coalesce(e.url, d.url), post_type = coalesce(e.post_type, d.post_type),
      body = coalesce(e.body, d.body), search_text = coalesce(e.search_text, d.search_text), counts_next_at = e.counts_next_at,
      published_at = e.now
    from e
    where d.id = e.id and (select count(*) from held) > 0 and d.tries = e.tries and case
      when e.outcome is null then d.lease_until is null and d.status = e.from_status
      else d.lease_until is not null or d.status = 'unknown' end
    returning d.id, d.publication_id, d.parent_id, d.brand_id, d.collection_id, d.post_id, d.channel_id, d.channel_name, d.channel_type, d.status,
      e.tries, e.outcome, e.calls, e.closes, e.disconnect, e.message, e.comment, e.comment_search, e.comment_at, e.now
  ), noted as (
    update attempts a set ended_at = e.now, outcome = e.outcome, calls = e.calls
    from ended e where e.outcome is not null and a.delivery_id = e.id and a.number = e.tries
  ), planned as (
    insert into deliveries (publication_id, parent_id, brand_id, collection_id, post_id, channel_id, channel_name, channel_type, status, post_type,
      body, search_text, next_at, published_at, created_at)
    select publication_id, id, brand_id, collection_id, post_id, channel_id, channel_name, channel_type, 'waiting', 'ENGAGE_COMMENT',
      comment, comment_search, comment_at, now, now
    from ended where comment is not null
  ), tally as (
    select publication_id, count(*) filter (where closes) closed, count(*) filter (where status in ('PUBLISHED', 'SENT')) reached, max(now) now
    from ended where parent_id is null group by publication_id
  ), settled as (
    update publications p set open = p.open - t.closed, reached = p.reached + t.reached, settled_at = case when p.open = t.closed then t.now end
    from tally t where p.id = t.publication_id
    returning p.post_id, p.collection_id, p.open, p.reached, p.settled_at, t.now
  ), published as (
    update posts p set status = 'PUBLISHED', leaving_at = case when s.open > 0 then p.leaving_at end, updated_at = s.now,
      rejoin_at = case when s.open > 0 or s.reached = 0 or c.max_republish = 0 then null
        when c.max_republish < 0 then s.now else s.now + c.max_republish * interval '168 hours' end
    from settled s join collections c on c.id = s.collection_id
    where p.id = s.post_id and (s.open = 0 or s.reached > 0 and p.status <> 'PUBLISHED')
  ), disconnected as (
    update channels h set status = 'INACTIVE', inactive_reason = r.message, updated_at = r.now
    from (select distinct on (channel_id) channel_id, message, now from ended where disconnect order by channel_id) r
    where h.id = r.channel_id and h.status = 'ACTIVE'
  ), started as (
    update deliveries d set tries = d.tries + 1, first_attempt_at = coalesce(d.first_attempt_at, s.now), lease_until = s.lease_until
    from s join channels h on h.id = s.channel_id
    where d.id = s.id and (select count(*) from held) > 0 and d.status = s.status and d.tries = s.tries and d.lease_until is null
      and h.status = s.channel_status and h.credentials is not distinct from s.credentials
      and (s.after_id is null or s.after_id in (select id from ended))
    returning d.id, d.tries number, s.step, s.now
  ), begun as (
    insert into attempts (delivery_id, number, step, started_at) select id, number, step, now from started
  )
  select id, null::integer number from ended union all select id, number from started`;
