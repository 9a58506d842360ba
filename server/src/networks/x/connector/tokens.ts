import { ClientSecretBasic, None } from "openid-client";
import type { LogInCall } from "../../connectors/log-in.ts";
import type { OAuthClient } from "../../connectors/oauth/client.ts";
import type { Lives } from "../../connectors/oauth/tokens.ts";
import { REFRESH_TOKEN_DAYS } from "./unverified.ts";

/** https://docs.x.com/fundamentals/authentication/oauth-2-0/user-access-token (2026-08). */
export const LIVES: Lives = { accessSeconds: 7200, marginSeconds: 1800, refreshSeconds: REFRESH_TOKEN_DAYS * 86_400 };

/** X as an OAuth server; null without an application. One without a secret is public, and sends its id alone. */
export function clientOf(call: LogInCall): OAuthClient | null {
  const { application } = call;
  if (application === null || application.clientId === "") return null;
  const { clientId, clientSecret } = application;
  const api = call.host("api");
  return {
    server: { issuer: api, token_endpoint: `${api}/2/oauth2/token`, revocation_endpoint: `${api}/2/oauth2/revoke` },
    clientId,
    authentication: clientSecret === null ? None() : ClientSecretBasic(clientSecret),
    call,
  };
}
