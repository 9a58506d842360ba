import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { execute, maybeOne, type Queryable, query } from "../../ground/database/query.ts";
import type { Viewer } from "../../ground/viewer.ts";

/** Last use is recorded at most this often, so that reads do not turn into writes. */
export const LAST_USED_SECONDS_MIN = 60;

interface TokenOwner extends Viewer {
  readonly clientId: string;
  readonly clientName: string;
  readonly scope: string;
  readonly lastUsedAt: Instant | null;
}

/** The user and client an access token for the resource belongs to; null when it is unknown or has expired. */
export async function findTokenOwner(
  db: Queryable,
  token: { readonly hash: Buffer; readonly resource: string; readonly now: Instant },
): Promise<TokenOwner | null> {
  return maybeOne<TokenOwner>(db, {
    name: "owner_of_access_token",
    text: `select u.id as "userId", u.public_id as "publicId", u.name, u.timezone, u.verified, u.created_at as "joinedAt",
             g.client_id as "clientId", c.name as "clientName", t.scope, c.last_used_at as "lastUsedAt"
           from oauth_tokens t join oauth_grants g on g.id = t.grant_id join users u on u.id = g.user_id
           join tool_clients c on c.user_id = g.user_id and c.client_id = g.client_id
           where t.hash = $1 and t.kind = 'access' and g.resource = $2 and t.expires_at > $3`,
    values: [token.hash, token.resource, token.now],
  });
}

export async function hasGrant(
  db: Queryable,
  find: { readonly userId: number; readonly clientId: string; readonly resource: string },
): Promise<boolean> {
  const rows = await query(db, {
    name: "has_grant",
    text: "select from oauth_grants where user_id = $1 and client_id = $2 and resource = $3 limit 1",
    values: [find.userId, find.clientId, find.resource],
  });
  return rows.length > 0;
}

/** Concurrent requests write once. */
export async function noteUseOfClient(
  db: Queryable,
  use: { readonly userId: number; readonly clientId: string; readonly now: Instant },
): Promise<void> {
  await execute(db, {
    text: `update tool_clients set last_used_at = $3
           where user_id = $1 and client_id = $2 and (last_used_at is null or last_used_at <= $4)`,
    values: [use.userId, use.clientId, use.now, addSeconds(use.now, -LAST_USED_SECONDS_MIN)],
  });
}

export interface ConnectedProgram {
  readonly clientId: string;
  readonly name: string;
  readonly grantedAt: Instant;
  readonly lastUsedAt: Instant | null;
  readonly mayWrite: boolean;
}

/** The apps that can currently act for the user, oldest first. */
export async function listProgramsOf(db: Queryable, userId: number, now: Instant): Promise<ConnectedProgram[]> {
  return query<ConnectedProgram>(db, {
    text: `select c.client_id as "clientId", c.name, c.granted_at as "grantedAt", c.last_used_at as "lastUsedAt",
             bool_or('write' = any(string_to_array(g.scope, ' '))) as "mayWrite"
           from tool_clients c join oauth_grants g on g.user_id = c.user_id and g.client_id = c.client_id and g.expires_at > $2
           where c.user_id = $1 group by c.user_id, c.client_id order by c.granted_at, c.client_id`,
    values: [userId, now],
  });
}
