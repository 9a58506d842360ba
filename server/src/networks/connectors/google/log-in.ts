import { authorizationCodeGrant, buildAuthorizationUrl } from "openid-client";
import { z } from "zod";
import {
  type BeginOutcome,
  type FinishOutcome,
  type LogIn,
  type LogInAnswer,
  type LogInCall,
  type LogInRequest,
  type LogInScope,
  type OpenGrant,
  type ProbeOutcome,
  type RenewOutcome,
  scopesAsked,
} from "../log-in.ts";
import { attempt, configurationOf, isPassing, type OAuthFailure } from "../oauth/client.ts";
import { givenTokens, googleClient, refreshTokens, storedTokens, wordsOf } from "./tokens.ts";

/**
 * The log-in at Google: https://developers.google.com/identity/protocols/oauth2/web-server (2026-11). Refresh tokens have no end of
 * their own, except for applications in testing mode, where they end after seven days.
 */
export interface GoogleLogIn {
  /** The slug of the platform whose application it is. */
  readonly application: string;
  /** The network that the person sees. */
  readonly network: string;
  readonly scopes: readonly LogInScope[];
  /** Who gave the token. */
  readonly identify: (accessToken: string, call: LogInCall) => Promise<GoogleIdentity>;
  readonly accounts: LogIn["accounts"];
}

export type GoogleIdentity =
  | { readonly kind: "read"; readonly remoteId: string; readonly name: string }
  /** `isDead`: the token is not accepted any more. */
  | { readonly kind: "refused"; readonly reason: string; readonly isDead: boolean }
  | { readonly kind: "unreachable"; readonly reason: string };

export function googleLogIn(way: GoogleLogIn): LogIn {
  const { application, network, scopes, accounts } = way;
  return {
    application,
    network,
    scopes,
    begin: (request, call) => begin(way, request, call),
    finish: (answer, call) => finish(way, answer, call),
    accounts,
    renew,
    probe: (grant, call) => probe(way, grant, call),
    revoke,
    // Unverified: whether giving back one token ends all that the same person gave to the same client, at whichever application.
    revokesToo: ["youtube", "google-business"],
  };
}

/** Sentences about what was not given: as problems if nothing works without it, else as limits. */
export function missingScopes(
  scopes: readonly LogInScope[],
  given: readonly string[],
): { problem: string | null; limits: readonly string[] } {
  const missing = given.length === 0 ? [] : scopes.filter(({ name }) => !given.includes(name));
  const problems = missing.filter(({ needed }) => needed).map(({ without }) => without);
  return {
    problem: problems.length === 0 ? null : `${problems.join(" ")} Log in again and allow it.`,
    limits: missing.filter(({ needed }) => !needed).map(({ without }) => without),
  };
}

const RENEW_AGAIN_SECONDS = 300;
const RENEW_AFTER_REFUSAL_SECONDS = 3600;
const ADVICE = "Log in again. In Google's testing mode, log-ins end after seven days: publish the application there.";

const Memory = z.object({ state: z.string().min(1) });

async function begin(way: GoogleLogIn, { state, redirectUri, challenge }: LogInRequest, call: LogInCall): Promise<BeginOutcome> {
  const client = googleClient(call, call.application);
  if (client === null) return { kind: "refused", reason: noApplication(way) };
  const address = buildAuthorizationUrl(configurationOf(client), {
    redirect_uri: redirectUri,
    scope: scopesAsked(way.scopes, call).join(" "),
    state,
    code_challenge: challenge,
    code_challenge_method: "S256",
    access_type: "offline",
    // Without it, only the first log-in of a person gives a refresh token.
    prompt: "consent",
  });
  return { kind: "open", url: address.href.replaceAll("+", "%20"), memory: { state } };
}

