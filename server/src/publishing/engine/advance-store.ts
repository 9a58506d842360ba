import type { Instant } from "@rostrum/contract/formats.ts";
import type { PostType } from "@rostrum/contract/posts.ts";
import { recordEndedLogIns } from "../../ground/audit/store.ts";
import { changedAt } from "../../ground/database/changed-at.ts";
import { joinHold, storeHolds } from "../../ground/database/holds.ts";
import { type Queryable, query } from "../../ground/database/query.ts";
import { type Column, recordset } from "../../ground/database/recordset.ts";
import type { FindOutcome, PublishOutcome } from "../../networks/connectors/connector.ts";
import type { DeliveryRow } from "./ledger-store.ts";
import type { AttemptCall } from "./recording.ts";
import type { Hold, Reason, Step } from "./rules.ts";
import { deniedSince, type EngineChannel } from "./store.ts";

/** The start of an attempt, stored before the platform is called. */
export interface AttemptStart {
  /** As read: the attempt does not start if the delivery has changed, or its post has been deleted, since. */
  readonly read: Pick<DeliveryRow, "id" | "status" | "steps" | "parentId" | "postId" | "dueAt">;
  /** As read: the attempt does not start if the channel's credentials, state or preferences have changed since. */
  readonly channel: Pick<EngineChannel, "id" | "status" | "credentials" | "preferences" | "accountPreferences">;
  readonly step: Step;
  /** The parts if the caption is split into a thread; every later attempt must use the same ones. */
  readonly split: readonly string[] | null;
  readonly now: Instant;
  /** Past this, a worker checks whether the attempt was interrupted. */
  readonly leaseUntil: Instant;
}

/** How an attempt ended. */
export interface AttemptEnd {
  readonly outcome: PublishOutcome | FindOutcome;
  /** Requests and responses without secrets; null if the process that made them is gone. */
  readonly calls: readonly AttemptCall[] | null;
}

/** The automatic comment below an entry. */
export interface PlannedComment {
  readonly text: string;
  readonly searchText: string;
  readonly nextAt: Instant;
}

/** A delivery's new state, stored only if the delivery has not changed since it was read. */
export interface DeliveryChange {
  readonly delivery: Pick<DeliveryRow, "id" | "postId" | "publicationId">;
  /** The number of its last step. */
  readonly steps: number;
  /** How the attempt ended; null if there was none, in which case the delivery must still be in state `from`. */
  readonly attempt: AttemptEnd | null;
  readonly from: string;
  readonly status: string;
  /** Whether this is the delivery's final state. */
  readonly closes: boolean;
  readonly reason: Reason;
  readonly message: string | null;
  readonly nextAt: Instant | null;
  /** Holds the whole channel until `nextAt`; the delivery keeps its due time and so its place in line. */
  readonly holdsChannel: boolean;
  /** Set if a quota, limit or budget holds it: the wait is not part of the hours in which it is tried. */
  readonly held: Hold | null;
  /** Whether the attempt has shown that the platform lets something new through on the channel, or that it does not; null if neither. */
  readonly letsThrough: boolean | null;
  /** Whether the platform has refused the channel's access. */
  readonly deniesAccess: boolean;
  /** Whether the publish attempt that ended was not a try, because nothing was let through. */
  readonly refundsTry: boolean;
  /** Progress that the attempt has made since it last stored some, by name; null if there is none. */
  readonly noted: DeliveryRow["checkpoints"] | null;
  readonly mayBeLive: boolean;
  /** Null leaves this and the fields below, down to the text, unchanged. */
  readonly remoteId: string | null;
  readonly url: string | null;
  readonly postType: PostType | null;
  readonly body: string | null;
  readonly searchText: string | null;
  readonly countsNextAt: Instant | null;
  readonly comment: PlannedComment | null;
  /** The token was rejected: nothing more is sent to the channel until someone reconnects it. */
  readonly disconnect: boolean;
  /** When the step began that used the channel's access; null if none did. */
  readonly usedAt: Instant | null;
  readonly now: Instant;
}

/** One ledger update for a channel: the end of an attempt, the start of the next, or both. */
export interface Advance {
  readonly end: DeliveryChange | null;
  readonly start: AttemptStart | null;
}

