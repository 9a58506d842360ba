import type { Call, ConnectOutcome } from "../../connectors/connector.ts";
import { readAccount } from "./account.ts";
import { givenTokens } from "./credentials.ts";
import { endsOfGiven } from "./tokens.ts";

export const APPLICATION = "tiktok";

/** Connects the account of tokens that somebody already has. TikTok does not say what they were given. */
export async function connect(given: unknown, call: Call): Promise<ConnectOutcome> {
  const tokens = givenTokens(given);
  if ("problem" in tokens) return { kind: "refused", reason: tokens.problem };
  const server = { token: tokens.accessToken, reach: call };
  const outcome = await readAccount(server, { hasProfile: false, mayPublish: true, isAudited: call.isAudited });
  if (outcome.kind !== "read") return { kind: outcome.kind, reason: outcome.reason };
  const { person, handle, settings, preferences } = outcome.account;
  return {
    kind: "connected",
    remoteId: person.id,
    handle,
    credentials: {},
    settings,
    pictureUrl: person.pictureUrl,
    accountPreferences: preferences,
    grant: {
      application: APPLICATION,
      remoteId: person.id,
      name: handle,
      scopes: [],
      credentials: { ...tokens },
      ends: endsOfGiven(tokens, call.now()),
    },
  };
}
