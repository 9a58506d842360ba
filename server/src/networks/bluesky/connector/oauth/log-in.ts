import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import {
  authorizationCodeGrant,
  buildAuthorizationUrlWithPAR,
  refreshTokenGrant,
  type TokenEndpointResponse,
  tokenRevocation,
} from "openid-client";
import type {
  BeginOutcome,
  FinishOutcome,
  LogIn,
  LogInAnswer,
  LogInCall,
  LogInRequest,
  OpenGrant,
  ProbeOutcome,
  RenewOutcome,
} from "../../../connectors/log-in.ts";
import { type Attempted, attempt, isPassing, type OAuthClient, type OAuthFailure } from "../../../connectors/oauth/client.ts";
import { wordsOf as failureWords } from "../../../connectors/oauth/library.ts";
import { isSessionError, wordsOf } from "../errors.ts";
import { type Identity, identityOf } from "../identity.ts";
import { accountsOf, sessionOf } from "./accounts.ts";
import { clientDocument, clientIdOf, obstacleOf, provesItself, SCOPES } from "./application.ts";
import { destinationOf } from "./destination.ts";
import { ACCESS_SECONDS_DEFAULT, endsOf, type GrantCredentials, type Memory, readGrant, readMemory } from "./grant.ts";
import { newProofKey, PROOF_ERRORS, proofHeader, prover } from "./proof.ts";
import { clientAt, issuerFor } from "./server.ts";

const RENEWAL_RETRY_SECONDS = 60;

/** Logging in with any account of the network: https://atproto.com/specs/oauth (August 2026). */
export const blueskyLogIn: LogIn = {
  application: "bluesky",
  network: "Bluesky",
  asks: { label: "Your handle or server", example: "you.bsky.social" },
  registersItself: true,
  document: clientDocument,
  scopes: [
    { name: SCOPES[0], needed: true, without: "The account cannot be recognized." },
    { name: SCOPES[1], needed: true, without: "Nothing can be published." },
  ],
  begin,
  finish,
  accounts: accountsOf,
  renew,
  probe,
  revoke,
};

async function begin(request: LogInRequest, call: LogInCall): Promise<BeginOutcome> {
  const obstacle = obstacleOf(request);
  if (obstacle !== null) return { kind: "refused", reason: obstacle };
  const destination = await destinationOf(request.asked, call);
  if ("kind" in destination) return destination;
  const { issuer, identity } = destination;
  const clientId = clientIdOf(request);
  const client = await clientAt({ issuer, clientId }, call);
  if ("kind" in client) return client;
  const key = await newProofKey();
  const parameters = {
    redirect_uri: request.redirectUri,
    scope: SCOPES.join(" "),
    state: request.state,
    code_challenge: request.challenge,
    code_challenge_method: "S256",
    ...(identity === null ? {} : { login_hint: identity.handle }),
  };
  const pushed = await attempt(client, async (config) =>
    buildAuthorizationUrlWithPAR(config, parameters, { DPoP: await prover(key, config) }),
  );
  if (pushed.kind !== "ok") return problemOf(pushed);
  const memory: Memory = { issuer, clientId, key, state: request.state, did: identity?.did ?? null };
  return { kind: "open", url: pushed.value.href, memory };
}

async function finish(answer: LogInAnswer, call: LogInCall): Promise<FinishOutcome> {
  const memory = readMemory(answer.memory);
  const client = await clientAt(memory, call);
  if ("kind" in client) return client;
  const back = new URL(`${answer.redirectUri}?${new URLSearchParams(answer.parameters)}`);
  const checks = { expectedState: memory.state, pkceCodeVerifier: answer.verifier };
  const exchanged = await attempt(client, async (config) =>
    authorizationCodeGrant(config, back, checks, undefined, { DPoP: await prover(memory.key, config) }),
  );
  if (exchanged.kind === "declined") return exchanged;
  if (exchanged.kind !== "ok") return problemOf(exchanged);
  const tokens = tokensOf(exchanged.value, call.now());
  if (tokens === null) return { kind: "refused", reason: "Bluesky: the server's tokens are incomplete. Log in again." };
  const identity = await confirmedIdentity(tokens.did, memory, call);
  if ("kind" in identity) return identity;
  const { issuer, clientId, key } = memory;
  const begunAt = call.now();
  const credentials: GrantCredentials = { issuer, clientId, key, ...identity, ...tokens.given, begunAt };
  return {
    kind: "granted",
    grant: {
      application: blueskyLogIn.application,
      remoteId: identity.did,
      name: `@${identity.handle}`,
      scopes: tokens.scopes,
      credentials,
      ends: endsOf({ begunAt, now: begunAt, accessSeconds: tokens.accessSeconds, provesItself: provesItself(clientId, call.application) }),
    },
  };
}

