import { tokenRevocation } from "openid-client";
import { serverOf } from "../../connectors/api.ts";
import type { AccountsOutcome, KnownAccount, LogInCall, OpenGrant } from "../../connectors/log-in.ts";
import { attempt, isPassing } from "../../connectors/oauth/client.ts";
import { onlyAccount } from "../../connectors/oauth/connected.ts";
import { tokensBy } from "../../connectors/oauth/library.ts";
import { type Holder, oauthLogIn } from "../../connectors/oauth/log-in.ts";
import { storedTokens } from "../../connectors/oauth/tokens.ts";
import { APPLICATION, handleOf } from "./connect.ts";
import { type Profile, readProfile, settingsFor } from "./profile.ts";
import { SCOPES } from "./scopes.ts";
import { clientOf, LIVES } from "./tokens.ts";
import { RENEW_AGAIN_SECONDS } from "./unverified.ts";

/**
 * The log-in at X: https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code (2026-08). A refresh token is accepted
 * once, and its answer holds the next one.
 */
export const logIn = oauthLogIn<Profile>({
  application: APPLICATION,
  network: "X",
  scopes: SCOPES,
  isPublic: true,
  needs: "the client id of an application",
  page: { address: (call) => `${call.host("www")}/i/oauth2/authorize`, takesChallenge: true },
  tokens: tokensBy({
    network: "X",
    lives: LIVES,
    againSeconds: RENEW_AGAIN_SECONDS,
    client: clientOf,
    // X says `invalid_request` of a wrong id of the application too.
    deadToken: /value passed for the token/i,
  }),
  read: readProfile,
  identity: (profile) => ({ remoteId: profile.id, name: handleOf(profile) }),
  accounts,
  glance,
  revoke,
  advice: {
    application: "Check the client id and secret of the application.",
    other: "A log-in is good for 30 seconds only: please start again.",
  },
});

async function accounts(profile: Profile, { server, missing }: Holder): Promise<AccountsOutcome> {
  const settings = await settingsFor(profile, server);
  const { problem, limits } = missing;
  return onlyAccount({
    type: "X",
    ...{ remoteId: profile.id, handle: handleOf(profile), settings: { ...settings } },
    ...{ name: profile.name, pictureUrl: profile.pictureUrl, problem },
    limits: [...limits, ...(settings.canLookUp === false ? [NO_LOOKUPS] : [])],
  });
}

/** Without the posts that `accounts` reads, which are paid for. */
async function glance(grant: OpenGrant, call: LogInCall): Promise<readonly KnownAccount[]> {
  const outcome = await readProfile(serverOf({ grant }, call));
  if (outcome.kind !== "read") return [];
  const { id, pictureUrl, limits, protected: isProtected } = outcome.value;
  return [{ remoteId: id, pictureUrl, settings: { ...limits, protected: isProtected } }];
}

const NO_LOOKUPS = "When X does not answer, nothing can tell whether a post was published: the application's plan reads no posts.";

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
