import { addSeconds, type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import { retryAfterSeconds } from "../../../ground/net/retry-after.ts";
import type { GrantEnds, LogInCall } from "../../connectors/log-in.ts";
import { oneLine } from "../../connectors/reply.ts";
import type { Failure } from "./api.ts";
import type { Tokens } from "./credentials.ts";
import { exactJson } from "./exact-json.ts";
import { ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_DAYS } from "./unverified.ts";

/** Renewed so long before its end: an upload with its review may take long. */
const MARGIN_SECONDS = 1800;
const DAY_SECONDS = 86_400;
const MESSAGE_LENGTH_MAX = 300;

/** What the token endpoint gave. */
export interface Given {
  readonly tokens: Tokens;
  readonly person: string;
  /** Null if the answer does not say. */
  readonly scopes: readonly string[] | null;
  readonly ends: GrantEnds;
}

export type GivenOrNot = { readonly kind: "given"; readonly given: Given } | Failure;

const lifetime = z.coerce.number().positive().nullish().catch(null);
const Answer = z.object({
  access_token: z.string().min(1),
  expires_in: lifetime,
  open_id: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  refresh_expires_in: lifetime,
  scope: z.string().nullish(),
});
/** Unlike in the rest of the API, errors are flat here, and so is success. */
const Refusal = z.object({ error: z.string().min(1), error_description: z.string().catch(""), log_id: z.string().nullish().catch(null) });

/** https://developers.tiktok.com/doc/oauth-get-a-user-access-token (2026-11). A code is taken once. */
export function exchangeCode(call: LogInCall, { code, redirectUri }: { code: string; redirectUri: string }): Promise<GivenOrNot> {
  return askForTokens(call, { grant_type: "authorization_code", code, redirect_uri: redirectUri });
}

/** https://developers.tiktok.com/docs/en/oauth-refresh-a-user-access-token (2026-11). The answer ends the old refresh token. */
export function refresh(call: LogInCall, refreshToken: string): Promise<GivenOrNot> {
  return askForTokens(call, { grant_type: "refresh_token", refresh_token: refreshToken });
}

/** Gives a token back; null if TikTok did so, or does not know it any more. */
export async function revokeToken(call: LogInCall, token: string): Promise<Failure | null> {
  const answer = await post(call, "/v2/oauth/revoke/", { token });
  return answer.kind === "ok" || (answer.kind === "refused" && answer.status < 500) ? null : answer;
}

/** Nobody knows how old tokens are that a person has pasted, so they are renewed at once. */
export function endsOfGiven(tokens: Tokens, now: Instant): GrantEnds {
  const ends = endsOf({ tokens, accessSeconds: null, refreshSeconds: null }, now);
  return tokens.refreshToken === null ? ends : { ...ends, renewAt: now };
}

interface Lives {
  readonly tokens: Tokens;
  readonly accessSeconds: number | null;
  readonly refreshSeconds: number | null;
}

function endsOf({ tokens, accessSeconds, refreshSeconds }: Lives, now: Instant): GrantEnds {
  const life = accessSeconds ?? ACCESS_TOKEN_SECONDS;
  const accessEndsAt = addSeconds(now, life);
  if (tokens.refreshToken === null) return { accessEndsAt, renewAt: null, endsAt: accessEndsAt };
  const renewAt = addSeconds(now, Math.max(life / 2, life - MARGIN_SECONDS));
  return { accessEndsAt, renewAt, endsAt: addSeconds(now, refreshSeconds ?? REFRESH_TOKEN_DAYS * DAY_SECONDS) };
}

async function askForTokens(call: LogInCall, fields: Readonly<Record<string, string>>): Promise<GivenOrNot> {
  const answer = await post(call, "/v2/oauth/token/", fields);
  if (answer.kind !== "ok") return answer;
  const read = Answer.safeParse(answer.data);
  if (!read.success) return { kind: "lost", reason: "the answer contains no tokens" };
  const { access_token, expires_in, open_id, refresh_token, refresh_expires_in, scope } = read.data;
  const tokens = { accessToken: access_token, refreshToken: refresh_token ?? null };
  const ends = endsOf({ tokens, accessSeconds: expires_in ?? null, refreshSeconds: refresh_expires_in ?? null }, call.now());
  const scopes = scope?.split(/[\s,]+/).filter((name) => name !== "") ?? null;
  return { kind: "given", given: { tokens, person: open_id, scopes, ends } };
}

/** TikTok's names of the fields are its own, so the requests are made without a library for OAuth. */
async function post(call: LogInCall, path: string, fields: Readonly<Record<string, string>>) {
  const { clientId = "", clientSecret = null } = call.application ?? {};
  const reply = await call.net.call({
    method: "POST",
    url: `${call.host("api")}${path}`,
    headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded", "cache-control": "no-cache" },
    body: new URLSearchParams({ client_key: clientId, client_secret: clientSecret ?? "", ...fields }).toString(),
    signal: call.signal,
  });
  if (reply.kind !== "answered") return reply;
  const { status, headers, text } = reply;
  const data = exactJson(text ?? "");
  // Trap: refusals come with the status 200 too.
  const refusal = Refusal.safeParse(data).data;
  if (refusal === undefined && status >= 200 && status < 300) return { kind: "ok", data } as const;
  const asked = retryAfterSeconds(headers, toEpochMilliseconds(call.now()));
  const { error, error_description: words, log_id } = refusal ?? { error: null, error_description: "" };
  return {
    kind: "refused",
    status,
    code: error,
    message: oneLine(words, MESSAGE_LENGTH_MAX),
    logId: log_id ?? null,
    retryAfterSeconds: asked,
  } as const;
}
