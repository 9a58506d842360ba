import type { Instant } from "@rostrum/contract/formats.ts";
import { execute, type Queryable, query } from "../../ground/database/query.ts";

export interface NoticeRow {
  readonly seq: number;
  readonly brandId: number;
  readonly type: string;
  /** The event as JSON. */
  readonly body: string;
  readonly at: Instant;
  readonly isUnread: boolean;
}

/** What happened in the person's brands since they are members, as far as they want to be told of it; latest first. */
export async function listNoticesOf(
  db: Queryable,
  find: { readonly userId: number; readonly since: Instant; readonly limit: number },
): Promise<NoticeRow[]> {
  return query<NoticeRow>(db, {
    name: "notices_of",
    text: `select e.seq, e.brand_id "brandId", e.type, e.body, e.at,
             e.seq > u.bell_read_to and not exists (select from bell_reads r where r.user_id = u.id and r.event_seq = e.seq) "isUnread"
           from users u join brand_members m on m.user_id = u.id
           left join notification_choices c on c.user_id = m.user_id and c.brand_id = m.brand_id
           cross join lateral (
             select e.* from events e where e.brand_id = m.brand_id and e.at >= greatest(m.created_at, $2) and e.webhook_id is null
               and notification_group(e.type) = any (bell_groups(c.bell))
               and not (e.type = 'channel.disconnected' and e.body::json -> 'data' ->> 'cause' = 'REMOVED')
             order by e.at desc, e.seq desc limit $3
           ) e
           where u.id = $1 order by e.at desc, e.seq desc limit $3`,
    values: [find.userId, find.since, find.limit],
  });
}

/** One of them alone. */
export async function markRead(db: Queryable, { userId, seq }: { readonly userId: number; readonly seq: number }): Promise<void> {
  await execute(db, {
    text: `insert into bell_reads (user_id, event_seq)
           select $1, e.seq from events e join brand_members m on m.brand_id = e.brand_id and m.user_id = $1 where e.seq = $2
           on conflict do nothing`,
    values: [userId, seq],
  });
}

/** It and all that were stored before it. What has been stored since is not read. */
export async function markReadTo(db: Queryable, { userId, seq }: { readonly userId: number; readonly seq: number }): Promise<void> {
  await execute(db, {
    text: `with read as (
             update users set bell_read_to = greatest(bell_read_to, least($2, (select max(seq) from events))) where id = $1 returning id, bell_read_to
           ) delete from bell_reads b using read where b.user_id = read.id and b.event_seq <= read.bell_read_to`,
    values: [userId, seq],
  });
}
