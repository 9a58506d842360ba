import { googleLogIn } from "../../connectors/google/log-in.ts";
import type { AccountsOutcome } from "../../connectors/log-in.ts";
import { onlyAccount } from "../../connectors/oauth/connected.ts";
import type { Holder } from "../../connectors/oauth/log-in.ts";
import { storedTokens } from "../../connectors/oauth/tokens.ts";
import { HOSTS } from "./api.ts";
import { type Channel, readChannel } from "./channel.ts";
import { APPLICATION } from "./connect.ts";
import { SCOPES } from "./scopes.ts";

/** At Google, a person with several channels chooses one of them, so each channel has a log-in and a grant of its own. */
export const logIn = googleLogIn<Channel>({
  application: APPLICATION,
  network: "YouTube",
  scopes: SCOPES,
  read: readChannel,
  identity: ({ id, handle }) => ({ remoteId: id, name: handle }),
  accounts,
});

function accounts(channel: Channel, { grant, call, missing }: Holder): AccountsOutcome {
  const isTested = storedTokens(grant.credentials).refreshEndsAt !== null || call.host("accounts") === HOSTS.accounts;
  return onlyAccount({
    type: "YouTube",
    ...{ remoteId: channel.id, handle: channel.handle, settings: { ...channel.settings } },
    ...{ name: channel.title, pictureUrl: channel.pictureUrl, problem: missing.problem },
    limits: [...missing.limits, ...limitsOf(channel), ...(isTested ? [TESTING] : [])],
  });
}

function limitsOf({ settings }: Channel): string[] {
  return settings.videoSeconds === undefined ? [] : [UNVERIFIED];
}

const UNVERIFIED =
  "YouTube has not verified this channel by telephone: it takes videos of up to 15 minutes, and no thumbnails. Verify it at https://www.youtube.com/verify.";
/** Nothing in the API says in which mode an application is. */
const TESTING = "As long as the application at Google is in testing mode, log-ins end after seven days.";
