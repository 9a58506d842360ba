import type { Instant } from "@rostrum/contract/formats.ts";
import type { PostType } from "@rostrum/contract/posts.ts";
import type { FindOutcome, PublishOutcome } from "../connectors/connector.ts";
import { type Queryable, query } from "../database/query.ts";
import type { DeliveryRow } from "./ledger.ts";
import type { AttemptCall } from "./recording.ts";
import type { Reason } from "./rules.ts";

/** Where a delivery must still stand for something to be stored: at this attempt, in one of these states. */
export interface Standpoint {
  readonly delivery: Pick<DeliveryRow, "id" | "postId" | "publicationId">;
  readonly tries: number;
  readonly statuses: readonly string[];
}

/**
 * Locks what outcomes are stored to: the posts first, as everybody does who holds both, then their publications, then the
 * deliveries, each in the order of the ids. Of several channels that end at once the last one sees all the others. Answers
 * for each whether its delivery still stands there.
 */
export async function lockStandpoints(tx: Queryable, points: readonly Standpoint[]): Promise<boolean[]> {
  const rows = await query<{ id: number; tries: number; status: string }>(tx, {
    name: "lock_standpoints",
    text: `with post as materialized (select from posts where id = any($2::bigint[]) order by id for no key update),
             publication as materialized (
               select from publications where id = any($3::bigint[]) and (select count(*) from post) >= 0 order by id for no key update
             )
           select id, tries, status from deliveries
           where id = any($1::bigint[]) and (select count(*) from publication) > 0 order by id for no key update`,
    values: [
      points.map(({ delivery }) => delivery.id),
      points.flatMap(({ delivery }) => delivery.postId ?? []),
      points.map(({ delivery }) => delivery.publicationId),
    ],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return points.map(({ delivery, tries, statuses }) => {
    const row = byId.get(delivery.id);
    return row !== undefined && row.tries === tries && statuses.includes(row.status);
  });
}

/** What ended an attempt. */
export interface AttemptEnd {
  readonly number: number;
  readonly outcome: PublishOutcome | FindOutcome;
  /** What was sent and what came back, without secrets; null where the process that knew it is gone. */
  readonly calls: readonly AttemptCall[] | null;
}

export interface DeliveryChange {
  readonly id: number;
  /** Null when no attempt led to this. */
  readonly attempt: AttemptEnd | null;
  readonly status: string;
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
  readonly now: Instant;
}

/** Stores how attempts ended and what followed from them. */
export async function storeDeliveries(tx: Queryable, changes: readonly DeliveryChange[]): Promise<void> {
  await query(tx, {
    name: "store_deliveries",
    text: `with g as (
             select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::text[], $8::text[],
               $9::text[], $10::text[], $11::text[], $12::timestamptz[], $13::timestamptz[], $14::integer[], $15::jsonb[], $16::jsonb[])
               as g (id, status, reason, message, next_at, receipt, remote_id, url, post_type, body, search_text, counts_next_at, now,
                 number, outcome, calls)
           ), ended as (
             update attempts a set ended_at = g.now, outcome = g.outcome, calls = g.calls
             from g where a.delivery_id = g.id and a.number = g.number
           )
           update deliveries d set status = g.status, reason = g.reason, message = g.message, next_at = g.next_at, receipt = g.receipt,
             remote_id = coalesce(g.remote_id, d.remote_id), url = coalesce(g.url, d.url), post_type = coalesce(g.post_type, d.post_type),
             body = coalesce(g.body, d.body), search_text = coalesce(g.search_text, d.search_text), counts_next_at = g.counts_next_at,
             published_at = g.now
           from g where d.id = g.id`,
    values: [
      ...COLUMNS.map((column) => changes.map((change) => change[column])),
      changes.map(({ attempt }) => attempt?.number ?? null),
      changes.map(({ attempt }) => (attempt === null ? null : JSON.stringify(attempt.outcome))),
      changes.map(({ attempt }) => (attempt === null || attempt.calls === null ? null : JSON.stringify(attempt.calls))),
    ],
  });
}

const COLUMNS = [
  "id",
  "status",
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
  "now",
] as const satisfies readonly (keyof DeliveryChange)[];
