import type { SandboxWorld } from "../network.ts";

const DIGITS = 17;

/**
 * A new id as Meta's look: decimal digits beyond 2^53, so that a client that reads them as numbers loses some.
 * They ascend; `family` is their first digit.
 */
export async function newGraphId(world: SandboxWorld, family: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 = 1): Promise<string> {
  return `${family}${(await world.objects.nextId()).padStart(DIGITS, "0")}`;
}
