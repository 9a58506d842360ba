import type { AccountsOutcome } from "../../connectors/log-in.ts";
import { lacksRole, roleAdvice } from "../../connectors/meta/app-roles.ts";
import { versionProblem } from "../../connectors/meta/facebook-hosts.ts";
import { onlyAccount } from "../../connectors/oauth/connected.ts";
import { type Holder, oauthLogIn } from "../../connectors/oauth/log-in.ts";
import { type Profile, readProfile } from "./profile.ts";
import { INSTAGRAM_SCOPES } from "./scopes.ts";
import { TOKENS } from "./tokens.ts";

/**
 * Instagram Login, which needs no Facebook Page and gives one account. It has no PKCE, and no call that gives the grant back.
 * https://developers.facebook.com/documentation/instagram-platform/instagram-api-with-instagram-login/business-login (2026-10).
 */
export const instagramLogIn = oauthLogIn<Profile>({
  application: "instagram",
  network: "Instagram",
  scopes: INSTAGRAM_SCOPES,
  obstacle: versionProblem,
  page: {
    address: (call) => `${call.host("www")}/oauth/authorize`,
    separator: ",",
    parameters: () => ({
      // Otherwise people who are signed in to Instagram cannot choose another account.
      force_reauth: "true",
      // The page offers Facebook as well, but that leads to tokens for the other host.
      enable_fb_login: "0",
    }),
  },
  tokens: TOKENS,
  read: readProfile,
  identity: ({ userId, name }) => ({ remoteId: userId, name }),
  accounts,
  adviceOn: (words) => (lacksRole(words) ? roleAdvice("Instagram") : null),
  advice: {
    application: "Check the Instagram app id and secret in the operator's settings: they differ from those of the Meta app.",
    address: (uri) => `Add ${uri} to the OAuth redirect URIs of the business login at developers.facebook.com.`,
  },
});

function accounts({ userId, username, name, pictureUrl, problem }: Profile, { missing }: Holder): AccountsOutcome {
  return onlyAccount({
    type: "Instagram",
    ...{ remoteId: userId, handle: `@${username}`, settings: { via: "instagram" } },
    ...{ name, pictureUrl, problem: problem ?? missing.problem, limits: missing.limits },
  });
}
