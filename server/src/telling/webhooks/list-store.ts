import type { Instant } from "@rostrum/contract/formats.ts";
import { one, type Queryable, query } from "../../ground/database/query.ts";

interface Place {
  readonly limit: number;
  readonly offset: number;
}

export interface ListedEventRow {
  readonly id: string;
  readonly type: string;
  readonly timestamp: Instant;
  readonly status: "waiting" | "delivered" | "failed";
  readonly tries: number;
  readonly nextAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly body: string;
}

/** What was or will be sent to a webhook, newest first, with the number of all. */
export async function listSends(
  db: Queryable,
  { webhookId, status }: { readonly webhookId: number; readonly status: string | null },
  { limit, offset }: Place,
): Promise<{ readonly total: number; readonly rows: ListedEventRow[] }> {
  const which = "s.webhook_id = $1 and ($2::text is null or s.status = $2)";
  const values = [webhookId, status];
  const [{ total }, rows] = await Promise.all([
    one<{ total: number }>(db, { text: `select count(*) total from webhook_sends s where ${which}`, values }),
    query<ListedEventRow>(db, {
      text: `select e.id, e.type, e.at "timestamp", s.status, s.tries, s.next_at "nextAt", s.ended_at "endedAt", e.body
             from webhook_sends s join events e on e.seq = s.event_seq where ${which} order by s.event_seq desc limit $3 offset $4`,
      values: [...values, limit, offset],
    }),
  ]);
  return { total, rows };
}

export interface ListedAttemptRow {
  readonly id: number;
  readonly eventId: string;
  readonly type: string;
  readonly at: Instant;
  readonly durationMilliseconds: number;
  readonly httpStatus: number | null;
  readonly problem: string | null;
  readonly answer: string | null;
}

/** The attempts at a webhook, or those of one event there, newest first, with the number of all. */
export async function listAttempts(
  db: Queryable,
  { webhookId, eventId }: { readonly webhookId: number; readonly eventId: string | null },
  { limit, offset }: Place,
): Promise<{ readonly total: number; readonly rows: ListedAttemptRow[] }> {
  const which = "a.webhook_id = $1 and ($2::text is null or a.event_seq = (select seq from events where id = $2))";
  const values = [webhookId, eventId];
  const [{ total }, rows] = await Promise.all([
    one<{ total: number }>(db, { text: `select count(*) total from webhook_attempts a where ${which}`, values }),
    query<ListedAttemptRow>(db, {
      text: `select a.id, e.id "eventId", e.type, a.at, a.duration_ms "durationMilliseconds", a.http_status "httpStatus", a.problem, a.answer
             from webhook_attempts a join events e on e.seq = a.event_seq where ${which} order by a.id desc limit $3 offset $4`,
      values: [...values, limit, offset],
    }),
  ]);
  return { total, rows };
}
