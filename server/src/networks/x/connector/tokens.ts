import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { ClientSecretBasic, None } from "openid-client";
import type { GrantEnds, LogInCall } from "../../connectors/log-in.ts";
import type { OAuthClient } from "../../connectors/oauth/client.ts";
import type { Tokens } from "./credentials.ts";
import { REFRESH_TOKEN_DAYS } from "./unverified.ts";

/** https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token (2026-08). */
const ACCESS_SECONDS = 7200;
/** Renewed so long before its end. */
const MARGIN_SECONDS = 1800;
const DAY_SECONDS = 86_400;

/** X as an OAuth server; null without an application. One without a secret is public, and sends its id alone. */
export function clientOf(call: LogInCall): OAuthClient | null {
  const { application } = call;
  if (application === null || application.clientId === "") return null;
  const { clientId, clientSecret } = application;
  const api = call.host("api");
  return {
    server: {
      issuer: api,
      authorization_endpoint: `${call.host("www")}/i/oauth2/authorize`,
      token_endpoint: `${api}/2/oauth2/token`,
      revocation_endpoint: `${api}/2/oauth2/revoke`,
    },
    clientId,
    authentication: clientSecret === null ? None() : ClientSecretBasic(clientSecret),
    call,
  };
}

/** When tokens end that were made now. */
export function endsOf({ refreshToken }: Tokens, seconds: number | undefined, now: Instant): GrantEnds {
  const life = seconds ?? ACCESS_SECONDS;
  const accessEndsAt = addSeconds(now, life);
  if (refreshToken === null) return { accessEndsAt, renewAt: null, endsAt: accessEndsAt };
  const renewAt = addSeconds(now, Math.max(life / 2, life - MARGIN_SECONDS));
  return { accessEndsAt, renewAt, endsAt: addSeconds(now, REFRESH_TOKEN_DAYS * DAY_SECONDS) };
}

/** Nobody knows how old tokens are that a person has pasted. */
export function endsOfGiven(tokens: Tokens, now: Instant): GrantEnds {
  const ends = endsOf(tokens, ACCESS_SECONDS, now);
  return tokens.refreshToken === null ? ends : { ...ends, renewAt: now };
}
