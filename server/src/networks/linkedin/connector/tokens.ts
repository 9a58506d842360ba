import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { GrantEnds, LogInCall } from "../../connectors/log-in.ts";
import { type Failure, readReply } from "./api.ts";
import type { Tokens } from "./credentials.ts";

/**
 * Tokens last 60 days. Approved partners get one for renewals besides, which ends a year after the log-in and is not moved by them:
 * https://learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens (2024-08).
 */
const RENEWED_BEFORE_SECONDS = 14 * 86_400;

export interface Made {
  readonly tokens: Tokens;
  readonly ends: GrantEnds;
  /** Null if the answer does not say. */
  readonly scopes: readonly string[] | null;
}

export type MadeOrNot = { readonly kind: "made"; readonly made: Made } | Failure;

const seconds = z.coerce.number().positive().nullish().catch(null);
const Answer = z.object({
  access_token: z.string().min(1),
  expires_in: seconds,
  refresh_token: z.string().min(1).nullish(),
  refresh_token_expires_in: seconds,
  scope: z.string().nullish(),
});

export function exchangeCode(call: LogInCall, { code, redirectUri }: { code: string; redirectUri: string }): Promise<MadeOrNot> {
  return demand(call, { grant_type: "authorization_code", code, redirect_uri: redirectUri }, null);
}

/** Whether the old token for renewals lives on is unverified: the answer's own is taken if it has one. */
export function refresh(call: LogInCall, tokens: Tokens): Promise<MadeOrNot> {
  return demand(call, { grant_type: "refresh_token", refresh_token: tokens.refreshToken ?? "" }, tokens);
}

/** For a token that somebody has: it ends when they say so. */
export function endsAt(end: Instant | null): GrantEnds {
  return { accessEndsAt: end, renewAt: null, endsAt: end };
}

async function demand(call: LogInCall, fields: Readonly<Record<string, string>>, old: Tokens | null): Promise<MadeOrNot> {
  const { clientId, clientSecret } = call.application ?? { clientId: "", clientSecret: null };
  const form = new URLSearchParams({ ...fields, client_id: clientId, client_secret: clientSecret ?? "" });
  const reply = await call.net.call({
    method: "POST",
    url: `${call.host("www")}/oauth/v2/accessToken`,
    headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
    signal: call.signal,
  });
  const answer = readReply(reply, call);
  if (answer.kind !== "ok") return answer;
  const given = Answer.safeParse(answer.body);
  if (!given.success) return { kind: "lost", reason: "the answer contains no token" };
  const { access_token: accessToken, expires_in, refresh_token, refresh_token_expires_in, scope } = given.data;
  const now = call.now();
  const tokens: Tokens = {
    accessToken,
    refreshToken: refresh_token ?? old?.refreshToken ?? null,
    refreshEndsAt: refresh_token_expires_in == null ? (old?.refreshEndsAt ?? null) : addSeconds(now, refresh_token_expires_in),
  };
  const ends = endsOf(tokens, { now, accessEndsAt: expires_in == null ? null : addSeconds(now, expires_in) });
  // LinkedIn separates them by commas, OAuth by spaces.
  const scopes = scope == null ? null : scope.split(/[\s,]+/).filter((name) => name !== "");
  return { kind: "made", made: { tokens, ends, scopes } };
}

function endsOf({ refreshToken, refreshEndsAt }: Tokens, { now, accessEndsAt }: { now: Instant; accessEndsAt: Instant | null }): GrantEnds {
  // In its last weeks a renewal gives nothing that lasts longer.
  const isLast = accessEndsAt === null || (refreshEndsAt !== null && refreshEndsAt <= addSeconds(accessEndsAt, 86_400));
  if (refreshToken === null || isLast) return endsAt(accessEndsAt);
  const wanted = addSeconds(accessEndsAt, -RENEWED_BEFORE_SECONDS);
  return { accessEndsAt, renewAt: wanted > now ? wanted : now, endsAt: refreshEndsAt };
}
