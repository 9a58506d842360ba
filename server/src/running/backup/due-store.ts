import type { Instant } from "@rostrum/contract/formats.ts";
import { changedAt } from "../../ground/database/changed-at.ts";
import { one, type Queryable } from "../../ground/database/query.ts";

/** What a restored service does not send by itself. */
export interface HeldBack {
  /** Immediate and scheduled posts, which are drafts now. */
  readonly posts: number;
  /** Brands whose queues are paused. */
  readonly brands: number;
  /** Deliveries that are looked up at their networks, where that is possible, and not sent. */
  readonly deliveries: number;
}

/**
 * What has become due since the backup was made, the service that it was made of has sent, as far as it was still running: it has other
 * keys for that, by which no network would know it again. So nothing of it is sent without somebody's asking.
 */
export async function holdBackDue(tx: Queryable, now: Instant): Promise<HeldBack> {
  return one<HeldBack>(tx, {
    text: `with held as (
             update posts p set posting_type = 'DRAFT', status = 'DRAFT', post_at = null, updated_at = ${changedAt("$1", "p")}
             where posting_type in ('NOW', 'SCHEDULE') and status = 'PENDING' and leaving_at is null and post_at <= $1 returning id
           ), paused as (
             update brands b set queue_status = 'PAUSED', updated_at = ${changedAt("$1", "b")}
             where queue_status = 'ACTIVE' and (
               exists (
                 select from slots s where s.brand_id = b.id and s.next_at <= $1
                   and exists (select from posts p where p.collection_id = s.collection_id and p.queue_rank is not null)
               )
               -- New items of its feed may have been published, and posts that were to return to the queue, too.
               or exists (select from automations a where a.brand_id = b.id and a.status in ('ACTIVE', 'FAILING') and a.next_run_at <= $1)
               or exists (select from posts p where p.brand_id = b.id and p.rejoin_at <= $1)
               -- Rows of an import may have become posts, and left.
               or exists (select from imports i where i.brand_id = b.id and i.state = 'RUNNING')
             ) returning id
           ), doubted as (
             -- An attempt that was under way is settled as one that was cut off.
             update deliveries set restored_at = $1, status = case when lease_until is null then 'unknown' else status end,
               reason = 'outcome_unknown', may_be_live = true, message = 'Restored from a backup: it may have been sent since.'
             where status in ('waiting', 'RETRYING', 'pending', 'unknown') and next_at <= $1 returning id
           )
           select (select count(*) from held) posts, (select count(*) from paused) brands, (select count(*) from doubted) deliveries`,
    values: [now],
  });
}
