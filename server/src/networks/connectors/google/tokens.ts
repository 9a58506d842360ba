import { ClientSecretPost } from "openid-client";
import { z } from "zod";
import type { ConnectCall } from "../connector.ts";
import type { LogInCall } from "../log-in.ts";
import type { OAuthClient } from "../oauth/client.ts";
import { tokensBy } from "../oauth/library.ts";
import { bareTokens, endsOfPasted, type Given, givenBy, type Lives, PastedToken, readPasted } from "../oauth/tokens.ts";

/** The places of Google's log-in, among the hosts of each connector that uses it. */
export const GOOGLE_HOSTS = { accounts: "https://accounts.google.com", oauth: "https://oauth2.googleapis.com" } as const;

/**
 * Access tokens last an hour. Refresh tokens have no end of their own, except for applications in testing mode, where they end after
 * seven days, and with a time-based access: https://developers.google.com/identity/protocols/oauth2/web-server (2026-11).
 */
const LIVES: Lives = { accessSeconds: 3600, marginSeconds: 1200, refreshSeconds: null };

/** An old refresh token may be used any number of times, so a renewal whose answer is lost can be repeated. */
export const GOOGLE_TOKENS = tokensBy({ network: "Google", lives: LIVES, againSeconds: 300, client: clientOf });

/** Google as an OAuth server; null without an application. */
function clientOf(call: LogInCall): OAuthClient | null {
  const { application } = call;
  if (application === null || application.clientId === "" || application.clientSecret === null) return null;
  return {
    // As Google calls itself in its id tokens, at whatever address it is reached.
    server: { issuer: GOOGLE_HOSTS.accounts, token_endpoint: `${call.host("oauth")}/token` },
    clientId: application.clientId,
    authentication: ClientSecretPost(application.clientSecret),
    call,
  };
}

const Pasted = z.object({ accessToken: PastedToken.nullish(), refreshToken: PastedToken.nullish() });
const NEEDED = 'The credentials need "refreshToken", or "accessToken" for an hour.';

/** What tokens were given that somebody already has. */
export type OpenedTokens =
  | { readonly kind: "opened"; readonly given: Given }
  | { readonly kind: "refused" | "unreachable"; readonly reason: string };

/**
 * Tokens that somebody already has. A refresh token is tried out at once, which also says what was given; it belongs to the application
 * with which it was made, so that has to be the one that is registered here.
 */
export async function openPastedTokens(pasted: unknown, call: ConnectCall): Promise<OpenedTokens> {
  const read = readPasted(Pasted, pasted, NEEDED);
  if ("problem" in read) return { kind: "refused", reason: read.problem };
  const { accessToken = null, refreshToken = null } = read;
  const logInCall = { ...call, application: call.application ?? null };
  if (refreshToken !== null && clientOf(logInCall) !== null) return renewPasted(refreshToken, logInCall);
  if (accessToken !== null) {
    const tokens = bareTokens(accessToken, refreshToken);
    return { kind: "opened", given: { tokens, ends: endsOfPasted(tokens, LIVES, call.now()), scopes: null } };
  }
  if (refreshToken !== null)
    return { kind: "refused", reason: "A refresh token needs the application with which it was made: register it first." };
  return { kind: "refused", reason: NEEDED };
}

async function renewPasted(refreshToken: string, call: LogInCall): Promise<OpenedTokens> {
  const old = { ...bareTokens("", refreshToken), refreshToken };
  const renewed = await GOOGLE_TOKENS.renew(old, call);
  const given = renewed.kind === "ok" ? givenBy(renewed.body, LIVES, { now: call.now(), old }) : null;
  if (given !== null) return { kind: "opened", given };
  const reason = renewed.kind === "failed" ? renewed.reason : "Google: the answer contains no token";
  if (renewed.kind !== "failed" || renewed.about === "passing") return { kind: "unreachable", reason };
  return { kind: "refused", reason: `${reason}. The refresh token has to be one of the application that is registered here.` };
}
