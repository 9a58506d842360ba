import { addSeconds, printUtc } from "@rostrum/contract/formats.ts";
import type { Call, ConnectOutcome } from "../../connectors/connector.ts";
import type { GrantFacts } from "../../connectors/log-in.ts";
import { type Server, serverFor } from "./api.ts";
import { givenToken, type Token } from "./credentials.ts";
import { type Profile, readProfile } from "./profile.ts";
import { lacks, SCOPES } from "./scopes.ts";
import { endsOf, factsOf, type Made, type TokenFacts } from "./tokens.ts";

export const APPLICATION = "threads";

/** A token that ends sooner is one of those for an hour: Threads exchanges them only together with the application's secret. */
const LIFE_SECONDS_MIN = 2 * 3600;

/** Connects a profile with a long-lived token that somebody already has. */
export async function connect(given: unknown, call: Call): Promise<ConnectOutcome> {
  const read = givenToken(given);
  if ("problem" in read) return { kind: "refused", reason: read.problem };
  const server = serverFor(read.accessToken, call);
  const outcome = await readProfile(server);
  if (outcome.kind !== "read") return { kind: outcome.kind, reason: outcome.reason };
  const { profile } = outcome;
  if (read.accountId !== null && read.accountId !== profile.id) {
    return { kind: "refused", reason: `The token belongs to ${handleOf(profile)} (${profile.id}), not to the profile ${read.accountId}.` };
  }
  const facts = await factsOf(server);
  const endsAt = facts?.endsAt ?? read.endsAt;
  if (endsAt !== null && endsAt < addSeconds(call.now(), LIFE_SECONDS_MIN)) {
    return {
      kind: "refused",
      reason: `The token ends at ${printUtc(endsAt).slice(0, 16)} UTC. Exchange it for a long-lived one, or log in.`,
    };
  }
  const made = { token: { accessToken: read.accessToken, obtainedAt: facts?.madeAt ?? call.now() }, endsAt };
  const grant = grantOf(profile, { server, made, facts });
  const missing = SCOPES.find(({ name, needed }) => needed && lacks(grant, name));
  if (missing !== undefined) return { kind: "refused", reason: `The token lacks the permission ${missing.name}. ${missing.without}` };
  const { id: remoteId, pictureUrl } = profile;
  return { kind: "connected", remoteId, handle: handleOf(profile), credentials: {}, settings: {}, pictureUrl, grant };
}

export function grantOf(profile: Profile, { server, made, facts }: { server: Server; made: Made; facts: TokenFacts | null }): GrantFacts {
  return {
    application: APPLICATION,
    remoteId: profile.id,
    name: handleOf(profile),
    scopes: facts?.scopes ?? [],
    credentials: stored(made.token),
    ends: endsOf(made, server.reach.now()),
  };
}

export function stored({ accessToken, obtainedAt }: Token) {
  return { accessToken, obtainedAt };
}

export function handleOf({ username }: Profile): string {
  return `@${username}`;
}
