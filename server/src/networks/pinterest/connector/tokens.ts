import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { GrantEnds, LogInCall } from "../../connectors/log-in.ts";
import { addressOf, type Failure, send } from "./api.ts";
import type { Tokens } from "./credentials.ts";
import { REFRESH_TOKEN_DAYS } from "./unverified.ts";

const DAY_SECONDS = 86_400;
const RENEWED_EVERY_SECONDS = 7 * DAY_SECONDS;
/** Renewed so long before the end of the access token at the latest. */
const MARGIN_SECONDS = 2 * DAY_SECONDS;

/** What the token endpoint gave. */
export interface Given {
  readonly tokens: Tokens;
  readonly accessEndsAt: Instant;
  /** Null if the answer does not say. */
  readonly scopes: readonly string[] | null;
}

export type GivenOrNot = { readonly kind: "given"; readonly given: Given } | Failure;

/** The lifetimes of the refresh token are missing in some answers, and so is the token itself. */
const Answer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  scope: z.string().optional(),
  refresh_token: z.string().min(1).nullish(),
  refresh_token_expires_in: z.number().positive().nullish(),
});

/**
 * Applications from before 25 September 2025 have to ask for refresh tokens that are renewed with each use; others get no other:
 * https://github.com/pinterest/api-description, `oauth/token` (5.23.0, 2026-11). The parameter is in its text alone.
 */
export function exchangeCode(call: LogInCall, { code, redirectUri }: { code: string; redirectUri: string }): Promise<GivenOrNot> {
  return askForTokens(call, { grant_type: "authorization_code", code, redirect_uri: redirectUri, continuous_refresh: "true" }, null);
}

/** New tokens for the old ones. An answer without a refresh token leaves the old one. */
export function refresh(call: LogInCall, old: Tokens & { readonly refreshToken: string }): Promise<GivenOrNot> {
  return askForTokens(call, { grant_type: "refresh_token", refresh_token: old.refreshToken }, old);
}

export function endsOf({ tokens: { refreshToken, refreshEndsAt }, accessEndsAt }: Omit<Given, "scopes">, now: Instant): GrantEnds {
  if (refreshToken === null) return { accessEndsAt, renewAt: null, endsAt: accessEndsAt };
  const wanted = [addSeconds(now, RENEWED_EVERY_SECONDS), addSeconds(accessEndsAt, -MARGIN_SECONDS)].reduce((a, b) => (a < b ? a : b));
  return { accessEndsAt, renewAt: wanted < now ? now : wanted, endsAt: refreshEndsAt };
}

/** Errors are not those of OAuth here, so the requests are made without its library. */
async function askForTokens(call: LogInCall, fields: Readonly<Record<string, string>>, old: Tokens | null): Promise<GivenOrNot> {
  const { clientId = "", clientSecret = null } = call.application ?? {};
  const answer = await send(call, {
    method: "POST",
    url: addressOf(call, "/oauth/token"),
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret ?? ""}`).toString("base64")}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams(fields).toString(),
  });
  if (answer.kind !== "ok") return answer;
  const read = Answer.safeParse(answer.body);
  return read.success
    ? { kind: "given", given: givenBy(read.data, { now: call.now(), old }) }
    : { kind: "lost", reason: "the answer contains no tokens" };
}

function givenBy(answer: z.output<typeof Answer>, { now, old }: { readonly now: Instant; readonly old: Tokens | null }): Given {
  const { access_token: accessToken, expires_in, scope, refresh_token, refresh_token_expires_in } = answer;
  const isNew = refresh_token != null;
  const refreshToken = refresh_token ?? old?.refreshToken ?? null;
  const newEnd = refreshToken === null ? null : addSeconds(now, refresh_token_expires_in ?? REFRESH_TOKEN_DAYS * DAY_SECONDS);
  return {
    tokens: { accessToken, refreshToken, refreshEndsAt: isNew ? newEnd : (old?.refreshEndsAt ?? newEnd) },
    accessEndsAt: addSeconds(now, expires_in),
    // With spaces in practice, with commas in requests.
    scopes: scope === undefined ? null : scope.split(/[\s,]+/).filter((name) => name !== ""),
  };
}
