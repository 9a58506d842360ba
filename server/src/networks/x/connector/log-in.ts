import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  refreshTokenGrant,
  type TokenEndpointResponse,
  tokenRevocation,
} from "openid-client";
import { z } from "zod";
import {
  type AccountsOutcome,
  type BeginOutcome,
  type FinishOutcome,
  type KnownAccount,
  type LogIn,
  type LogInAnswer,
  type LogInCall,
  type LogInRequest,
  type OpenGrant,
  type RenewOutcome,
  scopesAsked,
} from "../../connectors/log-in.ts";
import { attempt, configurationOf, isPassing, type OAuthFailure } from "../../connectors/oauth/client.ts";
import { APPLICATION, handleOf } from "./connect.ts";
import { storedTokens, type Tokens } from "./credentials.ts";
import { probeGrant } from "./probe.ts";
import { readProfile, settingsFor } from "./profile.ts";
import { lacks, SCOPES } from "./scopes.ts";
import { clientOf, endsOf } from "./tokens.ts";
import { RENEW_AGAIN_SECONDS } from "./unverified.ts";

/**
 * The log-in at X: https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code (2026-08). A refresh token is accepted
 * once, and its answer holds the next one.
 */
export const logIn: LogIn = {
  application: APPLICATION,
  network: "X",
  scopes: SCOPES,
  begin,
  finish,
  accounts,
  glance,
  renew,
  probe: probeGrant,
  revoke,
};

const NO_APPLICATION = "X needs the client id of an application before anyone can log in.";
const RENEW_AFTER_REFUSAL_SECONDS = 900;
/** Of a refresh token that is used up or was taken back. X says `invalid_request` of a wrong id of the application too. */
const DEAD_TOKEN = /value passed for the token/i;

const Memory = z.object({ state: z.string().min(1) });

async function begin({ state, redirectUri, challenge }: LogInRequest, call: LogInCall): Promise<BeginOutcome> {
  const client = clientOf(call);
  if (client === null) return { kind: "refused", reason: NO_APPLICATION };
  const address = buildAuthorizationUrl(configurationOf(client), {
    redirect_uri: redirectUri,
    scope: scopesAsked(SCOPES, call).join(" "),
    state,
    code_challenge: challenge,
    code_challenge_method: "S256",
  });
  return { kind: "open", url: address.href.replaceAll("+", "%20"), memory: { state } };
}

async function finish(answer: LogInAnswer, call: LogInCall): Promise<FinishOutcome> {
  const client = clientOf(call);
  if (client === null) return { kind: "refused", reason: NO_APPLICATION };
  const { state } = Memory.parse(answer.memory);
  const back = new URL(`${answer.redirectUri}?${new URLSearchParams(answer.parameters)}`);
  const checks = { expectedState: state, pkceCodeVerifier: answer.verifier };
  const exchanged = await attempt(client, (config) => authorizationCodeGrant(config, back, checks));
  if (exchanged.kind === "declined") return exchanged;
  if (exchanged.kind !== "ok") return unfinished(exchanged, answer.redirectUri);
  const tokens = tokensOf(exchanged.value, null);
  const outcome = await twice({ token: tokens.accessToken, reach: call });
  if (outcome.kind !== "read") return { kind: outcome.kind, reason: outcome.reason };
  const { profile } = outcome;
  return {
    kind: "granted",
    grant: {
      application: APPLICATION,
      remoteId: profile.id,
      name: handleOf(profile),
      // Without a scope in the answer, everything asked for is given: RFC 6749, section 5.1.
      scopes: exchanged.value.scope?.split(" ").filter((name) => name !== "") ?? scopesAsked(SCOPES, call),
      credentials: { ...tokens },
      ends: endsOf(tokens, exchanged.value.expires_in, call.now()),
    },
  };
}

/** A code is accepted once, so what can be repeated after it is. */
async function twice(server: Parameters<typeof readProfile>[0]): ReturnType<typeof readProfile> {
  const first = await readProfile(server);
  return first.kind === "unreachable" ? readProfile(server) : first;
}

function tokensOf({ access_token: accessToken, refresh_token: refreshToken }: TokenEndpointResponse, earlier: string | null): Tokens {
  return { accessToken, refreshToken: refreshToken ?? earlier };
}