export interface Advanced {
  /** Whether the end was stored, that is, the delivery had not changed since it was read. */
  readonly ended: boolean;
  /** The delivery's brand, if its end was stored. */
  readonly brandId: number | null;
  /** The type of the delivery's channel, if its end was stored. */
  readonly network: string | null;
  /** The number of the attempt that started; null if none did. */
  readonly number: number | null;
}

/**
 * Stores how attempts ended, everything that follows from it, and which attempts start, in one statement: all or nothing.
 * When an attempt ends, the post becomes published once one channel has it or every channel is finished; once nothing of
 * it is in flight, it is released and may rejoin its queue.
 *
 * An end is stored only if it belongs to the delivery's latest attempt and nothing has followed from it yet: a worker that
 * lost the channel's lock may report late. An attempt starts only if the delivery and the channel are unchanged since they
 * were read, and only after the end that was passed with it.
 *
 * Lock order, as everywhere that takes several locks: posts, publications, deliveries, each by ascending id.
 */
export async function storeAdvances(db: Queryable, advances: readonly Advance[]): Promise<Advanced[]> {
  const ends = advances.flatMap(({ end }) => end ?? []);
  const starts = advances.flatMap(({ end, start }) => (start === null ? [] : { ...start, afterId: end?.delivery.id ?? null }));
  const values = [
    ends.flatMap(({ delivery }) => delivery.postId ?? []),
    ends.map(({ delivery }) => delivery.publicationId),
    [...ends.map(({ delivery }) => delivery.id), ...starts.map(({ read }) => read.id)],
    ...ENDS.values(ends),
    ...STARTS.values(starts),
  ];
  const rows = await query<AdvancedRow>(db, { name: "advance", text: ADVANCE, values });
  const ended = new Map(rows.filter(({ number }) => number === null).map((row) => [row.id, row]));
  const started = new Map(rows.map(({ id, number }) => [id, number]));
  return advances.map(({ end, start }) => ({
    ended: end !== null && ended.has(end.delivery.id),
    brandId: end === null ? null : (ended.get(end.delivery.id)?.brandId ?? null),
    network: end === null ? null : (ended.get(end.delivery.id)?.network ?? null),
    number: start === null ? null : (started.get(start.read.id) ?? null),
  }));
}

interface AdvancedRow {
  readonly id: number;
  /** Null for an end that was stored. */
  readonly number: number | null;
  readonly brandId: number | null;
  readonly network: string | null;
}

type Start = AttemptStart & { readonly afterId: number | null };

const END_COLUMNS = {
  id: { type: "bigint", of: ({ delivery }) => delivery.id },
  outcome: { type: "jsonb", of: ({ attempt }) => (attempt === null ? null : JSON.stringify(attempt.outcome)) },
  calls: { type: "jsonb", of: ({ attempt }) => (attempt === null || attempt.calls === null ? null : JSON.stringify(attempt.calls)) },
  steps: { type: "integer", of: ({ steps }) => steps },
  from_status: { type: "text", of: ({ from }) => from },
  status: { type: "text", of: ({ status }) => status },
  closes: { type: "boolean", of: ({ closes }) => closes },
  reason: { type: "text", of: ({ reason }) => reason },
  message: { type: "text", of: ({ message }) => message },
  next_at: { type: "timestamptz", of: ({ nextAt }) => nextAt },
  holds_channel: { type: "boolean", of: ({ holdsChannel }) => holdsChannel },
  hold_reason: { type: "text", of: ({ held, message }) => held?.reason ?? message },
  held_scope: { type: "text", of: ({ held }) => held?.scope ?? null },
  held_budget: { type: "text", of: ({ held }) => held?.budget ?? null },
  lets_through: { type: "boolean", of: ({ letsThrough }) => letsThrough },
  denies_access: { type: "boolean", of: ({ deniesAccess }) => deniesAccess },
  refunds_try: { type: "boolean", of: ({ refundsTry }) => refundsTry },
  noted: { type: "jsonb", of: ({ noted }) => (noted === null ? null : JSON.stringify(noted)) },
  may_be_live: { type: "boolean", of: ({ mayBeLive }) => mayBeLive },
  remote_id: { type: "text", of: ({ remoteId }) => remoteId },
  url: { type: "text", of: ({ url }) => url },
  post_type: { type: "text", of: ({ postType }) => postType },
  body: { type: "text", of: ({ body }) => body },
  search_text: { type: "text", of: ({ searchText }) => searchText },
  counts_next_at: { type: "timestamptz", of: ({ countsNextAt }) => countsNextAt },
  comment: { type: "text", of: ({ comment }) => comment?.text ?? null },
  comment_search: { type: "text", of: ({ comment }) => comment?.searchText ?? null },
  comment_at: { type: "timestamptz", of: ({ comment }) => comment?.nextAt ?? null },
  disconnect: { type: "boolean", of: ({ disconnect }) => disconnect },
  used_at: { type: "timestamptz", of: ({ usedAt }) => usedAt },
  now: { type: "timestamptz", of: ({ now }) => now },
} satisfies Record<string, Column<DeliveryChange>>;

