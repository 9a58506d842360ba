import type { LogInCall, OpenGrant, ProbeOutcome } from "../../connectors/log-in.ts";
import { accessTrouble } from "../../connectors/meta/facebook-access.ts";
import { reasonOf } from "./errors.ts";
import { readProfile } from "./profile.ts";
import { storedToken } from "./token.ts";

/** Whether Instagram still accepts the token; trouble that the person can end at Instagram is no end of it. */
export async function probe(grant: OpenGrant, call: LogInCall): Promise<ProbeOutcome> {
  const profile = await readProfile(storedToken(grant.credentials).accessToken, call);
  if (!("failure" in profile)) return { kind: "works" };
  const reason = reasonOf(profile.failure);
  const trouble = accessTrouble(profile.failure);
  return trouble === null || trouble.mayComeBack ? { kind: "unknown", reason } : { kind: "ended", reason };
}
