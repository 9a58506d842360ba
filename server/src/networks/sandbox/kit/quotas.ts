import { addSeconds, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { faultOn } from "../faults.ts";
import type { SandboxWorld } from "../network.ts";
import { model } from "./model.ts";

/** How often an account may do something within a moving window. The fault `quota` makes every quota look used up. */
export interface Quota {
  /** Of one account and one thing: `posts 17`. */
  readonly name: string;
  readonly total: number;
  readonly seconds: number;
}

const kinds = { _quota_use: z.object({ name: z.string() }) } as const;
const { insert, list } = model(kinds);

/** How often the quota has been used within its window. */
export async function quotaUsed(world: SandboxWorld, request: FastifyRequest, quota: Quota): Promise<number> {
  if (faultOn(request, "quota") !== null) return quota.total;
  return usesOf(world, quota);
}

/** Uses the quota once; false if it was used up already. */
export async function useQuota(world: SandboxWorld, request: FastifyRequest, quota: Quota): Promise<boolean> {
  if ((await quotaUsed(world, request, quota)) >= quota.total) return false;
  await insert(world, "_quota_use", `${quota.name} ${await world.objects.nextId()}`, { name: quota.name });
  return true;
}

async function usesOf(world: SandboxWorld, { name, total, seconds }: Quota): Promise<number> {
  const from = addSeconds(world.now(), -seconds);
  const uses = await list(world, "_quota_use", { where: { name }, limit: total });
  return uses.filter(({ createdAt }) => createdAt > from).length;
}

interface Window {
  /** In milliseconds. */
  readonly resetAt: number;
  used: number;
}

const windowsOf = new WeakMap<SandboxWorld, Map<string, Window>>();

/** Counts one more of what the key names. Windows start at round times and are kept in this process. */
export function countInWindow(world: SandboxWorld, { key, seconds }: { readonly key: string; readonly seconds: number }): Readonly<Window> {
  const windows = windowsOf.getOrInsertComputed(world, () => new Map<string, Window>());
  const now = toEpochMilliseconds(world.now());
  for (const [old, { resetAt }] of windows) if (resetAt <= now) windows.delete(old);
  const period = seconds * 1000;
  const window = windows.getOrInsertComputed(key, () => ({ resetAt: now - (now % period) + period, used: 0 }));
  window.used += 1;
  return window;
}
