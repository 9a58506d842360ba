import type { Instant } from "@rostrum/contract/formats.ts";
import { execute, maybeOne, type Queryable, query } from "../../ground/database/query.ts";

/** `verify`: the person has the address; `reset`: they may choose a new password; `change`: the address becomes theirs. */
export type Purpose = "verify" | "reset" | "change";

export interface LinkRow {
  readonly userId: number;
  readonly purpose: Purpose;
  /** For `change` the new address, else the one that the person has. */
  readonly email: string;
  /** Whether it was sent to that address. */
  readonly mailed: boolean;
  readonly expiresAt: Instant;
}

/** A newer link takes the place of the older one. */
export async function putLink(db: Queryable, link: LinkRow & { readonly hash: Buffer; readonly now: Instant }): Promise<void> {
  await query(db, {
    text: `insert into account_links (user_id, purpose, email, mailed, hash, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (user_id, purpose) do update set email = excluded.email, mailed = excluded.mailed, hash = excluded.hash,
             created_at = excluded.created_at, expires_at = excluded.expires_at`,
    values: [link.userId, link.purpose, link.email, link.mailed, link.hash, link.now, link.expiresAt],
  });
}

/**
 * What the link is for; null if there is none, it has expired, or it is about an address that the person no longer has. The hash of
 * its secret is what names it.
 */
export async function findLink(db: Queryable, hash: Buffer, now: Instant): Promise<LinkRow | null> {
  return maybeOne<LinkRow>(db, {
    text: `select l.user_id "userId", l.purpose, l.email, l.mailed, l.expires_at "expiresAt"
           from account_links l join users u on u.id = l.user_id
           where l.hash = $1 and l.expires_at > $2 and (l.purpose = 'change' or lower(l.email) = lower(u.email))`,
    values: [hash, now],
  });
}

/**
 * Locks the person's row until the transaction ends, so that of two who use links at once the second sees what the first did. Rows that refer to
 * the person can be made meanwhile.
 */
export async function lockUser(tx: Queryable, userId: number): Promise<void> {
  await query(tx, { text: "select from users where id = $1 for no key update", values: [userId] });
}

/** Uses the link up; false when it has been used, or replaced by a newer one, in the meantime. */
export async function deleteLink(tx: Queryable, hash: Buffer): Promise<boolean> {
  return (await execute(tx, { text: "delete from account_links where hash = $1", values: [hash] })) === 1;
}

export async function deleteExpiredLinks(db: Queryable, now: Instant): Promise<void> {
  await execute(db, { text: "delete from account_links where expires_at <= $1", values: [now] });
}
