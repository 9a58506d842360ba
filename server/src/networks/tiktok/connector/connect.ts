import type { Call, ConnectOutcome } from "../../connectors/connector.ts";
import { connectedBy } from "../../connectors/oauth/connected.ts";
import { told } from "../../connectors/oauth/read.ts";
import { endsOfPasted, pastedTokens } from "../../connectors/oauth/tokens.ts";
import { readAccount } from "./account.ts";
import { readPerson } from "./person.ts";
import { LIVES } from "./tokens.ts";

export const APPLICATION = "tiktok";

/** Connects the account of tokens that somebody already has. TikTok does not say what they were given. */
export async function connect(given: unknown, call: Call): Promise<ConnectOutcome> {
  const tokens = pastedTokens(given);
  if ("problem" in tokens) return { kind: "refused", reason: tokens.problem };
  const server = { token: tokens.accessToken, reach: call };
  const found = await readPerson(server, { hasProfile: false });
  if (found.kind !== "read") return told(found);
  const person = found.value;
  const outcome = await readAccount(server, person, { mayPublish: true, isAudited: call.isAudited });
  if (outcome.kind !== "read") return told(outcome);
  const { handle, settings, preferences } = outcome.value;
  return connectedBy(
    { remoteId: person.id, handle, settings, pictureUrl: person.pictureUrl, accountPreferences: preferences },
    { application: APPLICATION, remoteId: person.id, name: handle, tokens, ends: endsOfPasted(tokens, LIVES, call.now()) },
  );
}