const START_COLUMNS = {
  id: { type: "bigint", of: ({ read }) => read.id },
  status: { type: "text", of: ({ read }) => read.status },
  steps: { type: "integer", of: ({ read }) => read.steps },
  post_id: { type: "bigint", of: ({ read }) => read.postId },
  channel_id: { type: "bigint", of: ({ channel }) => channel.id },
  channel_status: { type: "text", of: ({ channel }) => channel.status },
  credentials: { type: "text", of: ({ channel }) => channel.credentials },
  preferences: { type: "jsonb", of: ({ channel }) => JSON.stringify(channel.preferences) },
  account_preferences: { type: "jsonb", of: ({ channel }) => JSON.stringify(channel.accountPreferences) },
  step: { type: "text", of: ({ step }) => step },
  split: { type: "jsonb", of: ({ split }) => (split === null ? null : JSON.stringify(split)) },
  now: { type: "timestamptz", of: ({ now }) => now },
  lease_until: { type: "timestamptz", of: ({ leaseUntil }) => leaseUntil },
  after_id: { type: "bigint", of: ({ afterId }) => afterId },
} satisfies Record<string, Column<Start>>;

/** The first three parameters identify the rows to lock. */
const ENDS = recordset<DeliveryChange>("e", END_COLUMNS, 4);
const STARTS = recordset<Start>("s", START_COLUMNS, 4 + Object.keys(END_COLUMNS).length);

