import type { LogInCall } from "../../connectors/log-in.ts";
import type { TokenDoor, TokenReply } from "../../connectors/oauth/log-in.ts";
import { aboutIn } from "../../connectors/oauth/log-in.ts";
import type { Lives } from "../../connectors/oauth/tokens.ts";
import { askForTokens, reasonOf } from "./api.ts";
import { signOf } from "./errors.ts";
import { ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_DAYS } from "./unverified.ts";

/** Renewed so long before its end: an upload with its review may take long. */
const MARGIN_SECONDS = 1800;

export const LIVES: Lives = {
  accessSeconds: ACCESS_TOKEN_SECONDS,
  marginSeconds: MARGIN_SECONDS,
  refreshSeconds: REFRESH_TOKEN_DAYS * 86_400,
};

/**
 * TikTok's names of the fields are its own, so the requests are made without a library for OAuth:
 * https://developers.tiktok.com/doc/oauth-get-a-user-access-token (2026-11) and
 * https://developers.tiktok.com/docs/en/oauth-refresh-a-user-access-token (2026-11).
 */
export const TOKENS: TokenDoor = {
  lives: LIVES,
  againSeconds: 60,
  exchange: ({ code, answer }, call) => demand(call, { grant_type: "authorization_code", code, redirect_uri: answer.redirectUri }),
  renew: ({ refreshToken }, call) => demand(call, { grant_type: "refresh_token", refresh_token: refreshToken }),
};

async function demand(call: LogInCall, fields: Readonly<Record<string, string>>): Promise<TokenReply> {
  const answer = await askForTokens(call, "/v2/oauth/token/", fields);
  if (answer.kind === "ok") return { kind: "ok", body: answer.data };
  const [reason, sign] = [reasonOf(answer), signOf(answer)];
  const about = ["outage", "proxy", "throttled"].includes(sign) ? "passing" : aboutIn(reason);
  return { kind: "failed", reason, about, endsGrant: answer.kind === "refused" && answer.code === "invalid_grant" };
}
