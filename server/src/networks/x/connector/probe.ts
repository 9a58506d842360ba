import type { Account, Call } from "../../connectors/connector.ts";
import type { LogInCall, OpenGrant, ProbeOutcome } from "../../connectors/log-in.ts";
import { type Server, serverOf } from "./api.ts";
import { storedTokens } from "./credentials.ts";
import type { Sign } from "./errors.ts";
import { PROFILE_PRICE } from "./prices.ts";
import { readProfile } from "./profile.ts";

/** X says that nothing is paid for only to those whom it knows. */
const RECOGNIZED: readonly Sign[] = ["spend cap", "no credits", "usage cap"];

/** Whether X still knows the account, which is a paid question. */
export async function probe(account: Account, call: Call): Promise<ProbeOutcome> {
  const hold = await call.spend(PROFILE_PRICE);
  return hold === null ? probed(serverOf(account, call)) : { kind: "unknown", reason: hold.reason };
}

/** Whether X still knows the token of a log-in. */
export async function probeGrant(grant: OpenGrant, call: LogInCall): Promise<ProbeOutcome> {
  return probed({ token: storedTokens(grant.credentials).accessToken, reach: call });
}

async function probed(server: Server): Promise<ProbeOutcome> {
  const outcome = await readProfile(server);
  if (outcome.kind === "read" || RECOGNIZED.includes(outcome.sign)) return { kind: "works" };
  const isEnded = outcome.sign === "dead token" || outcome.sign === "suspended";
  return { kind: isEnded ? "ended" : "unknown", reason: outcome.reason };
}