function unfinished(failure: Exclude<OAuthFailure, { kind: "declined" }>, redirectUri: string): FinishOutcome {
  const words = wordsOf(failure);
  if (isPassing(failure)) return { kind: "unreachable", reason: `X: ${words}. Please start again.` };
  if (failure.kind === "refused" && ["invalid_client", "unauthorized_client"].includes(failure.error ?? "")) {
    return { kind: "refused", reason: `X: ${words}. Check the client id and secret of the application.` };
  }
  if (/redirect|callback/i.test(words)) {
    return { kind: "refused", reason: `X: ${words}. The application has to have exactly this callback address: ${redirectUri}` };
  }
  return { kind: "refused", reason: `X: ${words}. A log-in is good for 30 seconds only: please start again.` };
}

function wordsOf(failure: Exclude<OAuthFailure, { kind: "declined" }>): string {
  return (failure.kind === "refused" ? failure.message : failure.reason).replace(/\.$/, "");
}

async function accounts(grant: OpenGrant, call: LogInCall): Promise<AccountsOutcome> {
  const server = { token: storedTokens(grant.credentials).accessToken, reach: call };
  const outcome = await readProfile(server);
  if (outcome.kind !== "read") return { kind: outcome.kind, reason: outcome.reason };
  const { profile } = outcome;
  const settings = await settingsFor(profile, server);
  const missing = SCOPES.filter(({ name }) => lacks(grant, name));
  const problems = missing.filter(({ needed }) => needed).map(({ without }) => without);
  return {
    kind: "listed",
    accounts: [
      {
        type: "X",
        remoteId: profile.id,
        handle: handleOf(profile),
        credentials: {},
        settings: { ...settings },
        name: profile.name,
        pictureUrl: profile.pictureUrl,
        problem: problems.length === 0 ? null : `${problems.join(" ")} Log in again and allow it.`,
        limits: [
          ...missing.filter(({ needed }) => !needed).map(({ without }) => without),
          ...(settings.canLookUp === false ? [NO_LOOKUPS] : []),
        ],
      },
    ],
  };
}

/** Without the posts that `accounts` reads, which are paid for. */
async function glance(grant: OpenGrant, call: LogInCall): Promise<readonly KnownAccount[]> {
  const outcome = await readProfile({ token: storedTokens(grant.credentials).accessToken, reach: call });
  if (outcome.kind !== "read") return [];
  const { id, pictureUrl, limits, protected: isProtected } = outcome.profile;
  return [{ remoteId: id, pictureUrl, settings: { ...limits, protected: isProtected } }];
}

const NO_LOOKUPS = "When X does not answer, nothing can tell whether a post was published: the application's plan reads no posts.";

/**
 * After a lost answer the same refresh token is shown again, since it may not have arrived; if it was used up, X refuses it and the
 * person has to log in again.
 */
async function renew(grant: OpenGrant, call: LogInCall): Promise<RenewOutcome> {
  const client = clientOf(call);
  const { refreshToken } = storedTokens(grant.credentials);
  if (client === null) return { kind: "busy", reason: NO_APPLICATION, retryAfterSeconds: RENEW_AFTER_REFUSAL_SECONDS };
  if (refreshToken === null) return { kind: "ended", reason: "X: the log-in cannot be renewed. Log in again." };
  const renewed = await attempt(client, (config) => refreshTokenGrant(config, refreshToken));
  if (renewed.kind === "ok") {
    const tokens = tokensOf(renewed.value, refreshToken);
    return { kind: "renewed", credentials: { ...tokens }, ends: endsOf(tokens, renewed.value.expires_in, call.now()) };
  }
  if (renewed.kind === "declined") return { kind: "ended", reason: "X: the log-in was taken back. Log in again." };
  const reason = `X: ${wordsOf(renewed)}.`;
  if (renewed.kind !== "refused") return { kind: "busy", reason, retryAfterSeconds: RENEW_AGAIN_SECONDS };
  const isDead = renewed.error === "invalid_grant" || DEAD_TOKEN.test(renewed.message);
  if (renewed.status === 400 && isDead) return { kind: "ended", reason: `${reason} Log in again.` };
  // A wrong id or secret of the application says nothing about the person's grant.
  return { kind: "busy", reason, retryAfterSeconds: RENEW_AFTER_REFUSAL_SECONDS };
}

/** That the end of one token ends the other is said nowhere. */
async function revoke(grant: OpenGrant, call: LogInCall): Promise<"revoked" | "unreachable"> {
  const client = clientOf(call);
  if (client === null) return "unreachable";
  const { accessToken, refreshToken } = storedTokens(grant.credentials);
  for (const token of [refreshToken, accessToken].filter((token) => token !== null)) {
    const given = await attempt(client, (config) => tokenRevocation(config, token));
    // A token that X refuses is not one any more.
    if (given.kind !== "ok" && isPassing(given)) return "unreachable";
  }
  return "revoked";
}
