import type { Instant } from "@rostrum/contract/formats.ts";
import type { ProfileChange } from "@rostrum/contract/private/profile.ts";
import type { UserChange } from "@rostrum/contract/private/users.ts";
import type { Language } from "@rostrum/contract/words.ts";
import { LOCK_SPACES } from "../../ground/database/locks.ts";
import { execute, maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";

export interface UserRow {
  readonly id: number;
  readonly publicId: string;
  readonly name: string;
  readonly email: string;
  readonly timezone: string | null;
  readonly verified: boolean;
  readonly operator: boolean;
  /** Null: whatever their browser asks for. */
  readonly language: Language | null;
  readonly joinedAt: Instant;
}

const COLUMNS = `id, public_id as "publicId", name, email, timezone, verified, operator, language, created_at as "joinedAt"`;

declare const folded: unique symbol;

/** An e-mail address folded for comparison: equal for all spellings that identify the same user. */
export type FoldedEmail = string & { readonly [folded]: true };

/**
 * Addresses are compared case-insensitively, as in the database's unique index. Folding depends on the database's locale and
 * differs from JavaScript's, so anything keyed by address must fold it here, or one user could have several keys.
 */
const fold = (email: string) => `lower(${email})`;

export async function foldEmail(db: Queryable, email: string): Promise<FoldedEmail> {
  const row = await one<{ email: FoldedEmail }>(db, { text: `select ${fold("$1")} as email`, values: [email] });
  return row.email;
}

export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | null> {
  return maybeOne<UserRow>(db, { text: `select ${COLUMNS} from users where ${fold("email")} = ${fold("$1")}`, values: [email] });
}

/** What has to be known of somebody to write to them. */
export interface MailUser {
  readonly id: number;
  readonly email: string;
  readonly timezone: string | null;
  readonly language: Language | null;
  readonly verified: boolean;
  /** Made up: nobody reads mail to their address. */
  readonly demo: boolean;
  readonly passwordHash: string | null;
}

export async function findMailUser(db: Queryable, by: { readonly id: number } | { readonly email: string }): Promise<MailUser | null> {
  const [condition, value] = "id" in by ? ["id = $1", by.id] : [`${fold("email")} = ${fold("$1")}`, by.email];
  return maybeOne<MailUser>(db, {
    text: `select id, email, timezone, language, verified, demo, password_hash "passwordHash" from users where ${condition}`,
    values: [value],
  });
}

/** Oldest first. */
export async function listUserRows(db: Queryable): Promise<UserRow[]> {
  return query<UserRow>(db, { text: `select ${COLUMNS} from users order by id`, values: [] });
}

export async function hasUsers(db: Queryable): Promise<boolean> {
  const row = await one<{ found: boolean }>(db, { text: "select exists (select from users) as found", values: [] });
  return row.found;
}

/** Held by whoever makes the first person, so that there is only one of them. */
export async function holdFirst(tx: Queryable): Promise<void> {
  await query(tx, { text: "select pg_advisory_xact_lock($1)", values: [FIRST_LOCK] });
}

/** An arbitrary advisory lock number, unique in this code. */
const FIRST_LOCK = 7_267_840;

export interface NewUserRow extends Omit<UserRow, "id" | "joinedAt" | "language"> {
  readonly language?: Language;
  readonly passwordHash: string | null;
  readonly now: Instant;
}

/** Null when the address is taken. */
export async function insertUser(db: Queryable, user: NewUserRow): Promise<UserRow | null> {
  return maybeOne<UserRow>(db, {
    text: `insert into users (public_id, name, email, timezone, verified, operator, language, password_hash, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
           on conflict (${fold("email")}) do nothing returning ${COLUMNS}`,
    values: [
      user.publicId,
      user.name,
      user.email,
      user.timezone,
      user.verified,
      user.operator,
      user.language ?? null,
      user.passwordHash,
      user.now,
    ],
  });
}

/** Fields left out of the change stay as they are; a null timezone or language is none. Null when there is no such user. */
export async function changeUser(
  db: Queryable,
  userId: number,
  change: Omit<UserChange, "timezone" | "email"> & Pick<ProfileChange, "timezone" | "language">,
): Promise<UserRow | null> {
  const { name = null, timezone, language, verified = null, operator = null } = change;
  return maybeOne<UserRow>(db, {
    text: `update users set name = coalesce($2, name), timezone = case when $3 then $4 else timezone end,
             verified = coalesce($5, verified), operator = coalesce($6, operator),
             language = case when $7 then $8 else language end where id = $1 returning ${COLUMNS}`,
    values: [userId, name, timezone !== undefined, timezone ?? null, verified, operator, language !== undefined, language ?? null],
  });
}

/** Marks somebody whom the service has made up. */
export async function markDemoUser(db: Queryable, userId: number): Promise<void> {
  await query(db, { text: "update users set demo = true where id = $1", values: [userId] });
}

/** Whether there is still somebody whom the service has made up. */
export async function hasDemoUser(db: Queryable): Promise<boolean> {
  return (await one<{ found: boolean }>(db, { text: "select exists (select from users where demo) found", values: [] })).found;
}

/** The ids of all who operate the service, locked until the transaction ends. */
export async function lockOperators(tx: Queryable): Promise<number[]> {
  const rows = await query<{ id: number }>(tx, { text: "select id from users where operator order by id for update", values: [] });
  return rows.map(({ id }) => id);
}

/** Whether somebody else has the address. */
export async function isTaken(db: Queryable, { email, userId }: { readonly email: string; readonly userId: number }): Promise<boolean> {
  const text = `select exists (select from users where ${fold("email")} = ${fold("$1")} and id <> $2) found`;
  return (await one<{ found: boolean }>(db, { text, values: [email, userId] })).found;
}

/**
 * Gives the person another address, which makes them somebody of their own even if the demo has made them up. `isVerified` null: as before. Call
 * in a transaction: of two who want the same address at once, the second waits for the first. False when the address is taken. No link that was
 * asked for before leads to the account any more, or to another address.
 */
export async function moveUser(
  db: Queryable,
  { userId, email, isVerified }: { readonly userId: number; readonly email: string; readonly isVerified: boolean | null },
): Promise<boolean> {
  await query(db, { text: `select pg_advisory_xact_lock(${LOCK_SPACES.addresses}, hashtext(${fold("$1")}))`, values: [email] });
  const count = await execute(db, {
    text: `with changed as (
             update users set email = $2, verified = coalesce($3, verified), demo = false
             where id = $1 and not exists (select from users where ${fold("email")} = ${fold("$2")} and id <> $1) returning id
           ), ${WITHOUT_LINKS} select from changed`,
    values: [userId, email, isVerified],
  });
  return count === 1;
}

/** Whether it was not verified before. */
export async function verifyUser(db: Queryable, userId: number): Promise<boolean> {
  return (await execute(db, { text: "update users set verified = true where id = $1 and not verified", values: [userId] })) === 1;
}

/**
 * With a new password or address no link works any more that leads to the account: neither one to choose a password, so that an old mail
 * cannot take it away again, nor one to another address, which somebody else may have asked for.
 */
const WITHOUT_LINKS =
  "links as (delete from account_links l using changed where l.user_id = changed.id and l.purpose in ('reset', 'change'))";

export async function storePassword(db: Queryable, userId: number, passwordHash: string): Promise<void> {
  await query(db, {
    text: `with changed as (update users set password_hash = $2 where id = $1 returning id), ${WITHOUT_LINKS} select from changed`,
    values: [userId, passwordHash],
  });
}

/** False when the password has changed since it was checked. */
export async function replacePassword(
  db: Queryable,
  checked: { readonly userId: number; readonly passwordHash: string },
  passwordHash: string,
): Promise<boolean> {
  const count = await execute(db, {
    text: `with changed as (update users set password_hash = $3 where id = $1 and password_hash = $2 returning id), ${WITHOUT_LINKS}
           select from changed`,
    values: [checked.userId, checked.passwordHash, passwordHash],
  });
  return count === 1;
}

/** The hash that a sign-in is checked against; null when there is no such user, or the user has no password. */
export async function findPassword(
  db: Queryable,
  email: FoldedEmail,
): Promise<{ readonly userId: number; readonly passwordHash: string } | null> {
  return maybeOne(db, {
    text: `select id as "userId", password_hash as "passwordHash" from users where ${fold("email")} = $1 and password_hash is not null`,
    values: [email],
  });
}
