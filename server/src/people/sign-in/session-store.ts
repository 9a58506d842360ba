import { BOUNDS } from "@rostrum/contract/bounds.ts";
import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import type { Language } from "@rostrum/contract/words.ts";
import { execute, maybeOne, type Queryable, query } from "../../ground/database/query.ts";
import type { Viewer } from "../../ground/viewer.ts";

/** A session ends after this long without use, and after the second period in any case. */
export const SESSION_IDLE_SECONDS_MAX = 7 * 86_400;
export const SESSION_SECONDS_MAX = 30 * 86_400;

export interface SessionRow extends Viewer {
  readonly email: string;
  readonly isOperator: boolean;
  readonly isDemo: boolean;
  readonly language: Language | null;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant;
}

/**
 * Opens a session and returns its id, unless the user's password has changed since it was checked. Locking the user's row serialises this with a
 * password change, which either comes first and is seen here, or sees the session and ends it.
 */
export async function insertSession(
  db: Queryable,
  session: {
    readonly hash: Buffer;
    readonly userId: number;
    readonly passwordHash: string;
    readonly browser: string | null;
    readonly now: Instant;
  },
): Promise<number | null> {
  const { hash, userId, passwordHash, browser, now } = session;
  const row = await maybeOne<{ id: number }>(db, {
    // Whoever signs in again and again has so many, not more.
    text: `with old as (
             delete from sessions where user_id = $2 and id in (
               select id from sessions where user_id = $2 order by last_used_at desc, id desc offset ${BOUNDS.sessions.most - 1}
             )
           )
           insert into sessions (hash, user_id, created_at, last_used_at, expires_at, browser)
           select $1, id, $4, $4, $5, $6 from users where id = $2 and password_hash = $3 for share returning id`,
    values: [hash, userId, passwordHash, now, addSeconds(now, SESSION_IDLE_SECONDS_MAX), browser],
  });
  return row?.id ?? null;
}

export async function findSession(db: Queryable, hash: Buffer, now: Instant): Promise<SessionRow | null> {
  return maybeOne<SessionRow>(db, {
    text: `select u.id as "userId", u.public_id as "publicId", u.name, u.email, u.timezone, u.verified, u.created_at as "joinedAt",
             u.operator "isOperator", u.demo "isDemo", u.language, s.created_at as "createdAt", s.last_used_at as "lastUsedAt"
           from sessions s join users u on u.id = s.user_id where s.hash = $1 and s.expires_at > $2`,
    values: [hash, now],
  });
}

/**
 * Whether the session still exists; if so, locks it until the transaction ends. Work done under the session either happens before
 * the session is ended, and is visible to whoever ends it, or not at all.
 */
export async function holdSession(tx: Queryable, hash: Buffer): Promise<boolean> {
  return (await execute(tx, { text: "select from sessions where hash = $1 for share", values: [hash] })) === 1;
}

/** Records the use, which resets the session's idle time. */
export async function prolongSession(db: Queryable, hash: Buffer, now: Instant): Promise<void> {
  await execute(db, {
    text: `update sessions set last_used_at = $2, expires_at = least($3::timestamptz, created_at + make_interval(secs => $4))
           where hash = $1 and last_used_at <= $2`,
    values: [hash, now, addSeconds(now, SESSION_IDLE_SECONDS_MAX), SESSION_SECONDS_MAX],
  });
}

export interface EndedSession {
  readonly id: number;
  readonly browser: string | null;
}

/** Ends a session; returns it, if there is one. */
export async function deleteSession(db: Queryable, hash: Buffer): Promise<EndedSession[]> {
  return query<EndedSession>(db, { text: "delete from sessions where hash = $1 returning id, browser", values: [hash] });
}

/** Ends all sessions of the user; returns how many. */
export async function deleteSessionsOfUser(db: Queryable, userId: number): Promise<number> {
  return execute(db, { text: "delete from sessions where user_id = $1", values: [userId] });
}

export interface OwnSessionRow {
  readonly id: number;
  readonly browser: string | null;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant;
  /** Whether it has the given hash. */
  readonly isCurrent: boolean;
}

/** The user's valid sessions, last used first. */
export async function listSessionsOf(
  db: Queryable,
  list: { readonly userId: number; readonly hash: Buffer; readonly now: Instant },
): Promise<OwnSessionRow[]> {
  return query<OwnSessionRow>(db, {
    text: `select id, browser, created_at "createdAt", last_used_at "lastUsedAt", hash = $2 "isCurrent" from sessions
           where user_id = $1 and expires_at > $3 order by last_used_at desc, id desc`,
    values: [list.userId, list.hash, list.now],
  });
}

/** Null when the user has no such session. */
export async function deleteSessionOf(
  db: Queryable,
  session: { readonly userId: number; readonly id: number },
): Promise<EndedSession | null> {
  const { userId, id } = session;
  return maybeOne<EndedSession>(db, {
    text: "delete from sessions where user_id = $1 and id = $2 returning id, browser",
    values: [userId, id],
  });
}

/** Ends all sessions of the user but the one with this hash; returns how many. */
export async function deleteOtherSessions(db: Queryable, own: { readonly userId: number; readonly hash: Buffer }): Promise<number> {
  return execute(db, { text: "delete from sessions where user_id = $1 and hash <> $2", values: [own.userId, own.hash] });
}

export async function deleteEndedSessions(db: Queryable, now: Instant): Promise<void> {
  await execute(db, { text: "delete from sessions where expires_at <= $1", values: [now] });
}
