import type { Call, ConnectOutcome } from "../../connectors/connector.ts";
import { connectedBy } from "../../connectors/oauth/connected.ts";
import { told } from "../../connectors/oauth/read.ts";
import { endsOfPasted, pastedTokens } from "../../connectors/oauth/tokens.ts";
import { PROFILE_PRICE, readPrice } from "./prices.ts";
import { PROBE_POSTS, type Profile, readProfile, settingsFor } from "./profile.ts";
import { LIVES } from "./tokens.ts";

export const APPLICATION = "x";

/** Connects an account with tokens that somebody already has. */
export async function connect(given: unknown, call: Call): Promise<ConnectOutcome> {
  const tokens = pastedTokens(given);
  if ("problem" in tokens) return { kind: "refused", reason: tokens.problem };
  const probe = readPrice(PROBE_POSTS);
  const hold = await call.spend({ ...probe, spending: (PROFILE_PRICE.spending ?? 0) + (probe.spending ?? 0) });
  if (hold !== null) return { kind: "unreachable", reason: hold.reason };
  const server = { token: tokens.accessToken, reach: call };
  const outcome = await readProfile(server);
  if (outcome.kind !== "read") return told(outcome);
  const profile = outcome.value;
  const settings = { ...(await settingsFor(profile, server)) };
  return connectedBy(
    { remoteId: profile.id, handle: handleOf(profile), settings, pictureUrl: profile.pictureUrl },
    { application: APPLICATION, remoteId: profile.id, name: handleOf(profile), tokens, ends: endsOfPasted(tokens, LIVES, call.now()) },
  );
}

export function handleOf({ username }: Profile): string {
  return `@${username}`;
}
