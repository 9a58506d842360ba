import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { execute, one, type Queryable, query } from "../../ground/database/query.ts";

/** An event taken to be sent to a webhook. */
export interface SendRow {
  readonly webhookId: number;
  readonly eventSeq: number;
  readonly brandId: number;
  readonly eventId: string;
  readonly type: string;
  readonly body: string;
  readonly subject: string;
  /** Including this one; whoever has taken it is known by it. */
  readonly tries: number;
  readonly url: string;
  /** Sealed. */
  readonly secrets: string;
  readonly failures: number;
  readonly failingSince: Instant | null;
}

interface Taking {
  readonly now: Instant;
  /** They are due again when this much time has passed without a word. */
  readonly leaseSeconds: number;
  readonly limit: number;
  readonly perWebhook: number;
  /** From so many failures in a row on, one event alone, whichever process sends it. */
  readonly probingFrom: number;
  /** How many events of each webhook this process is sending. */
  readonly underWay: ReadonlyMap<number, number>;
}

/** SQL: when something is to be sent to a webhook next. */
export const NEXT_SEND = "(select min(next_at) from webhook_sends where next_at is not null)";

/**
 * Takes events that are due, so that no other process does: of each webhook some, and of each thing only the first that has not come
 * to an end. Webhooks to which less is on its way come first, so that slow receivers with a lot to get keep nobody out. Finds the webhooks for
 * which something waits by jumping from one to the next in the index.
 */
export async function takeDueSends(db: Queryable, taking: Taking): Promise<SendRow[]> {
  const { now, leaseSeconds, limit, perWebhook, probingFrom, underWay } = taking;
  return query<SendRow>(db, {
    name: "take_due_sends",
    text: TAKE,
    values: [now, addSeconds(now, leaseSeconds), limit, perWebhook, probingFrom, [...underWay.keys()], [...underWay.values()]],
  });
}

const TAKE = `
  with recursive concerned as (
    (select webhook_id from webhook_sends where next_at is not null order by webhook_id limit 1)
    union all
    select (select s.webhook_id from webhook_sends s where s.next_at is not null and s.webhook_id > c.webhook_id order by s.webhook_id limit 1)
    from concerned c where c.webhook_id is not null
  ), due as materialized (
    select s.webhook_id, s.event_seq from concerned c
      join webhooks w on w.id = c.webhook_id and w.status = 'ACTIVE' and (w.held_until is null or w.held_until <= $1)
      left join unnest($6::bigint[], $7::bigint[]) as busy (webhook_id, count) on busy.webhook_id = w.id
      cross join lateral (
        select s.webhook_id, s.event_seq, s.next_at, coalesce(busy.count, 0) + row_number() over (order by s.next_at, s.event_seq) place
        from webhook_sends s
        where s.webhook_id = w.id and s.next_at <= $1 and not exists (
          select from webhook_sends e
          where e.webhook_id = s.webhook_id and e.subject = s.subject and e.event_seq < s.event_seq and e.next_at is not null
        )
        order by s.next_at, s.event_seq limit greatest(0, case when w.failures >= $5
          then 1 - greatest(coalesce(busy.count, 0), (
            select count(*) from webhook_sends t where t.webhook_id = w.id and t.next_at is not null and t.taken_until > $1
          ))
          else $4::bigint - coalesce(busy.count, 0) end)
      ) s
    order by s.place, s.next_at, s.event_seq limit $3
  ), held as materialized (
    select s.webhook_id, s.event_seq from webhook_sends s join due using (webhook_id, event_seq)
    where s.next_at <= $1 order by s.webhook_id, s.event_seq for update of s skip locked
  )
  update webhook_sends s set next_at = $2, taken_until = $2, tries = s.tries + 1
  from held h join webhooks w on w.id = h.webhook_id join events e on e.seq = h.event_seq
  where s.webhook_id = h.webhook_id and s.event_seq = h.event_seq
  returning s.webhook_id "webhookId", s.event_seq "eventSeq", e.brand_id "brandId", e.id "eventId", e.type, e.body, s.subject, s.tries, w.url,
    w.secrets, w.failures, w.failing_since "failingSince"`;

