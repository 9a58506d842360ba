import type { ChannelType } from "@rostrum/contract/channels.ts";
import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { joinHold } from "../../ground/database/holds.ts";
import { one, type Queryable, query } from "../../ground/database/query.ts";

const DAY_SECONDS = 86_400;

export interface DatabaseFacts {
  readonly version: string;
  readonly sizeBytes: number;
}

export async function readDatabaseFacts(db: Queryable): Promise<DatabaseFacts> {
  return one<DatabaseFacts>(db, {
    text: `select current_setting('server_version') "version", pg_database_size(current_database()) "sizeBytes"`,
    values: [],
  });
}

export interface Counts {
  readonly users: number;
  readonly brands: number;
  readonly channels: number;
  readonly inactiveChannels: number;
  readonly posts: number;
  readonly mediaBytes: number;
}

export async function readCounts(db: Queryable): Promise<Counts> {
  return one<Counts>(db, {
    text: `select (select count(*) from users) "users", (select count(*) from brands) "brands",
             (select count(*) from channels where status = 'ACTIVE') "channels",
             (select count(*) from channels where status = 'INACTIVE') "inactiveChannels",
             (select coalesce(sum(posts), 0)::bigint from post_counts) "posts",
             (select coalesce(sum(size_bytes), 0)::bigint from media) "mediaBytes"`,
    values: [],
  });
}

/** What workers have to do now. */
export interface Work {
  /** Deliveries that could be sent. */
  readonly due: number;
  readonly oldestDueAt: Instant | null;
  /** Posts whose moment has come and that have not left: a worker that runs takes them up within a second. */
  readonly duePosts: number;
  readonly oldestPostAt: Instant | null;
  /** The same for a queue's slot. */
  readonly oldestSlotAt: Instant | null;
  readonly inFlight: number;
  readonly unknown: number;
}

/** Reads open deliveries and posts alone, by their indexes, however many have ended: it is asked for every few seconds. */
export async function readWork(db: Queryable, now: Instant): Promise<Work> {
  return one<Work>(db, {
    text: `select due.count "due", due.oldest "oldestDueAt", late.count "duePosts", late.oldest "oldestPostAt",
             (select min(next_at) from slots where next_at <= $1) "oldestSlotAt",
             (select count(*) from deliveries where next_at is not null and lease_until > $1) "inFlight",
             (select count(*) from deliveries where next_at is not null and status = 'unknown') "unknown"
           from (select count(*) count, min(d.next_at) oldest from deliveries d join channels h on h.id = d.channel_id ${joinHold("h", "$1")}
                 where d.next_at <= $1 and (d.lease_until is null or d.lease_until <= $1) and h.status = 'ACTIVE'
                   and hold.until is null) due,
             (select count(*) count, min(post_at) oldest from posts
              where posting_type in ('NOW', 'SCHEDULE') and status = 'PENDING' and leaving_at is null and post_at <= $1) late`,
    values: [now],
  });
}

export interface Outlook {
  readonly heldChannels: number;
  readonly leavingToday: number;
}

export async function readOutlook(db: Queryable, now: Instant): Promise<Outlook> {
  return one<Outlook>(db, {
    text: `select (select count(*) from channels h ${joinHold("h", "$1")} where hold.until is not null) "heldChannels",
             (select count(*) from posts where status = 'PENDING' and post_at between $1 and $2)
               + (select count(*) from queue_dates where at between $1 and $2) "leavingToday"`,
    values: [now, addSeconds(now, DAY_SECONDS)],
  });
}

/** How many automations there are of each status. */
export async function countAutomations(db: Queryable): Promise<{ readonly status: string; readonly count: number }[]> {
  return query(db, { text: "select status, count(*) count from automations group by 1" });
}

export interface WaitingMails {
  readonly waiting: number;
  readonly oldestAt: Instant | null;
}

