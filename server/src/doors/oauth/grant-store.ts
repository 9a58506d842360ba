import type { Instant } from "@rostrum/contract/formats.ts";
import { execute, maybeOne, one, type Queryable, query } from "../../ground/database/query.ts";

export interface Grant {
  readonly id: number;
  readonly clientId: string;
  readonly scope: string;
  readonly resource: string;
  readonly codeChallenge: string;
  readonly codeExpiresAt: Instant;
  readonly codeUsedAt: Instant | null;
  readonly redirectUri: string;
}

const COLUMNS = `g.id, g.client_id as "clientId", g.scope, g.resource, g.code_challenge as "codeChallenge",
  g.code_expires_at as "codeExpiresAt", g.code_used_at as "codeUsedAt", g.redirect_uri as "redirectUri"`;

export interface NewGrant {
  readonly userId: number;
  readonly clientId: string;
  readonly clientName: string;
  readonly scope: string;
  readonly resource: string;
  readonly redirectUri: string;
  readonly codeHash: Buffer;
  readonly codeChallenge: string;
  readonly codeExpiresAt: Instant;
  readonly now: Instant;
}

/** Records the user's consent for the client, who may already have one. Call in a transaction. */
export async function insertGrant(tx: Queryable, grant: NewGrant): Promise<void> {
  await execute(tx, {
    text: `insert into tool_clients (client_id, user_id, name, granted_at) values ($1, $2, $3, $4)
           on conflict (user_id, client_id) do update set name = excluded.name`,
    values: [grant.clientId, grant.userId, grant.clientName, grant.now],
  });
  await execute(tx, { text: "update oauth_clients set admitted_at = $2 where id = $1", values: [grant.clientId, grant.now] });
  await execute(tx, {
    text: `insert into oauth_grants (user_id, client_id, scope, resource, redirect_uri, code_hash, code_challenge, code_expires_at, expires_at, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)`,
    values: [
      grant.userId,
      grant.clientId,
      grant.scope,
      grant.resource,
      grant.redirectUri,
      grant.codeHash,
      grant.codeChallenge,
      grant.codeExpiresAt,
      grant.now,
    ],
  });
}

/** Whether the person has let the client act for them, and not taken that back. */
export async function hasConnected(db: Queryable, { userId, clientId }: Pick<NewGrant, "userId" | "clientId">): Promise<boolean> {
  const text = "select exists (select from tool_clients where user_id = $1 and client_id = $2) found";
  return (await one<{ found: boolean }>(db, { text, values: [userId, clientId] })).found;
}

/** Locks the code's grant and everything issued from it until the transaction ends. */
export async function lockGrantByCode(tx: Queryable, codeHash: Buffer): Promise<Grant | null> {
  return maybeOne<Grant>(tx, { text: `select ${COLUMNS} from oauth_grants g where g.code_hash = $1 for update`, values: [codeHash] });
}

export interface RefreshToken {
  readonly expiresAt: Instant;
  readonly usedAt: Instant | null;
}

/** The same for a refresh token. The token is read after locking, since another request may be using it. */
export async function lockGrantByRefreshToken(tx: Queryable, hash: Buffer): Promise<{ grant: Grant; token: RefreshToken } | null> {
  const grant = await maybeOne<Grant>(tx, {
    text: `select ${COLUMNS} from oauth_grants g
           where g.id = (select grant_id from oauth_tokens where hash = $1 and kind = 'refresh') for update`,
    values: [hash],
  });
  if (grant === null) return null;
  const token = await maybeOne<RefreshToken>(tx, {
    text: `select expires_at as "expiresAt", used_at as "usedAt" from oauth_tokens where hash = $1`,
    values: [hash],
  });
  return token === null ? null : { grant, token };
}

export async function markCodeUsed(tx: Queryable, grantId: number, now: Instant): Promise<void> {
  await execute(tx, { text: "update oauth_grants set code_used_at = $2 where id = $1", values: [grantId, now] });
}

export async function markTokenUsed(tx: Queryable, hash: Buffer, now: Instant): Promise<void> {
  await execute(tx, { text: "update oauth_tokens set used_at = $2 where hash = $1", values: [hash, now] });
}

export interface NewToken {
  readonly hash: Buffer;
  readonly kind: "access" | "refresh";
  readonly scope: string;
  readonly expiresAt: Instant;
}

/** Adds tokens to the grant, which lives as long as its last token. */
export async function insertTokens(tx: Queryable, grantId: number, tokens: readonly NewToken[], now: Instant): Promise<void> {
  for (const { hash, kind, scope, expiresAt } of tokens) {
    await execute(tx, {
      text: "insert into oauth_tokens (hash, grant_id, kind, scope, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)",
      values: [hash, grantId, kind, scope, now, expiresAt],
    });
    await execute(tx, {
      text: "update oauth_grants set expires_at = greatest(expires_at, $2) where id = $1",
      values: [grantId, expiresAt],
    });
  }
}

/** Deletes the grant with all of its tokens. */
export async function deleteGrant(tx: Queryable, grantId: number): Promise<void> {
  await execute(tx, { text: "delete from oauth_grants where id = $1", values: [grantId] });
}

/** A token of any kind, if it was issued to this client. */
export async function findTokenOfClient(
  db: Queryable,
  hash: Buffer,
  clientId: string,
): Promise<{ readonly grantId: number; readonly kind: "access" | "refresh" } | null> {
  return maybeOne(db, {
    text: `select t.grant_id as "grantId", t.kind from oauth_tokens t join oauth_grants g on g.id = t.grant_id
           where t.hash = $1 and g.client_id = $2`,
    values: [hash, clientId],
  });
}

export async function deleteToken(db: Queryable, hash: Buffer): Promise<void> {
  await execute(db, { text: "delete from oauth_tokens where hash = $1", values: [hash] });
}

/** Deletes expired grants and tokens, and clients left without any. Call in a transaction. */
export async function deleteEndedGrants(tx: Queryable, now: Instant): Promise<void> {
  await execute(tx, { text: "delete from oauth_grants where expires_at <= $1", values: [now] });
  await execute(tx, { text: "delete from oauth_tokens where expires_at <= $1", values: [now] });
  // A client may be authorized again at this moment: once locked, it is checked again by a statement that sees newer grants.
  const ended = "not exists (select from oauth_grants g where g.user_id = t.user_id and g.client_id = t.client_id)";
  const rows = await query<{ userId: number; clientId: string }>(tx, {
    text: `select user_id as "userId", client_id as "clientId" from tool_clients t where ${ended} for update skip locked`,
  });
  await execute(tx, {
    text: `delete from tool_clients t using unnest($1::bigint[], $2::text[]) as e (user_id, client_id)
           where t.user_id = e.user_id and t.client_id = e.client_id and ${ended}`,
    values: [rows.map(({ userId }) => userId), rows.map(({ clientId }) => clientId)],
  });
}