/** Any server can claim any account: only the one that the account itself names speaks for it. */
async function confirmedIdentity(did: string, { did: expected, issuer }: Memory, call: LogInCall): Promise<Identity | FinishOutcome> {
  if (expected !== null && expected !== did) {
    return { kind: "refused", reason: "Bluesky: you logged in with another account than the one you named." };
  }
  const identity = await identityOf(did, call);
  if ("kind" in identity) return identity;
  const named = await issuerFor(identity.pds, call);
  if (typeof named !== "string") return named;
  if (named !== issuer) return { kind: "refused", reason: "Bluesky: the server you logged in at does not hold this account." };
  return identity;
}

async function renew(grant: OpenGrant, call: LogInCall): Promise<RenewOutcome> {
  const credentials = readGrant(grant.credentials);
  const client = await clientAt(credentials, call);
  if ("kind" in client) return { kind: "busy", reason: client.reason, retryAfterSeconds: RENEWAL_RETRY_SECONDS };
  const renewed = await attempt(client, async (config) =>
    refreshTokenGrant(config, credentials.refreshToken, undefined, { DPoP: await prover(credentials.key, config) }),
  );
  if (renewed.kind !== "ok") return unrenewed(renewed);
  const tokens = tokensOf(renewed.value, call.now());
  if (tokens === null || tokens.did !== credentials.did) {
    return { kind: "ended", reason: "Bluesky: the server's new tokens are for another account. Log in again." };
  }
  const { begunAt, clientId } = credentials;
  return {
    kind: "renewed",
    credentials: { ...credentials, ...tokens.given },
    ends: endsOf({
      begunAt,
      now: call.now(),
      accessSeconds: tokens.accessSeconds,
      provesItself: provesItself(clientId, call.application),
    }),
  };
}

/**
 * After a lost reply the refresh token may be used up; showing it again then ends the grant at the server, which takes it for a
 * thief's. There is nothing else to show, and the tokens of the lost reply are nobody's.
 */
function unrenewed(failure: OAuthFailure): RenewOutcome {
  const { reason } = problemOf(failure);
  if (failure.kind === "refused" && (failure.error === "invalid_grant" || failure.error === "invalid_client"))
    return { kind: "ended", reason };
  return { kind: "busy", reason, retryAfterSeconds: RENEWAL_RETRY_SECONDS };
}

async function probe(grant: OpenGrant, call: LogInCall): Promise<ProbeOutcome> {
  const session = await sessionOf(grant, call);
  if (session.kind === "ok") return { kind: "works" };
  if (session.kind !== "refused") return { kind: "unknown", reason: session.reason };
  return { kind: isSessionError(session) ? "ended" : "unknown", reason: `Bluesky: ${wordsOf(session)}` };
}

/** Servers answer the request without a proof as if they had done it, and do nothing; the library sends none. */
async function revoke(grant: OpenGrant, call: LogInCall): Promise<"revoked" | "unreachable"> {
  const { refreshToken, key, ...credentials } = readGrant(grant.credentials);
  const plain = await clientAt(credentials, call);
  if ("kind" in plain) return "unreachable";
  if (plain.server.revocation_endpoint === undefined) return "revoked";
  const client: OAuthClient = { ...plain, headersFor: (request) => proofHeader(key, { ...request, now: call.now() }) };
  const ask = () => attempt(client, (config) => tokenRevocation(config, refreshToken));
  const first = await ask();
  const given = isAboutProof(first) ? await ask() : first;
  if (given.kind === "ok") return "revoked";
  // Any other refusal comes from a server that no longer knows the application or its tokens.
  return isPassing(given) || isAboutProof(given) ? "unreachable" : "revoked";
}

function isAboutProof(given: Attempted<unknown>): boolean {
  return given.kind === "refused" && given.error !== null && PROOF_ERRORS.has(given.error);
}

interface Tokens {
  readonly did: string;
  readonly scopes: readonly string[];
  readonly accessSeconds: number;
  readonly given: Pick<GrantCredentials, "accessToken" | "refreshToken" | "accessEndsAt">;
}

/** Null if the answer lacks the account, the refresh token or the network's own scope. */
function tokensOf({ access_token: accessToken, refresh_token: refreshToken, ...rest }: TokenEndpointResponse, now: Instant): Tokens | null {
  const { sub: did, scope, expires_in: seconds } = rest;
  const scopes = (scope ?? "").split(" ");
  if (typeof did !== "string" || refreshToken === undefined || !scopes.includes(SCOPES[0])) return null;
  const accessSeconds = seconds !== undefined && seconds > 0 ? seconds : ACCESS_SECONDS_DEFAULT;
  return { did, scopes, accessSeconds, given: { accessToken, refreshToken, accessEndsAt: addSeconds(now, accessSeconds) } };
}

function problemOf(failure: OAuthFailure): { readonly kind: "refused" | "unreachable"; readonly reason: string } {
  return { kind: isPassing(failure) ? "unreachable" : "refused", reason: `Bluesky: ${failureWords(failure)}. Log in again.` };
}
