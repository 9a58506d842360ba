import { serverOf } from "../../connectors/api.ts";
import type { AccountsOutcome, LogInCall, OpenGrant } from "../../connectors/log-in.ts";
import { onlyAccount } from "../../connectors/oauth/connected.ts";
import { type Holder, oauthLogIn } from "../../connectors/oauth/log-in.ts";
import { told } from "../../connectors/oauth/read.ts";
import { lacks } from "../../connectors/oauth/scopes.ts";
import { readAccount } from "./account.ts";
import { askForTokens } from "./api.ts";
import { APPLICATION } from "./connect.ts";
import { handleOf, type Person, readPerson } from "./person.ts";
import { SCOPES } from "./scopes.ts";
import { TOKENS } from "./tokens.ts";
import { RENEWAL_ADVICE } from "./unverified.ts";

/**
 * The log-in at TikTok: https://developers.tiktok.com/doc/login-kit-web (2026-11). Applications with a secret need no PKCE. A refresh
 * token is accepted once, and its answer holds the next one.
 */
export const logIn = oauthLogIn<Person>({
  application: APPLICATION,
  network: "TikTok",
  scopes: SCOPES,
  needs: "the key and the secret of an application",
  page: { address: (call) => `${call.host("www")}/v2/auth/authorize/`, separator: ",", idName: "client_key" },
  tokens: TOKENS,
  read: (server, { scopes }) => readPerson(server, { hasProfile: scopes.includes("user.info.profile") }),
  identity: (person) => ({ remoteId: person.id, name: handleOf(person) }),
  accounts,
  revoke,
  advice: {
    application: "Check the key and the secret of the application.",
    ended: `Log in to TikTok again. ${RENEWAL_ADVICE}`,
  },
});

async function accounts(person: Person, { grant, server, call, missing }: Holder): Promise<AccountsOutcome> {
  const mayPublish = !lacks(grant, "video.publish");
  const outcome = await readAccount(server, person, { mayPublish, isAudited: call.isAudited });
  if (outcome.kind !== "read") return told(outcome);
  const { handle, settings, preferences, limits } = outcome.value;
  const isUseless = !mayPublish && lacks(grant, "video.upload");
  return onlyAccount({
    type: "TikTok",
    ...{ remoteId: person.id, handle, settings },
    accountPreferences: preferences,
    ...{ name: person.name, pictureUrl: person.pictureUrl },
    problem: isUseless ? "Nothing can be published: the permissions for it were not given. Log in again and allow them." : null,
    limits: [...missing.limits, ...limits],
  });
}

/** Ends everything that the person gave to the application. TikTok refuses a token that it does not know any more. */
async function revoke(grant: OpenGrant, call: LogInCall): Promise<"revoked" | "unreachable"> {
  if (call.application?.clientSecret == null) return "unreachable";
  const answer = await askForTokens(call, "/v2/oauth/revoke/", { token: serverOf({ grant }, call).token });
  return answer.kind === "ok" || (answer.kind === "refused" && answer.status < 500) ? "revoked" : "unreachable";
}