type Taken = Pick<SendRow, "webhookId" | "eventSeq" | "tries">;
const OURS = "webhook_id = $1 and event_seq = $2 and tries = $3 and next_at is not null";

/** Nothing was sent after all: it is due again. */
export async function giveBack(db: Queryable, { webhookId, eventSeq, tries }: Taken, now: Instant): Promise<void> {
  const text = `update webhook_sends set next_at = $4, taken_until = null, tries = tries - 1 where ${OURS}`;
  await execute(db, { text, values: [webhookId, eventSeq, tries, now] });
}

/** Nothing happens if another process has taken it meanwhile. What was behind it, and waited with it, is due. */
export async function endSend(
  tx: Queryable,
  { webhookId, eventSeq, tries, subject }: Taken & Pick<SendRow, "subject">,
  { status, now }: { readonly status: "delivered" | "failed"; readonly now: Instant },
): Promise<void> {
  const text = `update webhook_sends set status = $4, next_at = null, taken_until = null, ended_at = $5 where ${OURS}`;
  if ((await execute(tx, { text, values: [webhookId, eventSeq, tries, status, now] })) === 0) return;
  await execute(tx, {
    text: `update webhook_sends set next_at = $4
           where webhook_id = $1 and subject = $3 and event_seq > $2 and tries = 0 and next_at > $4`,
    values: [webhookId, eventSeq, subject, now],
  });
}

/** The event is tried again then, and those of the same thing that are behind it not before. */
export async function postponeSend(
  tx: Queryable,
  { webhookId, eventSeq, tries, subject }: Taken & Pick<SendRow, "subject">,
  nextAt: Instant,
) {
  const values = [webhookId, eventSeq, tries, nextAt];
  if ((await execute(tx, { text: `update webhook_sends set next_at = $4, taken_until = null where ${OURS}`, values })) === 0) return;
  await execute(tx, {
    text: `update webhook_sends set next_at = $4
           where webhook_id = $1 and subject = $3 and event_seq > $2 and next_at < $4`,
    values: [webhookId, eventSeq, subject, nextAt],
  });
}

export interface NewAttempt {
  readonly at: Instant;
  readonly durationMilliseconds: number;
  readonly httpStatus: number | null;
  readonly problem: string | null;
  readonly answer: string | null;
}

/** Stores nothing for a webhook that has been deleted meanwhile. */
export async function insertAttempt(tx: Queryable, { webhookId, eventSeq }: Taken, attempt: NewAttempt): Promise<void> {
  await query(tx, {
    text: `insert into webhook_attempts (webhook_id, event_seq, at, duration_ms, http_status, problem, answer)
           select webhook_id, event_seq, $3, $4, $5, $6, $7 from webhook_sends where webhook_id = $1 and event_seq = $2`,
    values: [webhookId, eventSeq, attempt.at, attempt.durationMilliseconds, attempt.httpStatus, attempt.problem, attempt.answer],
  });
}

/** The receiver has taken something that was sent then: it does not fail any more. A pause for which it has asked since goes on. */
export async function noteSuccess(tx: Queryable, webhookId: number, sentAt: Instant): Promise<void> {
  await query(tx, {
    text: `update webhooks set failures = 0, failing_since = null, held_until = case when held_until > $2 then held_until end
           where id = $1 and (failures > 0 or held_until <= $2)`,
    values: [webhookId, sentAt],
  });
}

/** The caller holds the webhook. */
export async function noteFailure(
  tx: Queryable,
  { webhookId, heldUntil, now }: { readonly webhookId: number; readonly heldUntil: Instant | null; readonly now: Instant },
): Promise<void> {
  await query(tx, {
    text: `update webhooks set failures = failures + 1, failing_since = coalesce(failing_since, $3), held_until = greatest(held_until, $2)
           where id = $1`,
    values: [webhookId, heldUntil, now],
  });
}

