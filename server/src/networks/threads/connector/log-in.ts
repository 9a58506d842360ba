import type { AccountsOutcome } from "../../connectors/log-in.ts";
import { lacksRole, roleAdvice } from "../../connectors/meta/app-roles.ts";
import { onlyAccount } from "../../connectors/oauth/connected.ts";
import { type Holder, oauthLogIn } from "../../connectors/oauth/log-in.ts";
import { APPLICATION, handleOf } from "./connect.ts";
import { type Profile, readProfile } from "./profile.ts";
import { SCOPES } from "./scopes.ts";
import { factsOf, TOKENS } from "./tokens.ts";

/**
 * The log-in at Threads: https://developers.facebook.com/documentation/threads/get-started/get-access-tokens-and-permissions
 * (2026-07). It takes no PKCE, and has no call that gives a token back. Reads have been refused for days while tokens were valid
 * (unverified), so only what is about the token ends a grant.
 */
export const logIn = oauthLogIn<Profile>({
  application: APPLICATION,
  network: "Threads",
  scopes: SCOPES,
  page: { address: (call) => `${call.host("www")}/oauth/authorize`, separator: "," },
  tokens: TOKENS,
  read: readProfile,
  scopesOf: async (server) => (await factsOf(server))?.scopes ?? null,
  identity: (profile) => ({ remoteId: profile.id, name: handleOf(profile) }),
  accounts,
  adviceOn: (words) => (lacksRole(words) ? roleAdvice("Threads") : null),
  advice: { application: "Check the application: Threads has an id and a secret of its own inside the Meta app." },
});

function accounts(profile: Profile, { missing }: Holder): AccountsOutcome {
  return onlyAccount({
    type: "Threads",
    ...{ remoteId: profile.id, handle: handleOf(profile), settings: {} },
    ...{ name: profile.name, pictureUrl: profile.pictureUrl },
    ...missing,
  });
}
