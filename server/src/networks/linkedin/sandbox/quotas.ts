import type { FastifyRequest } from "fastify";
import { faultOn } from "../../sandbox/faults.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import type { Caller } from "./caller.ts";
import { insert } from "./model.ts";
import { quotaReached } from "./refusals.ts";
import type { Settings } from "./settings.ts";

/**
 * Quotas of a day in UTC, by application and by member.
 * https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/rate-limits (2026-11)
 */
export async function countCall(
  world: SandboxWorld,
  request: FastifyRequest,
  { caller, settings }: { readonly caller: Caller; readonly settings: Settings },
): Promise<void> {
  if (faultOn(request, "quota") !== null) throw quotaReached("MEMBER");
  const { calls_per_application, calls_per_member } = settings;
  if (calls_per_application !== null && (await counted(world, caller.clientId)) > calls_per_application) throw quotaReached("APPLICATION");
  if (calls_per_member !== null && (await counted(world, caller.person.id)) > calls_per_member) throw quotaReached("MEMBER");
}

export async function countPost(world: SandboxWorld, { person }: Caller, { posts_per_day }: Settings): Promise<void> {
  if ((await counted(world, `posts ${person.id}`)) > posts_per_day) throw quotaReached("MEMBER");
}

/** How often it happened today, this time included. */
async function counted(world: SandboxWorld, what: string): Promise<number> {
  const id = `${what} ${world.now().slice(0, 10)}`;
  await insert(world, "tally", id, { count: 0 });
  return (await world.objects.increment("tally", id, "count")) ?? 0;
}