/** Mails that have not left, and since when the oldest of them waits. */
export async function readWaitingMails(db: Queryable): Promise<WaitingMails> {
  return one<WaitingMails>(db, {
    text: `select count(*) waiting, min(created_at) "oldestAt" from mails where next_at is not null`,
  });
}

/** Ways in which events leave: to webhooks, and to people by mail or to a chat. */
export type EventWay = "webhook" | "notification";

export interface WaitingEvents {
  readonly way: EventWay;
  /** On their way, be it to a receiver that is away, or as part of a digest that is not due. */
  readonly waiting: number;
  /** Since when the oldest could be sent; null if none could. */
  readonly oldestDueAt: Instant | null;
}

/** Events that have not left. Those for a receiver that is given time, or behind another one of the same thing, are not due. */
export async function readWaitingEvents(db: Queryable, now: Instant): Promise<WaitingEvents[]> {
  return query<WaitingEvents>(db, {
    text: `select 'webhook' way, count(*) waiting, min(s.next_at) filter (where s.next_at <= $1 and (w.held_until is null or w.held_until <= $1)) "oldestDueAt"
           from webhook_sends s join webhooks w on w.id = s.webhook_id and w.status = 'ACTIVE' where s.next_at is not null
           union all
           select 'notification', count(*), min(next_at) filter (where next_at <= $1) from notification_sends`,
    values: [now],
  });
}

export interface WebhookCount {
  /** FAILING: active, and the last attempt failed. */
  readonly status: "ACTIVE" | "FAILING" | "OFF";
  readonly count: number;
}

export async function countWebhooks(db: Queryable): Promise<WebhookCount[]> {
  return query<WebhookCount>(db, {
    text: `select case when status = 'ACTIVE' and failing_since is not null then 'FAILING' else status end status, count(*) count
           from webhooks group by 1 order by 1`,
  });
}

export interface NetworkState {
  readonly type: ChannelType;
  readonly published: number;
  readonly failed: number;
  readonly skipped: number;
  readonly undecided: number;
  readonly lastFailure: { readonly at: Instant; readonly reason: string | null; readonly message: string | null } | null;
}

interface NetworkRow extends Omit<NetworkState, "lastFailure"> {
  readonly failedAt: Instant | null;
  readonly reason: string | null;
  readonly message: string | null;
}

/** What is held waits for three days, and each of its steps for one. */
const ENDED_SECONDS_MAX = 7 * DAY_SECONDS;

/** What deliveries came to in the last day, by network. By when they ended: an outcome is left undecided only after a day. */
export async function listNetworkStates(db: Queryable, now: Instant): Promise<NetworkState[]> {
  const rows = await query<NetworkRow>(db, {
    text: `with made as (
             select channel_type, status, reason, message, published_at from deliveries
             where created_at > $2 and published_at > $1 and parent_id is null and channel_type is not null
               and status in ('PUBLISHED', 'SENT', 'FAILED', 'SKIPPED'))
           select m.channel_type "type",
             count(*) filter (where status in ('PUBLISHED', 'SENT')) "published", count(*) filter (where status = 'FAILED') "failed",
             count(*) filter (where status = 'SKIPPED') "skipped",
             count(*) filter (where status = 'FAILED' and reason = 'undecided') "undecided",
             max(published_at) filter (where status = 'FAILED') "failedAt",
             (array_agg(reason order by published_at desc) filter (where status = 'FAILED'))[1] "reason",
             (array_agg(message order by published_at desc) filter (where status = 'FAILED'))[1] "message"
           from made m group by m.channel_type order by m.channel_type`,
    // Nothing goes on for longer after it was made; by that it is found.
    values: [addSeconds(now, -DAY_SECONDS), addSeconds(now, -ENDED_SECONDS_MAX)],
  });
  return rows.map(({ failedAt, reason, message, ...row }) => ({
    ...row,
    lastFailure: failedAt === null ? null : { at: failedAt, reason, message },
  }));
}
