import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";
import type { BrandAccess, Viewer } from "../../ground/viewer.ts";

/** Last use is recorded at most this often, so that reads do not turn into writes. */
export const LAST_USED_SECONDS_MIN = 60;

export interface KeyOwner {
  readonly keyId: number;
  readonly revokedAt: Instant | null;
  readonly expiresAt: Instant | null;
  readonly viewer: Viewer;
  /** The viewer's access to the requested brand; null when they are not a member, or no brand was requested. */
  readonly access: BrandAccess | null;
}

export interface KeyRow {
  readonly id: number;
  readonly name: string;
  readonly hint: string;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant | null;
  readonly expiresAt: Instant | null;
  readonly revokedAt: Instant | null;
}

interface FoundKey extends Viewer {
  /** Position of the query it answers, from 1. */
  readonly place: number;
  readonly brand: number | null;
  readonly accountId: number | null;
  readonly brandTimezone: string | null;
  readonly queueStatus: BrandAccess["queueStatus"] | null;
  readonly role: BrandAccess["role"] | null;
  readonly keyId: number;
  readonly keyName: string;
  readonly lastUsedAt: Instant | null;
  readonly revokedAt: Instant | null;
  readonly expiresAt: Instant | null;
}

export interface KeyQuestion {
  /** Hash of the whole key. */
  readonly hash: Buffer;
  /** The brand in the request's path, if any: every request needs both, and a second statement would double the cost. */
  readonly brandId: number | null;
}

/** The viewer for one key; null when there is no such key. */
export async function findViewerByKey(db: Queryable, question: KeyQuestion, now: Instant): Promise<KeyOwner | null> {
  const [owner] = await findViewersByKeys(db, [question], now);
  return owner ?? null;
}

/**
 * The keys with these hashes and their users, in the order of the queries, null where there is none. Revoked and expired keys are
 * included: the caller tells them apart. Records the use of valid keys.
 */
export async function findViewersByKeys(db: Queryable, questions: readonly KeyQuestion[], now: Instant): Promise<(KeyOwner | null)[]> {
  const rows = await query<FoundKey>(db, {
    name: "viewers_by_key",
    text: `select asked.place, k.id as "keyId", k.name as "keyName", k.last_used_at as "lastUsedAt", k.revoked_at as "revokedAt", k.expires_at as "expiresAt",
             u.id as "userId", u.public_id as "publicId", u.name, u.timezone, u.verified, u.created_at as "joinedAt",
             b.id as brand, b.account_id as "accountId", b.timezone as "brandTimezone", b.queue_status as "queueStatus", m.role
           from unnest($1::bytea[], $2::bigint[]) with ordinality as asked (hash, brand_id, place)
           join api_keys k on k.hash = asked.hash
           join users u on u.id = k.user_id
           left join brand_members m on m.user_id = u.id and m.brand_id = asked.brand_id
           left join brands b on b.id = m.brand_id`,
    values: [questions.map(({ hash }) => hash), questions.map(({ brandId }) => brandId)],
  });
  const owners: (KeyOwner | null)[] = questions.map(() => null);
  for (const row of rows) {
    const { keyId, lastUsedAt, revokedAt, expiresAt } = row;
    const works = revokedAt === null && (expiresAt === null || expiresAt > now);
    if (works && (lastUsedAt === null || addSeconds(lastUsedAt, LAST_USED_SECONDS_MIN) <= now)) await noteUse(db, keyId, now);
    owners[row.place - 1] = { keyId, revokedAt, expiresAt, viewer: viewerOf(row), access: accessOf(row) };
  }
  return owners;
}

function viewerOf({ userId, publicId, name, timezone, verified, joinedAt, keyId, keyName }: FoundKey): Viewer {
  return { userId, publicId, name, timezone, verified, joinedAt, through: { kind: "KEY", id: String(keyId), name: keyName } };
}

function accessOf({ brand, accountId, brandTimezone, queueStatus, role }: FoundKey): BrandAccess | null {
  if (brand === null || accountId === null || queueStatus === null || role === null) return null;
  return { id: brand, accountId, timezone: brandTimezone, queueStatus, role };
}

export async function insertKey(
  db: Queryable,
  key: {
    readonly userId: number;
    readonly name: string;
    readonly hash: Buffer;
    readonly hint: string;
    readonly expiresAt: Instant | null;
    readonly now: Instant;
  },
): Promise<number> {
  const row = await one<{ id: number }>(db, {
    text: "insert into api_keys (user_id, name, hash, hint, expires_at, created_at) values ($1, $2, $3, $4, $5, $6) returning id",
    values: [key.userId, key.name, key.hash, key.hint, key.expiresAt, key.now],
  });
  return row.id;
}

/** How many keys of the user work. The user is locked until the transaction ends, so that of several who make one at once, each counts. */
export async function countKeysInUse(tx: Queryable, { userId, now }: { readonly userId: number; readonly now: Instant }): Promise<number> {
  await query(tx, { text: "select from users where id = $1 for no key update", values: [userId] });
  const { keys } = await one<{ keys: number }>(tx, {
    text: "select count(*) keys from api_keys where user_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)",
    values: [userId, now],
  });
  return keys;
}

/** Forgets the oldest of the user's keys that work no more. */
export async function deleteEndedKeys(
  tx: Queryable,
  { userId, keep, now }: { readonly userId: number; readonly keep: number; readonly now: Instant },
): Promise<void> {
  await query(tx, {
    text: `delete from api_keys where id in (
             select id from api_keys where user_id = $1 and (revoked_at is not null or expires_at <= $3)
             order by coalesce(revoked_at, expires_at) desc, id desc offset $2)`,
    values: [userId, keep, now],
  });
}

/** Oldest first, revoked and expired ones too. */
export async function listKeysOfUser(db: Queryable, userId: number): Promise<KeyRow[]> {
  return query<KeyRow>(db, {
    text: `select id, name, hint, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt", revoked_at as "revokedAt"
           from api_keys where user_id = $1 order by id`,
    values: [userId],
  });
}

export interface LockedKey {
  readonly id: number;
  readonly name: string;
  readonly userId: number;
  readonly revokedAt: Instant | null;
}

/** A key, locked until the transaction ends; null when there is none. */
export async function lockKey(tx: Queryable, keyId: number): Promise<LockedKey | null> {
  return maybeOne<LockedKey>(tx, {
    text: `select id, name, user_id "userId", revoked_at "revokedAt" from api_keys where id = $1 for update`,
    values: [keyId],
  });
}

export async function markKeyRevoked(tx: Queryable, keyId: number, now: Instant): Promise<void> {
  await query(tx, { text: "update api_keys set revoked_at = $2 where id = $1", values: [keyId, now] });
}

export async function countWorkingKeys(db: Queryable, userId: number, now: Instant): Promise<number> {
  const { count } = await one<{ count: number }>(db, {
    text: "select count(*) from api_keys where user_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)",
    values: [userId, now],
  });
  return count;
}

/** Revokes all keys of the user; returns those that worked until now. */
export async function revokeKeysOfUser(
  tx: Queryable,
  userId: number,
  now: Instant,
): Promise<{ readonly id: number; readonly name: string }[]> {
  return query(tx, {
    text: "update api_keys set revoked_at = $2 where user_id = $1 and revoked_at is null returning id, name",
    values: [userId, now],
  });
}

/** Concurrent requests write once. */
async function noteUse(db: Queryable, keyId: number, now: Instant): Promise<void> {
  await query(db, {
    text: "update api_keys set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at <= $3)",
    values: [keyId, now, addSeconds(now, -LAST_USED_SECONDS_MIN)],
  });
}
