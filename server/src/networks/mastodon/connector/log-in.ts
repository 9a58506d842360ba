import { addSeconds } from "@rostrum/contract/formats.ts";
import { buildAuthorizationUrl, tokenRevocation } from "openid-client";
import type {
  AccountsOutcome,
  BeginOutcome,
  FinishOutcome,
  GrantEnds,
  LogIn,
  LogInAnswer,
  LogInCall,
  OpenGrant,
} from "../../connectors/log-in.ts";
import { attempt, configurationOf, isPassing } from "../../connectors/oauth/client.ts";
import { onlyAccount } from "../../connectors/oauth/connected.ts";
import { exchangeCode, wordsOf } from "../../connectors/oauth/library.ts";
import { probed, told } from "../../connectors/oauth/read.ts";
import { ask } from "./api.ts";
import { notRead, OWNER_PATH, readOwner } from "./connect.ts";
import { apiBase } from "./credentials.ts";
import { clientOf, readGrant, readMemory } from "./grant.ts";
import { PROFILE, register, SEARCHING } from "./register.ts";

/**
 * Logging in at any instance: https://docs.joinmastodon.org/methods/oauth/ and
 * https://docs.joinmastodon.org/api/oauth-tokens/ (July 2026). Mastodon's tokens do not end, so there is no renewal.
 */
export const mastodonLogIn: LogIn = {
  application: "mastodon",
  network: "Mastodon",
  asks: { label: "Your server", example: "mastodon.social" },
  registersItself: true,
  scopes: [
    { name: PROFILE, needed: true, without: "The account cannot be recognized." },
    { name: "write:statuses", needed: true, without: "Nothing can be published." },
    { name: "write:media", needed: false, without: "Posts with images or videos will fail." },
    {
      name: "read:statuses",
      needed: false,
      without: "After a lost response it may not be possible to tell whether a post was published.",
    },
    { name: SEARCHING, needed: false, without: "Some servers then suggest nobody while a mention is typed." },
  ],
  begin,
  finish,
  accounts,
  async probe(grant, call) {
    const { accessToken, ...registration } = readGrant(grant.credentials);
    const baseUrl = apiBase(registration, call.baseUrl);
    const answer = await ask({ baseUrl, accessToken, call }, { method: "GET", path: OWNER_PATH });
    return answer.kind === "ok" ? { kind: "works" } : probed(notRead(answer, call));
  },
  async revoke(grant, call) {
    const { accessToken, ...registration } = readGrant(grant.credentials);
    const given = await attempt(clientOf(registration, call), (config) => tokenRevocation(config, accessToken));
    // An instance that refuses no longer knows the application, whose tokens ended with it.
    return given.kind !== "ok" && isPassing(given) ? "unreachable" : "revoked";
  },
};

async function begin(request: Parameters<LogIn["begin"]>[0], call: LogInCall): Promise<BeginOutcome> {
  const memory = await register(request, call);
  if ("kind" in memory) return memory;
  const address = buildAuthorizationUrl(configurationOf(clientOf(memory, call)), {
    redirect_uri: request.redirectUri,
    scope: memory.scopes.join(" "),
    state: request.state,
    ...(memory.takesChallenge ? { code_challenge: request.challenge, code_challenge_method: "S256" } : {}),
  });
  return { kind: "open", url: address.href, memory };
}

async function finish(answer: LogInAnswer, call: LogInCall): Promise<FinishOutcome> {
  const { state, scopes, takesChallenge, ...registration } = readMemory(answer.memory);
  const exchanged = await exchangeCode(clientOf(registration, call), answer, { state, takesChallenge });
  if (exchanged.kind === "declined") return exchanged;
  if (exchanged.kind !== "ok")
    return { kind: isPassing(exchanged) ? "unreachable" : "refused", reason: `Mastodon: ${wordsOf(exchanged)}. Log in again.` };
  const { access_token: accessToken, scope, expires_in: seconds } = exchanged.value;
  const owner = await readOwner({ instance: registration.instance, accessToken }, call);
  if (owner.kind !== "read") return told(owner);
  return {
    kind: "granted",
    grant: {
      application: mastodonLogIn.application,
      remoteId: owner.value.remoteId,
      name: owner.value.handle,
      // Without a scope in the answer, everything asked for is given: RFC 6749, section 5.1.
      scopes: scope === undefined ? scopes : scope.split(" ").filter((name) => name !== ""),
      credentials: { ...registration, accessToken },
      ends: endsAfter(seconds, call),
    },
  };
}

/** Mastodon's own tokens say nothing; some servers that speak its API let theirs end. */
function endsAfter(seconds: number | undefined, { now }: LogInCall): GrantEnds {
  const endsAt = seconds === undefined || seconds <= 0 ? null : addSeconds(now(), seconds);
  return { accessEndsAt: endsAt, renewAt: null, endsAt };
}

async function accounts(grant: OpenGrant, call: LogInCall): Promise<AccountsOutcome> {
  const owner = await readOwner(readGrant(grant.credentials), call);
  if (owner.kind !== "read") return told(owner);
  const { remoteId, handle, name, pictureUrl, settings } = owner.value;
  const missing = mastodonLogIn.scopes.filter((scope) => !covers(grant.scopes, scope.name));
  return onlyAccount({
    type: "Mastodon",
    ...{ remoteId, handle, settings, name, pictureUrl },
    problem: missing.find((scope) => scope.needed && scope.name !== PROFILE)?.without ?? null,
    limits: missing.filter((scope) => !scope.needed).map((scope) => scope.without),
  });
}

/** A wider scope covers a narrower one: `write` all of `write:media`. */
function covers(given: readonly string[], wanted: string): boolean {
  return given.some((scope) => scope === wanted || wanted.startsWith(`${scope}:`));
}
