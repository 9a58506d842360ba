import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { execute, one, type Queryable, query } from "../../ground/database/query.ts";

/** A mail taken to be sent. */
export interface MailRow {
  readonly id: number;
  readonly messageId: string;
  /** Sealed. */
  readonly content: string;
  readonly endsAt: Instant;
  /** Including this one; whoever has taken it is known by it. */
  readonly tries: number;
}

/** For whom a mail about a brand is, and about which types of events. */
export interface NoticeFor {
  readonly to: string;
  readonly userId: number;
  readonly brandId: number;
  readonly way: string;
  readonly types: readonly string[];
}

/** Whether the person, at this address, is still to be told so: they may have left, or want it no more. */
export async function isStillTold(db: Queryable, { to, userId, brandId, way, types }: NoticeFor): Promise<boolean> {
  const row = await one<{ found: boolean }>(db, {
    text: `select exists (select from notification_listeners($2, $4) l join users u on u.id = l.user_id
             where l.user_id = $1 and l.way = $3 and lower(u.email) = lower($5)) found`,
    values: [userId, brandId, way, types, to],
  });
  return row.found;
}

export async function insertMail(
  tx: Queryable,
  mail: { readonly messageId: string; readonly content: string; readonly now: Instant; readonly endsAt: Instant },
): Promise<void> {
  await query(tx, {
    text: "insert into mails (message_id, content, created_at, next_at, ends_at) values ($1, $2, $3, $3, $4)",
    values: [mail.messageId, mail.content, mail.now, mail.endsAt],
  });
}

/** SQL: when a mail is to be sent next. */
export const NEXT_MAIL = "(select min(next_at) from mails where next_at is not null)";

/** Takes mails that are due, so that no other process does; they are due again when this much time has passed without a word. */
export async function takeDueMails(
  db: Queryable,
  { now, leaseSeconds, limit }: { readonly now: Instant; readonly leaseSeconds: number; readonly limit: number },
): Promise<MailRow[]> {
  return query<MailRow>(db, {
    text: `update mails set next_at = $2, tries = tries + 1
           where id in (select id from mails where next_at <= $1 and ends_at > $1 order by next_at limit $3 for update skip locked)
           returning id, message_id "messageId", content, ends_at "endsAt", tries`,
    values: [now, addSeconds(now, leaseSeconds), limit],
  });
}

/** Seals in what was added to the mail, which is given up at another time. False if another process has taken it meanwhile. */
export async function rewriteMail(tx: Queryable, { id, tries, content, endsAt }: Omit<MailRow, "messageId">): Promise<boolean> {
  const text = "update mails set content = $3, ends_at = least(ends_at, $4) where id = $1 and tries = $2 and next_at is not null";
  return (await execute(tx, { text, values: [id, tries, content, endsAt] })) === 1;
}

/** It was sent, or will not be: nothing of its content stays. */
export async function endMail(db: Queryable, { id, tries }: Pick<MailRow, "id" | "tries">): Promise<void> {
  await execute(db, { text: "update mails set next_at = null, content = null where id = $1 and tries = $2", values: [id, tries] });
}

export async function postponeMail(db: Queryable, { id, tries }: Pick<MailRow, "id" | "tries">, nextAt: Instant): Promise<void> {
  const text = "update mails set next_at = $3 where id = $1 and tries = $2 and next_at is not null";
  await execute(db, { text, values: [id, tries, nextAt] });
}

/** Ends all that could not be sent in time, and returns which. */
export async function endLateMails(db: Queryable, now: Instant): Promise<{ readonly id: number; readonly tries: number }[]> {
  return query(db, {
    text: "update mails set next_at = null, content = null where next_at is not null and ends_at <= $1 returning id, tries",
    values: [now],
  });
}

export async function deleteOldMails(db: Queryable, before: Instant): Promise<void> {
  await execute(db, { text: "delete from mails where next_at is null and created_at < $1", values: [before] });
}
