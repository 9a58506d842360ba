import { createHash } from "node:crypto";
import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";

/** Ids of posts begin with the second of their creation; these bits tell apart what was created within one. */
const LOW_BITS = 32n;

/** A new id as TikTok's look: ascending, and beyond 2^53, so that a client that reads them as numbers loses digits. */
export async function newId(world: SandboxWorld): Promise<string> {
  const seconds = BigInt(Math.floor(toEpochMilliseconds(world.now()) / 1000));
  return String((seconds << LOW_BITS) | BigInt.asUintN(Number(LOW_BITS), BigInt(await world.objects.nextId())));
}

/** A creator's id, which is another one for each application. */
export function openIdOf(clientId: string, accountId: string): string {
  return `-000${hashed(`${clientId} ${accountId}`)}`;
}

export function unionIdOf(accountId: string): string {
  return hashed(accountId);
}

function hashed(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 32);
}
