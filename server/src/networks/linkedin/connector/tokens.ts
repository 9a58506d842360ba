import { send } from "../../connectors/api.ts";
import type { LogInCall } from "../../connectors/log-in.ts";
import { aboutIn, type TokenDoor, type TokenReply } from "../../connectors/oauth/log-in.ts";
import { readAnswer, reasonOf } from "./api.ts";
import { signOf } from "./errors.ts";

const DAY_SECONDS = 86_400;

/**
 * Tokens last 60 days. Approved partners get one for renewals besides, which ends a year after the log-in and is not moved by them:
 * https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens (2024-08). Whether the old token for
 * renewals lives on is unverified: the answer's own is taken if it has one.
 */
export const TOKENS: TokenDoor = {
  lives: { accessSeconds: null, marginSeconds: 14 * DAY_SECONDS, endsTogether: true },
  againSeconds: 3600,
  exchange: ({ code, answer }, call) => demand(call, { grant_type: "authorization_code", code, redirect_uri: answer.redirectUri }),
  renew: ({ refreshToken }, call) => demand(call, { grant_type: "refresh_token", refresh_token: refreshToken }),
};

async function demand(call: LogInCall, fields: Readonly<Record<string, string>>): Promise<TokenReply> {
  const { clientId = "", clientSecret = null } = call.application ?? {};
  const reply = await send(call, {
    method: "POST",
    url: `${call.host("www")}/oauth/v2/accessToken`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...fields, client_id: clientId, client_secret: clientSecret ?? "" }).toString(),
  });
  const answer = readAnswer(reply, call);
  if (answer.kind === "ok") return answer;
  const [reason, sign] = [reasonOf(answer), signOf(answer)];
  const about = ["outage", "proxy", "throttled"].includes(sign) ? "passing" : aboutIn(reason);
  if (answer.kind !== "refused") return { kind: "failed", reason, about, endsGrant: false };
  const { codes, retryAfterSeconds } = answer;
  return { kind: "failed", reason, about, endsGrant: codes.includes("invalid_grant"), retryAfterSeconds };
}
