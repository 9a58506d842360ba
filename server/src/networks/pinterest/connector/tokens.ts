import type { LogInCall } from "../../connectors/log-in.ts";
import { aboutIn, type TokenDoor, type TokenReply } from "../../connectors/oauth/log-in.ts";
import { type Failure, reasonOf, sendTo, waitAsked } from "./api.ts";
import { signOf } from "./errors.ts";
import { ACCESS_TOKEN_DAYS, CODES, REFRESH_TOKEN_DAYS } from "./unverified.ts";

const DAY_SECONDS = 86_400;

/**
 * Errors are not those of OAuth here, so the requests are made without its library. Applications from before 25 September 2025 have to
 * ask for refresh tokens that are renewed with each use; others get no other: https://github.com/pinterest/api-description,
 * `oauth/token` (5.23.0, 2026-11). The parameter is in its text alone.
 */
export const TOKENS: TokenDoor = {
  lives: {
    accessSeconds: ACCESS_TOKEN_DAYS * DAY_SECONDS,
    marginSeconds: 2 * DAY_SECONDS,
    everySeconds: 7 * DAY_SECONDS,
    refreshSeconds: REFRESH_TOKEN_DAYS * DAY_SECONDS,
  },
  againSeconds: 3600,
  exchange: ({ code, answer }, call) =>
    demand(call, { grant_type: "authorization_code", code, redirect_uri: answer.redirectUri, continuous_refresh: "true" }),
  /** Whether an old refresh token works again after its answer was lost is unverified, so only the second refusal is believed. */
  async renew({ refreshToken }, call) {
    const ask = () => demand(call, { grant_type: "refresh_token", refresh_token: refreshToken });
    const first = await ask();
    return first.kind === "failed" && first.endsGrant ? ask() : first;
  },
};

async function demand(call: LogInCall, fields: Readonly<Record<string, string>>): Promise<TokenReply> {
  const { clientId = "", clientSecret = null } = call.application ?? {};
  const answer = await sendTo(call, "/oauth/token", {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret ?? ""}`).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams(fields).toString(),
  });
  if (answer.kind === "ok") return answer;
  return { kind: "failed", reason: reasonOf(answer), about: aboutOf(answer), endsGrant: endsGrant(answer), ...waitAsked(answer, call) };
}

function aboutOf(failure: Failure) {
  const sign = signOf(failure);
  const about = aboutIn(failure.kind === "refused" ? (failure.error?.message ?? "") : "");
  if (about === "address") return about;
  if (sign === "dead token" || sign === "no permission") return "application";
  return sign === "refused" || sign === "missing" ? about : "passing";
}

/**
 * A 401 is about the id and the secret of the application, unless it names the refresh token, as in
 * https://github.com/pinterest/pinterest-python-sdk/issues/114 (read in November 2026).
 */
function endsGrant(answer: Failure): boolean {
  if (answer.kind !== "refused") return false;
  if (answer.status === 401) return answer.error?.code === CODES.grant || /\bgrant\b|refresh token/i.test(answer.error?.message ?? "");
  return answer.status === 400 && signOf(answer) !== "throttled";
}