const ADVANCE = `
  with e as (select * from ${ENDS.sql}),
  s as (select * from ${STARTS.sql}),
  post as materialized (
    select from posts where id = any($1::bigint[]) order by id for no key update
  ), publication as materialized (
    select from publications where id = any($2::bigint[]) and (select count(*) from post) >= 0 order by id for no key update
  ), held as materialized (
    select id from deliveries where id = any($3::bigint[]) and (select count(*) from publication) >= 0 order by id for no key update
  ), ended as (
    update deliveries d set status = e.status, lease_until = null, reason = e.reason, message = e.message,
      next_at = case when e.holds_channel then d.next_at else e.next_at end, may_be_live = e.may_be_live,
      remote_id = coalesce(e.remote_id, d.remote_id), url = coalesce(e.url, d.url), post_type = coalesce(e.post_type, d.post_type),
      tries = case when e.refunds_try then d.tries - 1 else d.tries end,
      first_attempt_at = case when e.held_scope is null then d.first_attempt_at when d.tries > 1 or not e.refunds_try then d.first_attempt_at + (e.next_at - e.now) end,
      pending_since = case when e.status <> 'pending' then null when d.status = 'pending' and d.reason = e.reason then coalesce(d.pending_since, d.first_attempt_at) else e.now end,
      body = coalesce(e.body, d.body), search_text = coalesce(e.search_text, d.search_text), counts_next_at = e.counts_next_at,
      published_at = e.now, checkpoints = case when e.noted is null then d.checkpoints else d.checkpoints || e.noted end
    from e
    where d.id = e.id and (select count(*) from held) > 0 and d.steps = e.steps and case
      when e.outcome is null then d.lease_until is null and d.status = e.from_status
      else d.lease_until is not null or d.status = 'unknown' end
    returning d.id, d.publication_id, d.parent_id, d.brand_id, d.collection_id, d.post_id, d.channel_id, d.channel_name, d.channel_type, d.status,
      e.steps, e.outcome, e.calls, e.closes, e.disconnect, e.holds_channel, e.lets_through, e.denies_access, e.hold_reason, e.held_scope, e.held_budget, e.next_at held_until, e.message, e.comment, e.comment_search,
      e.comment_at, coalesce(e.used_at, e.now) used_at, e.now
  ), noted as (
    update attempts a set ended_at = e.now, outcome = e.outcome
    from ended e where e.outcome is not null and a.delivery_id = e.id and a.number = e.steps
    returning a.id, a.started_at, a.times, e.calls
  ), detailed as (
    insert into attempt_details (attempt_id, started_at, calls) select id, started_at, calls from noted where calls is not null or times > 1
    on conflict (attempt_id, started_at) do update set calls = excluded.calls
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
    returning p.post_id, p.collection_id, p.open, p.reached, p.detached, t.now
  ), published as (
    update posts p set status = 'PUBLISHED', leaving_at = case when s.open > 0 then p.leaving_at end, updated_at = ${changedAt("s.now", "p")},
      rejoin_at = case when s.open > 0 or s.reached = 0 or c.max_republish = 0 then null
        when c.max_republish < 0 then s.now else s.now + c.max_republish * interval '168 hours' end
    from settled s join collections c on c.id = s.collection_id
    where p.id = s.post_id and not s.detached and (s.open = 0 or s.reached > 0 and p.status <> 'PUBLISHED')
  ), disconnected as (
    update channels h set status = 'INACTIVE', needs_log_in = true, inactive_reason = r.message, updated_at = r.now
    from (
      select distinct on (channel_id) channel_id, message, now, used_at from ended where disconnect order by channel_id, used_at desc
    ) r
    -- Access that has been given since the step began is not what was refused.
    where h.id = r.channel_id and h.status = 'ACTIVE' and coalesce(h.access_given_at <= r.used_at, true)
    returning h.id, h.brand_id, h.name, h.updated_at, h.inactive_reason
  ), recorded as (
    ${recordEndedLogIns("disconnected")}
  ), answer as materialized (
    -- A row can be changed once in a statement.
    select distinct on (channel_id) * from ended where outcome is not null or disconnect order by channel_id, disconnect desc, holds_channel desc, held_until desc
  ), denied as (
    update channels h set denied_since = case when a.denies_access then coalesce(${deniedSince("h")}, a.now) end,
      denied_delivery = case when a.denies_access and (${deniedSince("h")} is null or h.denied_delivery = a.id) then a.id end
    from answer a where h.id = a.channel_id and not a.disconnect and (a.denies_access or a.lets_through and h.denied_since is not null)
  ), paused as (
    ${storeHolds("select channel_id, held_until, hold_reason, held_scope, held_budget, now, now from answer where holds_channel")}
  ), asked as (
    update holds set asked_at = a.now, since = case when a.lets_through then a.now else since end
    from answer a where holds.channel_id = a.channel_id and not a.holds_channel and (until > a.now and a.lets_through or not a.lets_through)
  ), lifted as (
    delete from holds using answer a where holds.channel_id = a.channel_id and until <= a.now and (a.lets_through or a.disconnect)
  ), started as (
    update deliveries d set steps = d.steps + 1, first_attempt_at = least(d.first_attempt_at, s.now), lease_until = s.lease_until,
      split = s.split, post_type = case when s.split is null then d.post_type else 'THREAD' end,
      tries = case s.step when 'publish' then d.tries + 1 else d.tries end,
      looks = case s.step when 'publish' then 0 when 'find' then d.looks + 1 else d.looks end,
      checks = case s.step when 'publish' then 0 when 'check' then d.checks + 1 else d.checks end
    from s join channels h on h.id = s.channel_id ${joinHold("h", "s.now")}
    where d.id = s.id and (select count(*) from held) > 0 and d.status = s.status and d.steps = s.steps and d.lease_until is null
      and d.post_id is not distinct from s.post_id and h.status = s.channel_status and h.credentials is not distinct from s.credentials
      and h.preferences is not distinct from s.preferences and h.account_preferences is not distinct from s.account_preferences and (hold.until is null or s.step = 'check' or s.status = 'pending')
      and (s.after_id is null or s.after_id in (select id from ended))
    returning d.id, d.steps number, s.step, s.now, s.step = 'check' and d.checks > 1 goes_on
  ), begun as (
    insert into attempts (delivery_id, number, step, started_at) select id, number, step, now from started where not goes_on
  ), repeated as (
    update attempts a set number = s.number, times = a.times + 1, ended_at = null, outcome = null
    from started s where s.goes_on and a.delivery_id = s.id and a.number = s.number - 1
  )
  select id, null::integer number, brand_id "brandId", channel_type network from ended union all select id, number, null, null from started`;
