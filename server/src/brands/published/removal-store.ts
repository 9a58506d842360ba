import type { Instant } from "@rostrum/contract/formats.ts";
import { deliveryWords } from "@rostrum/contract/reasons.ts";
import { type Queryable, query } from "../../ground/database/query.ts";

/**
 * Removes a deleted post from the ledger. Deliveries that have not gone out yet never will: they become hidden where no
 * list shows them and skipped where one does, or failed if readers see a part. The caller holds the post's lock.
 */
export async function stopDeliveries(tx: Queryable, postId: number, now: Instant): Promise<void> {
  await query(tx, {
    name: "lock_publications",
    text: "select id from publications where post_id = $1 order by id for no key update",
    values: [postId],
  });
  await query(tx, {
    name: "stop_deliveries",
    text: `with concerned as materialized (
             select d.id, d.parent_id is null and d.lease_until is null
               and (d.status in ('waiting', 'RETRYING')
                 or d.status = 'pending' and (not d.may_be_live or coalesce(d.url, d.remote_id) is not null)) stops,
               coalesce(d.url, d.remote_id) place
             from deliveries d where d.publication_id in (select id from publications where post_id = $1) order by d.id for no key update
           ), detached as (
             update deliveries d set post_id = null,
               status = case when not c.stops then d.status when c.place is not null then 'FAILED' when d.status = 'RETRYING' then 'SKIPPED' else 'cancelled' end,
               next_at = case when c.stops then null else d.next_at end,
               reason = case when c.stops then 'post_deleted' else d.reason end,
               message = case when not c.stops then d.message when c.place is not null then $4 || c.place else $3 end,
               published_at = case when c.stops then $2 else d.published_at end
             from concerned c where d.id = c.id
             returning d.publication_id, c.stops
           ), stopped as (
             select publication_id, count(*) filter (where stops) number from detached group by publication_id
           )
           update publications p set post_id = null, open = p.open - s.number,
             settled_at = case when p.open = s.number then coalesce(p.settled_at, $2) else p.settled_at end
           from stopped s where p.id = s.publication_id`,
    values: [postId, now, deliveryWords.deleted, deliveryWords.partlyLive(deliveryWords.deletedHalfway, "")],
  });
}
