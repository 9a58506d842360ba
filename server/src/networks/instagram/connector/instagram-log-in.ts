import {
  type AccountsOutcome,
  type BeginOutcome,
  type LogIn,
  type LogInCall,
  type LogInRequest,
  type OpenGrant,
  scopesAsked,
} from "../../connectors/log-in.ts";
import { versionProblem } from "../../connectors/meta/facebook-hosts.ts";
import { missingScopes } from "../../connectors/meta/facebook-log-in.ts";
import { finish } from "./exchange.ts";
import { probe } from "./probe.ts";
import { profileRefusal, readProfile } from "./profile.ts";
import { renew } from "./renew.ts";
import { INSTAGRAM_SCOPES } from "./scopes.ts";
import { storedToken } from "./token.ts";

/**
 * Instagram Login, which needs no Facebook Page and gives one account. It has no PKCE, and no call that gives the grant back.
 * https://developers.facebook.com/documentation/instagram-platform/instagram-api-with-instagram-login/business-login (2026-10).
 */
export const instagramLogIn: LogIn = {
  application: "instagram",
  network: "Instagram",
  scopes: INSTAGRAM_SCOPES,
  begin: async (request, call) => begin(request, call),
  finish,
  accounts,
  renew,
  probe,
};

function begin({ state, redirectUri }: LogInRequest, call: LogInCall): BeginOutcome {
  const problem = versionProblem(call);
  if (problem !== null) return { kind: "refused", reason: problem };
  if (call.application === null) throw new Error("Instagram Login needs a registered application.");
  const query = new URLSearchParams({
    client_id: call.application.clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: scopesAsked(INSTAGRAM_SCOPES, call).join(","),
    state,
    // Otherwise people who are signed in to Instagram cannot choose another account.
    force_reauth: "true",
    // The page offers Facebook as well, but that leads to tokens for the other host.
    enable_fb_login: "0",
  });
  return { kind: "open", url: `${call.host("www")}/oauth/authorize?${query}`, memory: null };
}

async function accounts(grant: OpenGrant, call: LogInCall): Promise<AccountsOutcome> {
  const profile = await readProfile(storedToken(grant.credentials).accessToken, call);
  if ("failure" in profile) return profileRefusal(profile.failure);
  const { userId, username, name, pictureUrl } = profile;
  // Of a token that somebody brought it is not known what it may do.
  const isKnown = grant.scopes.length > 0;
  const { limits, problem } = isKnown ? missingScopes(INSTAGRAM_SCOPES, grant.scopes) : { limits: [], problem: null };
  return {
    kind: "listed",
    accounts: [
      {
        type: "Instagram",
        remoteId: userId,
        handle: `@${username}`,
        credentials: {},
        settings: { via: "instagram" },
        name,
        pictureUrl,
        problem: profile.problem ?? problem,
        limits,
      },
    ],
  };
}
