import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";

/** X's ids count milliseconds from here, and leave this many bits for what else tells them apart. */
const EPOCH_MILLISECONDS = 1_288_834_974_657;
const LOW_BITS = 22n;

/** A new id as X's look: ascending, and beyond 2^53, so that a client that reads them as numbers loses digits. */
export async function newId(world: SandboxWorld): Promise<string> {
  const milliseconds = BigInt(toEpochMilliseconds(world.now()) - EPOCH_MILLISECONDS);
  const low = BigInt(await world.objects.nextId()) & ((1n << LOW_BITS) - 1n);
  return String((milliseconds << LOW_BITS) | low);
}
