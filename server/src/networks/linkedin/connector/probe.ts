import type { Account, Call } from "../../connectors/connector.ts";
import type { ProbeOutcome } from "../../connectors/log-in.ts";
import { probed } from "../../connectors/oauth/read.ts";
import { lacks } from "../../connectors/oauth/scopes.ts";
import { NO_ROLE, persistently } from "./log-in.ts";
import { mayPost, readRoles } from "./organizations.ts";
import { isMember, workOf } from "./work.ts";

/** Whether the person may still post as the author of this channel: themselves, or a Page on which they have a role. */
export async function probe(account: Account, call: Call): Promise<ProbeOutcome> {
  const work = workOf(account, call);
  const outcome = await persistently(work.server);
  if (outcome.kind !== "read") return probed(outcome);
  if (isMember(work)) return lacks(account.grant, "w_member_social") ? UNKNOWN : { kind: "works" };
  if (lacks(account.grant, "rw_organization_admin")) return UNKNOWN;
  const pages = await readRoles(work.server);
  if (pages.kind !== "read") return { kind: "unknown", reason: pages.reason };
  return mayPost(pages.value.get(work.author) ?? []) ? { kind: "works" } : { kind: "ended", reason: NO_ROLE };
}

const UNKNOWN: ProbeOutcome = { kind: "unknown", reason: "" };
