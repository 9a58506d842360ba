import { addSeconds, printUtc, secondsBetween } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Call, ConnectOutcome } from "../../connectors/connector.ts";
import { META_LIVES } from "../../connectors/meta/tokens.ts";
import { connectedBy } from "../../connectors/oauth/connected.ts";
import { told } from "../../connectors/oauth/read.ts";
import { lacks } from "../../connectors/oauth/scopes.ts";
import { bareTokens, endsOf, PastedMoment, PastedToken, readPasted } from "../../connectors/oauth/tokens.ts";
import { type Profile, readProfile } from "./profile.ts";
import { SCOPES } from "./scopes.ts";
import { factsOf } from "./tokens.ts";

export const APPLICATION = "threads";

/** A token that ends sooner is one of those for an hour: Threads exchanges them only together with the application's secret. */
const LIFE_SECONDS_MIN = 2 * 3600;

const Given = z.object({
  accessToken: PastedToken,
  /** For tokens of which Threads does not say when they end. */
  expiresAt: PastedMoment,
  /** The profile that it has to be. */
  accountId: z.coerce.string().nullish(),
});

/** Connects a profile with a long-lived token that somebody already has. */
export async function connect(given: unknown, call: Call): Promise<ConnectOutcome> {
  const read = readPasted(Given, given, 'The credentials need "accessToken": a long-lived Threads user access token.');
  if ("problem" in read) return { kind: "refused", reason: read.problem };
  const { accessToken, expiresAt, accountId } = read;
  const server = { token: accessToken, reach: call };
  const outcome = await readProfile(server);
  if (outcome.kind !== "read") return told(outcome);
  const profile = outcome.value;
  if (accountId != null && accountId !== profile.id) {
    return { kind: "refused", reason: `The token belongs to ${handleOf(profile)} (${profile.id}), not to the profile ${accountId}.` };
  }
  const facts = await factsOf(server);
  const now = call.now();
  const endsAt = facts?.endsAt ?? expiresAt;
  if (endsAt !== null && endsAt < addSeconds(now, LIFE_SECONDS_MIN)) {
    return {
      kind: "refused",
      reason: `The token ends at ${printUtc(endsAt).slice(0, 16)} UTC. Exchange it for a long-lived one, or log in.`,
    };
  }
  const scopes = facts?.scopes ?? [];
  const missing = SCOPES.find(({ name, needed }) => needed && lacks({ scopes }, name));
  if (missing !== undefined) return { kind: "refused", reason: `The token lacks the permission ${missing.name}. ${missing.without}` };
  const { id: remoteId, pictureUrl } = profile;
  const tokens = { ...bareTokens(accessToken), obtainedAt: facts?.madeAt ?? now };
  const { renewAt } = endsOf(tokens, META_LIVES, { now, accessSeconds: endsAt === null ? null : secondsBetween(now, endsAt) });
  const ends = { accessEndsAt: endsAt, renewAt, endsAt };
  const handle = handleOf(profile);
  return connectedBy(
    { remoteId, handle, settings: {}, pictureUrl },
    { application: APPLICATION, remoteId, name: handle, tokens, scopes, ends },
  );
}

export function handleOf({ username }: Profile): string {
  return `@${username}`;
}
