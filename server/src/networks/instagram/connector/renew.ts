import { secondsBetween } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { LogInCall, OpenGrant, RenewOutcome } from "../../connectors/log-in.ts";
import { accessTrouble } from "../../connectors/meta/facebook-access.ts";
import { askGraph } from "../../connectors/meta/graph.ts";
import { reasonOf } from "./errors.ts";
import { HOUR_SECONDS, TOKEN_AGE_TO_RENEW_SECONDS, TOKEN_LIFE_SECONDS } from "./facts.ts";
import { probe } from "./probe.ts";
import { credentialsOf, endsOfNew, storedToken } from "./token.ts";

const Renewed = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive().catch(TOKEN_LIFE_SECONDS) });

/**
 * Renews a token that is at least a day old and has not ended. Whether the old one lives on is not documented, so it is kept until
 * the new one has worked.
 */
export async function renew(grant: OpenGrant, call: LogInCall): Promise<RenewOutcome> {
  const { accessToken, obtainedAt } = storedToken(grant.credentials);
  const tooYoung = TOKEN_AGE_TO_RENEW_SECONDS - secondsBetween(obtainedAt, call.now());
  if (tooYoung > 0) {
    const probed = await probe(grant, call);
    if (probed.kind === "ended") return probed;
    return busy("Instagram renews a token only when it is a day old", Math.ceil(tooYoung));
  }
  const fields = { grant_type: "ig_refresh_token", access_token: accessToken };
  const reply = await askGraph(call, { method: "GET", url: `${call.host("api")}/refresh_access_token`, token: null, fields });
  if (reply.kind !== "ok") {
    const trouble = accessTrouble(reply);
    if (trouble === null || trouble.mayComeBack) return busy(reasonOf(reply), waitOf(reply));
    return { kind: "ended", reason: `${reasonOf(reply)}. Log in again.` };
  }
  const renewed = Renewed.safeParse(reply.body).data;
  if (renewed === undefined) return busy("Instagram: the response contains no token", HOUR_SECONDS);
  const now = call.now();
  const credentials = credentialsOf({ accessToken: renewed.access_token, obtainedAt: now });
  return { kind: "renewed", credentials, ends: endsOfNew(now, renewed.expires_in) };
}

function busy(reason: string, retryAfterSeconds: number): RenewOutcome {
  return { kind: "busy", reason, retryAfterSeconds };
}

function waitOf(failure: Parameters<typeof accessTrouble>[0]): number {
  return (failure.kind === "refused" ? failure.retryAfterSeconds : null) ?? HOUR_SECONDS;
}