/** Stores a test, for one webhook alone, and returns its id. */
export async function insertTest(
  tx: Queryable,
  test: { readonly webhookId: number; readonly brandId: number; readonly type: string; readonly now: Instant; readonly message: string },
): Promise<string> {
  const row = await one<{ id: string }>(tx, {
    text: `insert into events (brand_id, type, at, subject, webhook_id, body)
           values ($1, $2, $3, 'webhook:' || $4::bigint, $4::bigint, event_body($2, $3, json_build_object(
             'brand', event_brand($1), 'webhook', json_build_object('id', $4::bigint), 'message', $5::text)))
           returning id`,
    values: [test.brandId, test.type, test.now, test.webhookId, test.message],
  });
  return row.id;
}

export interface Replay {
  readonly webhookId: number;
  readonly brandId: number;
  /** Null: all types. */
  readonly types: readonly string[] | null;
  readonly eventId: string | null;
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly failedOnly: boolean;
  readonly now: Instant;
}

const REPLAYED = `
  from events e left join webhook_sends s on s.webhook_id = $1 and s.event_seq = e.seq
  where e.brand_id = $2 and (e.webhook_id is null or e.webhook_id = $1) and s.next_at is null and case
    when $4::text is not null then e.id = $4
    else e.at >= $5 and e.at < coalesce($6, 'infinity'::timestamptz) and ($3::text[] is null or e.type = any($3) or e.webhook_id = $1)
      and (not $7 or s.status is distinct from 'delivered') end`;

/** How many events a replay would send: those that are still on their way are not among them. */
export async function countReplayed(tx: Queryable, replay: Replay): Promise<number> {
  return (await one<{ events: number }>(tx, { text: `select count(*) events ${REPLAYED}`, values: replayValues(replay) })).events;
}

/** Sends them again, as if they were new. */
export async function storeReplay(tx: Queryable, replay: Replay): Promise<number> {
  return execute(tx, {
    text: `insert into webhook_sends (webhook_id, event_seq, subject, status, next_at)
           select $1, e.seq, e.subject, 'waiting', $8 ${REPLAYED}
           on conflict (webhook_id, event_seq) do update set status = 'waiting', tries = 0, next_at = excluded.next_at, taken_until = null, ended_at = null`,
    values: [...replayValues(replay), replay.now],
  });
}

function replayValues({ webhookId, brandId, types, eventId, from, to, failedOnly }: Replay): unknown[] {
  return [webhookId, brandId, types, eventId, from, to, failedOnly];
}

/** Whether the brand has the event, and whether it is on its way to the webhook; null when there is no such event. */
export async function findEventState(
  db: Queryable,
  { brandId, webhookId, eventId }: Pick<Replay, "brandId" | "webhookId"> & { readonly eventId: string },
): Promise<{ readonly waits: boolean } | null> {
  const [row] = await query<{ waits: boolean }>(db, {
    text: `select s.next_at is not null waits from events e left join webhook_sends s on s.webhook_id = $2 and s.event_seq = e.seq
           where e.brand_id = $1 and e.id = $3 and (e.webhook_id is null or e.webhook_id = $2)`,
    values: [brandId, webhookId, eventId],
  });
  return row ?? null;
}

/** Deletes events from before `before` with all that is known of them, and those from before `waitingBefore` even if they still wait. */
export async function deleteOldEvents(
  db: Queryable,
  { before, waitingBefore, limit }: { readonly before: Instant; readonly waitingBefore: Instant; readonly limit: number },
): Promise<number> {
  return execute(db, {
    text: `delete from events where seq in (
             select e.seq from events e where e.at < $1 and (e.at < $2 or not exists (
               select from webhook_sends s where s.event_seq = e.seq and s.next_at is not null)
               and not exists (select from notification_sends n where n.event_seq = e.seq))
             order by e.at, e.seq limit $3)`,
    values: [before, waitingBefore, limit],
  });
}
