import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { type Exchange, exchangeCode, issueCode } from "../../../sandbox/kit/codes.ts";
import { allow, type Grant, revokeGrant } from "../../../sandbox/kit/grants.ts";
import { issueRefreshToken, useRefreshToken } from "../../../sandbox/kit/refresh-tokens.ts";
import { issueToken, revokeToken } from "../../../sandbox/kit/tokens.ts";
import type { SandboxWorld } from "../../../sandbox/network.ts";
import { find, put, type Stored } from "../model.ts";
import { invalidGrant } from "../refusal.ts";

/** Everything an app password can do. */
export const GENERIC = "transition:generic";

const DAY = 24 * 3600;
const CODE_SECONDS = 300;
const ACCESS_SECONDS = 3600;
/** How long a log-in and a refresh token last, for applications that prove who they are and for those that cannot. */
const LIFETIMES = {
  proven: { session: 730 * DAY, refresh: 91 * DAY },
  public: { session: 14 * DAY, refresh: 14 * DAY },
} as const;

/** What every request about a log-in must agree with. */
export interface Claimant {
  readonly clientId: string;
  /** Thumbprint of the key that the request's proof was made with. */
  readonly jkt: string;
}

/**
 * A log-in: a grant of its own, not shared with earlier ones of the same person. Codes and refresh tokens begin with its id, which is
 * that of its pushed request.
 */
export async function openSession(world: SandboxWorld, par: Stored<"par">, did: string): Promise<string> {
  const reach = { scopes: par.scopes, accountIds: [] };
  const grant = await allow(world, { clientId: par.id, personId: did, offered: reach, given: reach });
  await put(world, "session", par.id, {
    did,
    client_id: par.client_id,
    jkt: par.jkt,
    proven: par.proven,
    scopes: par.scopes,
    begun_at: world.now(),
    access: null,
    grant: grant.id,
  });
  const { scopes, redirect_uri: redirectUri, challenge } = par;
  const code = await issueCode(world, { grant, scopes, redirectUri, challenge, lifetimeSeconds: CODE_SECONDS });
  return `${par.id}.${code}`;
}

export interface Tokens {
  readonly access_token: string;
  readonly token_type: "DPoP";
  readonly refresh_token: string;
  readonly scope: string;
  readonly expires_in: number;
  readonly sub: string;
}

/** Exchanges a code once. Shown a second time, it ends the log-in: one of the two who have it is not the client. */
export async function redeemCode(world: SandboxWorld, given: Omit<Exchange, "clientId">, claimant: Claimant): Promise<Tokens> {
  const { session, secret } = await claimed(world, given.code, claimant);
  const outcome = await exchangeCode(world, { ...given, code: secret, clientId: session.id });
  if (outcome.kind === "refused") {
    if (outcome.why === "used") await revokeGrant(world, { id: session.grant });
    throw invalidGrant(outcome.why === "verifier" ? "Invalid code_verifier" : "Invalid code");
  }
  const refreshSeconds = lifetimesOf(session).refresh;
  const { grant, scopes } = outcome;
  const refreshToken = await issueRefreshToken(world, { grant, scopes, lifetimeSeconds: refreshSeconds });
  return issue(world, { session, grant, refreshToken });
}

/** Exchanges a refresh token once, likewise. */
export async function rotate(world: SandboxWorld, refreshToken: string, claimant: Claimant): Promise<Tokens> {
  const { session, secret } = await claimed(world, refreshToken, claimant);
  const { session: sessionSeconds, refresh: lifetimeSeconds } = lifetimesOf(session);
  if (addSeconds(session.begun_at, sessionSeconds) <= world.now()) throw invalidGrant("Session expired");
  const outcome = await useRefreshToken(world, { refreshToken: secret, clientId: session.id, rotation: "strict", lifetimeSeconds });
  if (outcome.kind === "refused") {
    if (outcome.why === "used") await revokeGrant(world, { id: session.grant });
    throw invalidGrant(outcome.why === "used" ? "Refresh token replayed" : "Invalid refresh token");
  }
  if (session.access !== null) await revokeToken(world, session.access);
  return issue(world, { session, grant: outcome.grant, refreshToken: outcome.refreshToken });
}

/** Gives a log-in back, by either token. An unknown one is none any more: RFC 7009, section 2.2. */
export async function giveBack(world: SandboxWorld, token: string, { clientId, jkt }: Claimant): Promise<void> {
  const [id = ""] = token.split(".");
  const session = await find(world, "session", id);
  if (session !== null && session.client_id === clientId && session.jkt === jkt) await revokeGrant(world, { id: session.grant });
}

async function issue(
  world: SandboxWorld,
  { session, grant, refreshToken }: { readonly session: Stored<"session">; readonly grant: Grant; readonly refreshToken: string },
): Promise<Tokens> {
  const leftSeconds = (toEpochMilliseconds(session.begun_at) - toEpochMilliseconds(world.now())) / 1000 + lifetimesOf(session).session;
  const seconds = Math.floor(Math.min(ACCESS_SECONDS, leftSeconds));
  const access = await issueToken(world, { grant, kind: "access", lifetimeSeconds: seconds, prefix: `${session.id}.` });
  const { id, createdAt: _createdAt, ...fields } = session;
  await put(world, "session", id, { ...fields, access });
  return {
    access_token: access,
    token_type: "DPoP",
    refresh_token: `${id}.${refreshToken}`,
    scope: session.scopes.join(" "),
    expires_in: seconds,
    sub: session.did,
  };
}

async function claimed(world: SandboxWorld, given: string, { clientId, jkt }: Claimant) {
  const [id = "", secret = ""] = given.split(".");
  const session = await find(world, "session", id);
  if (session === null) throw invalidGrant("Invalid code or token");
  if (session.client_id !== clientId) throw invalidGrant("Token was not issued to this client");
  if (session.jkt !== jkt) throw invalidGrant("DPoP proof does not match the expected JKT");
  return { session, secret };
}

function lifetimesOf({ proven }: Stored<"session">) {
  return proven ? LIFETIMES.proven : LIFETIMES.public;
}
