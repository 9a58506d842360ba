import { serverOf } from "../../connectors/api.ts";
import type { Account, Call } from "../../connectors/connector.ts";
import type { ProbeOutcome } from "../../connectors/log-in.ts";
import { probed } from "../../connectors/oauth/read.ts";
import { PROFILE_PRICE } from "./prices.ts";
import { readProfile } from "./profile.ts";

/** Whether X still knows the account, which is a paid question. */
export async function probe(account: Account, call: Call): Promise<ProbeOutcome> {
  const hold = await call.spend(PROFILE_PRICE);
  return hold === null ? probed(await readProfile(serverOf(account, call))) : { kind: "unknown", reason: hold.reason };
}
