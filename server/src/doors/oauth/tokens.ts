import { hash as digest } from "node:crypto";
import { addSeconds } from "@rostrum/contract/formats.ts";
import type { App } from "../../app.ts";
import { type Queryable, transaction } from "../../ground/database/query.ts";
import { hashSecret, newSecret } from "../../people/sign-in/secret.ts";
import {
  deleteGrant,
  deleteToken,
  findTokenOfClient,
  type Grant,
  insertTokens,
  lockGrantByCode,
  lockGrantByRefreshToken,
  markCodeUsed,
  markTokenUsed,
} from "./grant-store.ts";
import { judgeCode, judgeRefresh, type Verdict } from "./rules.ts";
import { askedScope, within } from "./scopes.ts";

/** Each kind of secret has its own prefix, distinct from that of an API key. */
export const PREFIX = { access: "rtt_", refresh: "rtr_", code: "rtc_", client: "rcl_" } as const;

export const ACCESS_SECONDS = 15 * 60;
export const REFRESH_SECONDS = 30 * 86_400;
export const CODE_SECONDS = 2 * 60;

/** The successful response of RFC 6749, section 5.1. */
export interface Tokens {
  readonly access_token: string;
  readonly token_type: "Bearer";
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/** The error response of RFC 6749, section 5.2. */
export interface TokenProblem {
  readonly error: "invalid_grant" | "invalid_target" | "invalid_scope";
  readonly description: string;
}

export interface CodeExchange {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string | null;
  readonly verifier: string;
  readonly resources: readonly string[];
}

/** Exchanges a code for the first tokens of its grant. Of several concurrent exchanges, one succeeds. */
export async function exchangeCode(app: App, exchange: CodeExchange): Promise<Tokens | TokenProblem> {
  return transaction(app.db, async (tx) => {
    const grant = await lockGrantByCode(tx, hashSecret(exchange.code));
    if (grant === null) return { error: "invalid_grant", description: "The code is not valid." };
    const now = app.clock.now();
    const isVerified = challengeOf(exchange.verifier) === grant.codeChallenge;
    const problem = await carryOut(app, tx, grant, judgeCode({ ...exchange, grant, isVerified, now }));
    if (problem !== null) return problem;
    await markCodeUsed(tx, grant.id, now);
    return issue(app, tx, { grantId: grant.id, accessScope: grant.scope, grantScope: grant.scope });
  });
}

export interface RefreshExchange {
  readonly refreshToken: string;
  readonly clientId: string;
  /** A narrower scope for the access token; null for everything granted. */
  readonly scope: string | null;
  readonly resources: readonly string[];
}

/** Exchanges a refresh token for the next pair. The old one is kept as used, to detect reuse. */
export async function refresh(app: App, exchange: RefreshExchange): Promise<Tokens | TokenProblem> {
  const hash = hashSecret(exchange.refreshToken);
  return transaction(app.db, async (tx) => {
    const found = await lockGrantByRefreshToken(tx, hash);
    if (found === null) return { error: "invalid_grant", description: "The refresh token is not valid." };
    const now = app.clock.now();
    const problem = await carryOut(app, tx, found.grant, judgeRefresh({ ...exchange, ...found, now }));
    if (problem !== null) return problem;
    const asked = askedScope(exchange.scope);
    if (asked === null) return { error: "invalid_scope", description: "The supported scopes are read and write." };
    await markTokenUsed(tx, hash, now);
    const { id: grantId, scope: grantScope } = found.grant;
    return issue(app, tx, { grantId, accessScope: within(asked, grantScope), grantScope });
  });
}

/** Revokes a token of the client (RFC 7009): an access token alone, a refresh token with its whole grant. */
export async function revoke(app: App, token: string, clientId: string): Promise<void> {
  const hash = hashSecret(token);
  const found = await findTokenOfClient(app.db, hash, clientId);
  if (found === null) return;
  if (found.kind === "refresh") await deleteGrant(app.db, found.grantId);
  else await deleteToken(app.db, hash);
}

/** RFC 7636, section 4.6. */
function challengeOf(verifier: string): string {
  return digest("sha256", verifier, "base64url");
}

async function carryOut(app: App, tx: Queryable, grant: Pick<Grant, "id" | "clientId">, verdict: Verdict): Promise<TokenProblem | null> {
  if (verdict.kind === "good") return null;
  if (verdict.revoke) {
    await deleteGrant(tx, grant.id);
    app.log.warn({ event: "grant ended", clientId: grant.clientId, reason: verdict.description });
  }
  return { error: verdict.error, description: verdict.description };
}

async function issue(
  app: App,
  tx: Queryable,
  { grantId, accessScope, grantScope }: { readonly grantId: number; readonly accessScope: string; readonly grantScope: string },
): Promise<Tokens> {
  const now = app.clock.now();
  const access = newSecret(PREFIX.access);
  const next = newSecret(PREFIX.refresh);
  const tokens = [
    { hash: access.hash, kind: "access", scope: accessScope, expiresAt: addSeconds(now, ACCESS_SECONDS) },
    { hash: next.hash, kind: "refresh", scope: grantScope, expiresAt: addSeconds(now, REFRESH_SECONDS) },
  ] as const;
  await insertTokens(tx, grantId, tokens, now);
  return {
    access_token: access.secret,
    token_type: "Bearer",
    expires_in: ACCESS_SECONDS,
    refresh_token: next.secret,
    scope: accessScope,
  };
}
