import type { Call, ConnectOutcome } from "../../connectors/connector.ts";
import { givenTokens } from "./credentials.ts";
import { PROFILE_PRICE, readPrice } from "./prices.ts";
import { PROBE_POSTS, type Profile, readProfile, settingsFor } from "./profile.ts";
import { endsOfGiven } from "./tokens.ts";

export const APPLICATION = "x";

/** Connects an account with tokens that somebody already has. */
export async function connect(given: unknown, call: Call): Promise<ConnectOutcome> {
  const tokens = givenTokens(given);
  if ("problem" in tokens) return { kind: "refused", reason: tokens.problem };
  const probe = readPrice(PROBE_POSTS);
  const hold = await call.spend({ ...probe, spending: (PROFILE_PRICE.spending ?? 0) + (probe.spending ?? 0) });
  if (hold !== null) return { kind: "unreachable", reason: hold.reason };
  const server = { token: tokens.accessToken, reach: call };
  const outcome = await readProfile(server);
  if (outcome.kind !== "read") return { kind: outcome.kind, reason: outcome.reason };
  const { profile } = outcome;
  return {
    kind: "connected",
    remoteId: profile.id,
    handle: handleOf(profile),
    credentials: {},
    settings: { ...(await settingsFor(profile, server)) },
    pictureUrl: profile.pictureUrl,
    grant: {
      application: APPLICATION,
      remoteId: profile.id,
      name: handleOf(profile),
      scopes: [],
      credentials: { ...tokens },
      ends: endsOfGiven(tokens, call.now()),
    },
  };
}

export function handleOf({ username }: Profile): string {
  return `@${username}`;
}
