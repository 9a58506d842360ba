import { type GoogleIdentity, googleLogIn, missingScopes } from "../../connectors/google/log-in.ts";
import { storedTokens } from "../../connectors/google/tokens.ts";
import type { AccountsOutcome, LogInCall, OpenGrant } from "../../connectors/log-in.ts";
import { HOSTS } from "./api.ts";
import { type Channel, readChannel } from "./channel.ts";
import { APPLICATION } from "./connect.ts";
import { SCOPES } from "./scopes.ts";

/** At Google, a person with several channels chooses one of them, so each channel has a log-in and a grant of its own. */
export const logIn = googleLogIn({ application: APPLICATION, network: "YouTube", scopes: SCOPES, identify, accounts });

async function identify(token: string, call: LogInCall): Promise<GoogleIdentity> {
  const outcome = await readChannel({ token, reach: call });
  if (outcome.kind !== "read") return outcome;
  const { id, handle } = outcome.channel;
  return { kind: "read", remoteId: id, name: handle };
}

async function accounts(grant: OpenGrant, call: LogInCall): Promise<AccountsOutcome> {
  const tokens = storedTokens(grant.credentials);
  const outcome = await readChannel({ token: tokens.accessToken, reach: call });
  if (outcome.kind !== "read") return { kind: outcome.kind, reason: outcome.reason };
  const { channel } = outcome;
  const { problem, limits } = missingScopes(SCOPES, grant.scopes);
  const isTested = tokens.refreshEndsAt !== null || call.host("accounts") === HOSTS.accounts;
  return {
    kind: "listed",
    accounts: [
      {
        type: "YouTube",
        remoteId: channel.id,
        handle: channel.handle,
        // The tokens are the grant's.
        credentials: {},
        settings: { ...channel.settings },
        name: channel.title,
        pictureUrl: channel.pictureUrl,
        problem,
        limits: [...limits, ...limitsOf(channel), ...(isTested ? [TESTING] : [])],
      },
    ],
  };
}

function limitsOf({ settings }: Channel): string[] {
  return settings.videoSeconds === undefined ? [] : [UNVERIFIED];
}

const UNVERIFIED =
  "YouTube has not verified this channel by telephone: it takes videos of up to 15 minutes, and no thumbnails. Verify it at https://www.youtube.com/verify.";
/** Nothing in the API says in which mode an application is. */
const TESTING = "As long as the application at Google is in testing mode, log-ins end after seven days.";