async function finish(way: GoogleLogIn, answer: LogInAnswer, call: LogInCall): Promise<FinishOutcome> {
  const client = googleClient(call, call.application);
  if (client === null) return { kind: "refused", reason: noApplication(way) };
  const { state } = Memory.parse(answer.memory);
  const back = new URL(`${answer.redirectUri}?${new URLSearchParams(answer.parameters)}`);
  const checks = { expectedState: state, pkceCodeVerifier: answer.verifier };
  const exchanged = await attempt(client, (config) => authorizationCodeGrant(config, back, checks));
  if (exchanged.kind === "declined") return exchanged;
  if (exchanged.kind !== "ok") return unfinished(exchanged, answer.redirectUri);
  const given = givenTokens(exchanged.value, { now: call.now(), old: null });
  // Without scopes in the answer, everything asked for is given: RFC 6749, section 5.1.
  const scopes = given.scopes ?? scopesAsked(way.scopes, call);
  const { problem } = missingScopes(way.scopes, scopes);
  if (problem !== null) return { kind: "refused", reason: problem };
  if (given.tokens.refreshToken === null) return { kind: "refused", reason: NOT_LASTING };
  const identity = await twice(way, given.tokens.accessToken, call);
  if (identity.kind !== "read") return { kind: identity.kind, reason: identity.reason };
  const { remoteId, name } = identity;
  const grant = { application: way.application, remoteId, name, scopes, credentials: { ...given.tokens }, ends: given.ends };
  return { kind: "granted", grant };
}

const NOT_LASTING =
  "Google gave access for an hour only. Remove this service at https://myaccount.google.com/connections, then log in again.";

/** A code is accepted once, so what can be repeated after it is. */
async function twice({ identify }: GoogleLogIn, token: string, call: LogInCall): Promise<GoogleIdentity> {
  const first = await identify(token, call);
  return first.kind === "unreachable" ? identify(token, call) : first;
}

function unfinished(failure: Exclude<OAuthFailure, { kind: "declined" }>, redirectUri: string): FinishOutcome {
  const reason = `Google: ${wordsOf(failure)}`;
  if (isPassing(failure)) return { kind: "unreachable", reason: `${reason}. Please start again.` };
  const error = failure.kind === "refused" ? failure.error : null;
  if (error === "redirect_uri_mismatch") {
    return { kind: "refused", reason: `${reason}. The application has to have exactly this redirect address: ${redirectUri}` };
  }
  if (error === "invalid_client" || error === "unauthorized_client") {
    return { kind: "refused", reason: `${reason}. Check the id and the secret of the application.` };
  }
  return { kind: "refused", reason: `${reason}. Please start again.` };
}

async function renew(grant: OpenGrant, call: LogInCall): Promise<RenewOutcome> {
  const tokens = storedTokens(grant.credentials);
  const { refreshToken } = tokens;
  if (refreshToken === null) return { kind: "ended", reason: "Google: this access lasted for an hour. Log in again." };
  const client = googleClient(call, call.application);
  if (client === null) {
    return { kind: "busy", reason: "The application at Google is not registered here.", retryAfterSeconds: RENEW_AFTER_REFUSAL_SECONDS };
  }
  const renewed = await refreshTokens(client, { ...tokens, refreshToken });
  if (renewed.kind === "ok") return { kind: "renewed", credentials: { ...renewed.value.tokens }, ends: renewed.value.ends };
  const reason = `Google: ${wordsOf(renewed)}.`;
  if (renewed.kind === "declined" || (renewed.kind === "refused" && renewed.error === "invalid_grant")) {
    return { kind: "ended", reason: `${reason} ${ADVICE}` };
  }
  // A wrong id or secret of the application says nothing about the person's grant.
  return { kind: "busy", reason, retryAfterSeconds: isPassing(renewed) ? RENEW_AGAIN_SECONDS : RENEW_AFTER_REFUSAL_SECONDS };
}

async function probe({ identify }: GoogleLogIn, grant: OpenGrant, call: LogInCall): Promise<ProbeOutcome> {
  const identity = await identify(storedTokens(grant.credentials).accessToken, call);
  if (identity.kind === "read") return { kind: "works" };
  return { kind: identity.kind === "refused" && identity.isDead ? "ended" : "unknown", reason: identity.reason };
}

/** https://developers.google.com/identity/protocols/oauth2/web-server#tokenrevoke (2026-11): one token takes the other with it. */
async function revoke({ credentials }: OpenGrant, call: LogInCall): Promise<"revoked" | "unreachable"> {
  const { refreshToken, accessToken } = storedTokens(credentials);
  const reply = await call.net.call({
    method: "POST",
    url: `${call.host("oauth")}/revoke?${new URLSearchParams({ token: refreshToken ?? accessToken })}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "",
    signal: call.signal,
  });
  // 400 is about a token that is one no more.
  return reply.kind === "answered" && (reply.status === 200 || reply.status === 400) ? "revoked" : "unreachable";
}

function noApplication({ network }: GoogleLogIn): string {
  return `${network} needs the id and the secret of an application at Google before anyone can log in.`;
}
