import { addSeconds, type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { ClientSecretPost, refreshTokenGrant, type TokenEndpointResponse } from "openid-client";
import { z } from "zod";
import type { AccountGrant, ConnectCall } from "../connector.ts";
import type { Json } from "../json.ts";
import type { Application, GrantEnds, LogInCall } from "../log-in.ts";
import { type Attempted, attempt, type OAuthCall, type OAuthClient, type OAuthFailure } from "../oauth/client.ts";

/** The places of Google's log-in, among the hosts of each connector that uses it. */
export const GOOGLE_HOSTS = { accounts: "https://accounts.google.com", oauth: "https://oauth2.googleapis.com" } as const;

/** What a grant holds. */
const Tokens = z.object({
  accessToken: z.string().min(1),
  /** Null for a token that cannot be renewed. */
  refreshToken: z.string().min(1).nullable(),
  /** When the refresh token ends; null if Google has not said. */
  refreshEndsAt: z
    .string()
    .transform((text) => toInstant(text))
    .nullable(),
});
export type GoogleTokens = z.output<typeof Tokens>;

/** What the token endpoint gave. */
export interface GivenTokens {
  readonly tokens: GoogleTokens;
  readonly ends: GrantEnds;
  /** Null if the answer does not say. */
  readonly scopes: readonly string[] | null;
}

/** Access tokens last an hour: https://developers.google.com/identity/protocols/oauth2/web-server (2026-11). */
const ACCESS_SECONDS = 3600;
/** Renewed so long before its end. */
const MARGIN_SECONDS = 1200;

/** Of a time-based access alone, such as for applications in testing mode: the same page. */
const RefreshEnd = z.object({ refresh_token_expires_in: z.number().positive() });

/** Google as an OAuth server; null without an application. */
export function googleClient(call: OAuthCall & Pick<LogInCall, "host">, application: Application | null): OAuthClient | null {
  if (application === null || application.clientId === "" || application.clientSecret === null) return null;
  return {
    server: {
      // As Google calls itself in its id tokens, at whatever address it is reached.
      issuer: GOOGLE_HOSTS.accounts,
      authorization_endpoint: `${call.host("accounts")}/o/oauth2/v2/auth`,
      token_endpoint: `${call.host("oauth")}/token`,
    },
    clientId: application.clientId,
    authentication: ClientSecretPost(application.clientSecret),
    call,
  };
}

/** Reads what a grant stores; throws on anything else, which only a bug can have stored. */
export function storedTokens(stored: Json): GoogleTokens {
  return Tokens.parse(stored);
}

/** The access token of a channel's grant. */
export function tokenOf(grant: Pick<AccountGrant, "credentials"> | null): string {
  if (grant === null) throw new Error("A channel of a Google application has no grant.");
  return storedTokens(grant.credentials).accessToken;
}

/** An answer of the token endpoint. Renewals usually give no refresh token, and the old one lives on. */
export function givenTokens(answer: TokenEndpointResponse, { now, old }: { readonly now: Instant; readonly old: GoogleTokens | null }) {
  const end = RefreshEnd.safeParse(answer).data;
  const refreshEndsAt = end === undefined ? null : addSeconds(now, end.refresh_token_expires_in);
  const isNew = answer.refresh_token !== undefined;
  const tokens: GoogleTokens = {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? old?.refreshToken ?? null,
    refreshEndsAt: refreshEndsAt ?? (isNew ? null : (old?.refreshEndsAt ?? null)),
  };
  const given: GivenTokens = {
    tokens,
    ends: endsOf(tokens, answer.expires_in ?? ACCESS_SECONDS, now),
    scopes: answer.scope?.split(" ").filter((name) => name !== "") ?? null,
  };
  return given;
}

/** An old refresh token may be used any number of times, so a renewal whose answer is lost can be repeated. */
export async function refreshTokens(
  client: OAuthClient,
  old: GoogleTokens & { readonly refreshToken: string },
): Promise<Attempted<GivenTokens>> {
  const renewed = await attempt(client, (config) => refreshTokenGrant(config, old.refreshToken));
  return renewed.kind === "ok" ? { kind: "ok", value: givenTokens(renewed.value, { now: client.call.now(), old }) } : renewed;
}

/** The words of a failure at the token endpoint, without a full stop. */
export function wordsOf(failure: OAuthFailure): string {
  if (failure.kind === "declined") return "access was declined";
  return (failure.kind === "refused" ? failure.message : failure.reason).replace(/\.$/, "");
}

const PASTED = z.object({ accessToken: pastedToken().nullish(), refreshToken: pastedToken().nullish() });

export type OpenedTokens =
  | { readonly kind: "opened"; readonly given: GivenTokens }
  | { readonly kind: "refused" | "unreachable"; readonly reason: string };

/**
 * Tokens that somebody already has. A refresh token is tried out at once, which also says what was given; it belongs to the application
 * with which it was made, so that has to be the one that is registered here.
 */
export async function openPastedTokens(pasted: unknown, call: ConnectCall): Promise<OpenedTokens> {
  const read = PASTED.safeParse(pasted);
  const { accessToken = null, refreshToken = null } = read.data ?? {};
  const client = googleClient(call, call.application ?? null);
  if (refreshToken !== null && client !== null) return renewPasted(client, refreshToken);
  if (accessToken !== null) {
    const tokens = { accessToken, refreshToken, refreshEndsAt: null };
    const now = call.now();
    const ends = endsOf(tokens, ACCESS_SECONDS, now);
    // Nobody knows how old it is.
    return { kind: "opened", given: { tokens, ends: refreshToken === null ? ends : { ...ends, renewAt: now }, scopes: null } };
  }
  if (refreshToken !== null)
    return { kind: "refused", reason: "A refresh token needs the application with which it was made: register it first." };
  return { kind: "refused", reason: 'The credentials need "refreshToken", or "accessToken" for an hour.' };
}

async function renewPasted(client: OAuthClient, refreshToken: string): Promise<OpenedTokens> {
  const renewed = await refreshTokens(client, { accessToken: "", refreshToken, refreshEndsAt: null });
  if (renewed.kind === "ok") return { kind: "opened", given: renewed.value };
  const reason = `Google: ${wordsOf(renewed)}`;
  if (renewed.kind !== "refused" || renewed.error === null) return { kind: "unreachable", reason };
  return { kind: "refused", reason: `${reason}. The refresh token has to be one of the application that is registered here.` };
}

function endsOf({ refreshToken, refreshEndsAt }: GoogleTokens, seconds: number, now: Instant): GrantEnds {
  const accessEndsAt = addSeconds(now, seconds);
  if (refreshToken === null) return { accessEndsAt, renewAt: null, endsAt: accessEndsAt };
  return { accessEndsAt, renewAt: addSeconds(now, Math.max(seconds / 2, seconds - MARGIN_SECONDS)), endsAt: refreshEndsAt };
}

function pastedToken() {
  return z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]+$/);
}
