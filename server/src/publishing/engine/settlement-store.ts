import type { ChannelState, ChannelType } from "@rostrum/contract/channels.ts";
import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { deliveryWords } from "@rostrum/contract/reasons.ts";
import { searchText } from "../../brands/published/rules.ts";
import { changedAt } from "../../ground/database/changed-at.ts";
import { outcomeOf } from "../../ground/database/ledger.ts";
import { maybeOne, type Queryable, query } from "../../ground/database/query.ts";
import { nextCountsAt } from "./count-times.ts";
import { type Content, contentOn } from "./frozen-content.ts";

/** A delivery with what decides whether and how a person can settle it. */
export interface SettledRow {
  readonly id: number;
  readonly publicationId: number;
  readonly brandId: number;
  readonly isComment: boolean;
  readonly status: string;
  readonly reason: string | null;
  /** Null once the post has been deleted. */
  readonly postId: number | null;
  readonly channelType: ChannelType;
  readonly channelStatus: ChannelState;
  /** As it goes to the channel. */
  readonly content: Content;
  /** When it was last sent; null if it never was. */
  readonly sentAt: Instant | null;
}

/** Locks a delivery with its post and publication; null if there is none with this id, or none that has a channel. */
export async function lockForSettling(tx: Queryable, deliveryId: number): Promise<SettledRow | null> {
  const ids = await maybeOne<{ postId: number | null; publicationId: number }>(tx, {
    text: `select post_id "postId", publication_id "publicationId" from deliveries where id = $1`,
    values: [deliveryId],
  });
  if (ids === null) return null;
  // In the order of `storeAdvances`.
  await query(tx, { text: "select from posts where id = $1 for no key update", values: [ids.postId] });
  await query(tx, { text: "select from publications where id = $1 for no key update", values: [ids.publicationId] });
  await query(tx, { text: "select from deliveries where id = $1 for no key update", values: [deliveryId] });
  const row = await maybeOne<SettledRow>(tx, {
    text: `select d.id, d.publication_id "publicationId", d.brand_id "brandId", d.parent_id is not null "isComment", case when d.lease_until is null then d.status else 'publishing' end status,
             d.reason, d.post_id "postId", h.type "channelType", h.status "channelStatus", p.content,
             (select max(a.started_at) from attempts a where a.delivery_id = d.id and a.step = 'publish') "sentAt"
           from deliveries d join publications p on p.id = d.publication_id join channels h on h.id = d.channel_id where d.id = $1`,
    values: [deliveryId],
  });
  return row === null ? null : { ...row, content: contentOn(row.content, row.channelType) };
}

export interface Settlement {
  readonly delivery: SettledRow;
  readonly by: string;
  readonly now: Instant;
}

/** Its id on the platform, if the address tells it: without it there are no counts and no automatic comment. */
interface Found {
  readonly url: string;
  readonly remoteId: string | null;
}

/**
 * Stores that a person found the post. What follows is as if its attempt had said so: the entry is published since it was sent, and
 * a post that had reached nobody may rejoin its queue.
 */
export async function storeFound(tx: Queryable, { delivery, by, now }: Settlement, { url, remoteId }: Found): Promise<void> {
  const { id, isComment, sentAt } = delivery;
  const publishedAt = sentAt ?? now;
  const countsNextAt = isComment || remoteId === null ? null : nextCountsAt(publishedAt, now);
  await query(tx, { text: FOUND, values: [id, now, url, remoteId, countsNextAt, publishedAt] });
  if (!isComment && remoteId !== null) await planComment(tx, delivery, now);
  await addSettlement(tx, { id, decision: "published", url, by, now });
}

const FOUND = `
  with entry as (
    update deliveries set status = case when parent_id is null then 'PUBLISHED' else 'commented' end, reason = 'published', message = null,
      url = $3, remote_id = $4, counts_next_at = $5, published_at = $6
    where id = $1 returning publication_id, parent_id
  ), reached as (
    update publications p set reached = p.reached + 1, settled_at = case when p.open = 0 then $2 else p.settled_at end
    from entry e where p.id = e.publication_id and e.parent_id is null
    returning p.id, p.post_id, p.collection_id, p.open, p.reached, p.detached
  )
  update posts p set status = 'PUBLISHED', updated_at = ${changedAt("$2", "p")},
    rejoin_at = case when r.open > 0 or c.max_republish = 0 then p.rejoin_at
      when c.max_republish < 0 then $2::timestamptz else $2::timestamptz + c.max_republish * interval '168 hours' end
  from reached r join collections c on c.id = r.collection_id
  where p.id = r.post_id and not r.detached and r.id = (select max(id) from publications where post_id = r.post_id) and r.reached = 1
    and case when r.open > 0 then p.leaving_at is not null else p.status = 'PUBLISHED' and p.leaving_at is null and p.rejoin_at is null end`;

