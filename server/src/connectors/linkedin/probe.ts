import type { Account, Call } from "../connector.ts";
import type { ProbeOutcome } from "../log-in.ts";
import { NO_ROLE, persistently } from "./log-in.ts";
import { mayPost, readRoles } from "./organizations.ts";
import { lacks } from "./scopes.ts";
import { isMember, workOf } from "./work.ts";

/** Whether the person may still post as the author of this channel: themselves, or a Page on which they have a role. */
export async function probe(account: Account, call: Call): Promise<ProbeOutcome> {
  const work = workOf(account, call);
  if (isMember(work)) {
    const outcome = await persistently(work.server);
    if (outcome.kind === "read") return lacks(account.grant, "w_member_social") ? UNKNOWN : { kind: "works" };
    return { kind: outcome.kind === "refused" && outcome.isDenied ? "ended" : "unknown", reason: outcome.reason };
  }
  if (lacks(account.grant, "rw_organization_admin")) return UNKNOWN;
  const outcome = await readRoles(work.server);
  if (outcome.kind !== "read") return { kind: "unknown", reason: outcome.reason };
  return mayPost(outcome.roles.get(work.author) ?? []) ? { kind: "works" } : { kind: "ended", reason: NO_ROLE };
}

const UNKNOWN: ProbeOutcome = { kind: "unknown", reason: "" };
