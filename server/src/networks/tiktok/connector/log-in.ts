import {
  type AccountsOutcome,
  type BeginOutcome,
  type FinishOutcome,
  type LogIn,
  type LogInAnswer,
  type LogInCall,
  type LogInRequest,
  type OpenGrant,
  type ProbeOutcome,
  type RenewOutcome,
  scopesAsked,
} from "../../connectors/log-in.ts";
import { readAccount } from "./account.ts";
import { type Failure, reasonOf } from "./api.ts";
import { APPLICATION } from "./connect.ts";
import { storedTokens } from "./credentials.ts";
import { signOf } from "./errors.ts";
import { handleOf, readPerson } from "./person.ts";
import { lacks, SCOPES } from "./scopes.ts";
import { exchangeCode, refresh, revokeToken } from "./tokens.ts";
import { RENEWAL_ADVICE } from "./unverified.ts";

/**
 * The log-in at TikTok: https://developers.tiktok.com/doc/login-kit-web (2026-11). Applications with a secret need no PKCE. A refresh
 * token is accepted once, and its answer holds the next one.
 */
export const logIn: LogIn = { application: APPLICATION, network: "TikTok", scopes: SCOPES, begin, finish, accounts, renew, probe, revoke };

const NO_APPLICATION = "TikTok needs the key and the secret of an application before anyone can log in.";
const RENEW_AGAIN_SECONDS = 60;
const RENEW_AFTER_REFUSAL_SECONDS = 900;

async function begin({ state, redirectUri }: LogInRequest, call: LogInCall): Promise<BeginOutcome> {
  if (call.application?.clientSecret == null) return { kind: "refused", reason: NO_APPLICATION };
  const query = new URLSearchParams({
    client_key: call.application.clientId,
    response_type: "code",
    scope: scopesAsked(SCOPES, call).join(","),
    redirect_uri: redirectUri,
    state,
  });
  return { kind: "open", url: `${call.host("www")}/v2/auth/authorize/?${query}`, memory: null };
}

async function finish({ parameters, redirectUri }: LogInAnswer, call: LogInCall): Promise<FinishOutcome> {
  if (call.application?.clientSecret == null) return { kind: "refused", reason: NO_APPLICATION };
  const { error, error_description: words, code = "" } = parameters;
  if (error === "access_denied") return { kind: "declined" };
  if (error !== undefined) return { kind: "refused", reason: `TikTok ended the log-in: ${words ?? error}.` };
  if (code === "") return { kind: "refused", reason: "TikTok sent you back without a code. Please start again." };
  const answer = await exchangeCode(call, { code, redirectUri });
  if (answer.kind !== "given") return unfinished(answer, redirectUri);
  const { tokens, person: id, scopes, ends } = answer.given;
  const given = scopes ?? scopesAsked(SCOPES, call);
  // A code is accepted once, so what can be repeated after it is.
  const server = { token: tokens.accessToken, reach: call };
  const question = { hasProfile: given.includes("user.info.profile") };
  const first = await readPerson(server, question);
  const found = first.kind === "unreachable" ? await readPerson(server, question) : first;
  if (found.kind !== "read") return { kind: found.kind, reason: found.reason };
  const facts = { application: APPLICATION, remoteId: id, name: handleOf(found.person), scopes: given };
  return { kind: "granted", grant: { ...facts, credentials: { ...tokens }, ends } };
}

function unfinished(failure: Failure, redirectUri: string): FinishOutcome {
  const reason = reasonOf(failure);
  if (signOf(failure) === "outage" || signOf(failure) === "throttled")
    return { kind: "unreachable", reason: `${reason}. Please start again in a while.` };
  const code = failure.kind === "refused" ? failure.code : null;
  if (code === "invalid_client" || /client_key|client_secret/i.test(reason)) {
    return { kind: "refused", reason: `${reason}. Check the key and the secret of the application.` };
  }
  if (/redirect/i.test(reason)) {
    return { kind: "refused", reason: `${reason}. The application has to have exactly this redirect address: ${redirectUri}` };
  }
  return { kind: "refused", reason: `${reason}. Please start again.` };
}

async function accounts(grant: OpenGrant, call: LogInCall): Promise<AccountsOutcome> {
  const server = { token: storedTokens(grant.credentials).accessToken, reach: call };
  const mayPublish = !lacks(grant, "video.publish");
  const outcome = await readAccount(server, { hasProfile: !lacks(grant, "user.info.profile"), mayPublish, isAudited: call.isAudited });
  if (outcome.kind !== "read") return { kind: outcome.kind, reason: outcome.reason };
  const { person, handle, settings, preferences, limits } = outcome.account;
  const missing = SCOPES.filter(({ name }) => lacks(grant, name));
  const isUseless = !mayPublish && lacks(grant, "video.upload");
  return {
    kind: "listed",
    accounts: [
      {
        type: "TikTok",
        ...{ remoteId: person.id, handle, credentials: {}, settings },
        accountPreferences: preferences,
        name: person.name,
        pictureUrl: person.pictureUrl,
        problem: isUseless ? "Nothing can be published: the permissions for it were not given. Log in again and allow them." : null,
        limits: [...missing.map(({ without }) => without), ...limits],
      },
    ],
  };
}

/**
 * After a lost answer the same refresh token is shown again, since it may not have arrived; if it was used up, TikTok refuses it and
 * the person has to log in again.
 */
async function renew(grant: OpenGrant, call: LogInCall): Promise<RenewOutcome> {
  const { refreshToken } = storedTokens(grant.credentials);
  if (refreshToken === null) return { kind: "ended", reason: "TikTok: the log-in cannot be renewed. Log in again." };
  if (call.application?.clientSecret == null)
    return { kind: "busy", reason: NO_APPLICATION, retryAfterSeconds: RENEW_AFTER_REFUSAL_SECONDS };
  const answer = await refresh(call, refreshToken);
  if (answer.kind === "given") return { kind: "renewed", credentials: { ...answer.given.tokens }, ends: answer.given.ends };
  const reason = reasonOf(answer);
  if (answer.kind !== "refused") return { kind: "busy", reason, retryAfterSeconds: RENEW_AGAIN_SECONDS };
  if (answer.code === "invalid_grant") return { kind: "ended", reason: `${reason}. Log in to TikTok again. ${RENEWAL_ADVICE}` };
  const retryAfterSeconds = signOf(answer) === "outage" ? RENEW_AGAIN_SECONDS : RENEW_AFTER_REFUSAL_SECONDS;
  // A wrong key or secret of the application says nothing about the person's grant.
  return { kind: "busy", reason, retryAfterSeconds };
}

async function probe(grant: OpenGrant, call: LogInCall): Promise<ProbeOutcome> {
  const server = { token: storedTokens(grant.credentials).accessToken, reach: call };
  const outcome = await readPerson(server, { hasProfile: false });
  if (outcome.kind === "read") return { kind: "works" };
  return { kind: outcome.kind === "refused" && outcome.isDead ? "ended" : "unknown", reason: outcome.reason };
}

/** Ends everything that the person gave to the application. */
async function revoke(grant: OpenGrant, call: LogInCall): Promise<"revoked" | "unreachable"> {
  if (call.application?.clientSecret == null) return "unreachable";
  return (await revokeToken(call, storedTokens(grant.credentials).accessToken)) === null ? "revoked" : "unreachable";
}