/**
 * Has the delivery sent again from the start, under the same idempotency key. A publication that had come to an end is open again;
 * its post is under way again, or, if it has gone on to its next round, left alone.
 */
export async function storeAgain(tx: Queryable, { delivery: { id }, by, now }: Settlement): Promise<void> {
  await query(tx, { text: REOPEN, values: [id, now, deliveryWords.sentAgain, false] });
  await addSettlement(tx, { id, decision: "again", url: null, by, now });
}

/**
 * Has a delivery tried again of which nothing has arrived, or nothing but what its checkpoints name: these are kept, so that it goes on
 * like after a temporary refusal. Everything else is as in `storeAgain`.
 */
export async function storeRetry(tx: Queryable, { delivery: { id }, by, now }: Settlement): Promise<void> {
  await query(tx, { text: REOPEN, values: [id, now, deliveryWords.triedAgain, true] });
  await addSettlement(tx, { id, decision: "retry", url: null, by, now });
}

const REOPEN = `
  with entry as (
    update deliveries set status = case when parent_id is null then 'RETRYING' else 'waiting' end, reason = 'retry_later', message = $3,
      next_at = $2, tries = 0, looks = 0, checks = 0, first_attempt_at = null, restored_at = null, left_at = null,
      checkpoints = case when $4::boolean then checkpoints else '{}' end, remote_id = case when $4 then remote_id end,
      url = case when $4 then url end, published_at = $2
    where id = $1 returning publication_id, parent_id
  ), rest as (
    select p.id, post.id is not null as is_over from entry e join publications p on p.id = e.publication_id and e.parent_id is null
      left join posts post on post.id = p.post_id and p.open = 0 and post.status = 'PUBLISHED' and post.leaving_at is null and post.rejoin_at is null
        and p.id = (select max(id) from publications where post_id = p.post_id)
  ), opened as (
    update publications p set open = p.open + 1, detached = p.detached or p.open = 0 and not r.is_over,
      settled_at = case when r.is_over then null else p.settled_at end
    from rest r where p.id = r.id returning p.post_id, p.detached
  )
  update posts p set leaving_at = coalesce(p.leaving_at, $2) from opened o where p.id = o.post_id and not o.detached`;

async function planComment(tx: Queryable, { id, content: { comment } }: SettledRow, now: Instant): Promise<void> {
  if (comment === null) return;
  await query(tx, {
    text: `insert into deliveries (publication_id, parent_id, brand_id, collection_id, post_id, channel_id, channel_name, channel_type, status, post_type,
             body, search_text, next_at, published_at, created_at)
           select publication_id, id, brand_id, collection_id, post_id, channel_id, channel_name, channel_type, 'waiting', 'ENGAGE_COMMENT',
             $2, $3, $4, $5, $5 from deliveries where id = $1`,
    values: [id, comment.comment, searchText(comment.comment), addSeconds(now, comment.delay), now],
  });
}

/** How each of the delivery's attempts ended, in their order; null for one that was cut off. */
export async function listOutcomes(tx: Queryable, deliveryId: number): Promise<(string | null)[]> {
  const rows = await query<{ kind: string | null }>(tx, {
    text: `select ${outcomeOf("a")} kind from attempts a where delivery_id = $1 order by number`,
    values: [deliveryId],
  });
  return rows.map(({ kind }) => kind);
}

interface Decision {
  readonly id: number;
  readonly decision: "published" | "again" | "retry";
  readonly url: string | null;
  readonly by: string;
  readonly now: Instant;
}

async function addSettlement(tx: Queryable, { id, decision, url, by, now }: Decision): Promise<void> {
  await query(tx, {
    text: "insert into settlements (delivery_id, decision, url, settled_by, settled_at) values ($1, $2, $3, $4, $5)",
    values: [id, decision, url, by, now],
  });
}
