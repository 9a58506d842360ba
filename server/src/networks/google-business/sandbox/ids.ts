import { numbered } from "../../sandbox/kit/stored.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";

/** Numbers as Google's look. They ascend; most are beyond 2^53, so a client that reads numbers loses digits. */
export const newId = numbered({ person: ["11", 21], account: ["10", 21], location: ["12", 20], local_post: ["34", 19] });

/** Of pictures and uploads. They end with an ascending number. */
export async function newKey(world: SandboxWorld, prefix: string): Promise<string> {
  return prefix + (await world.objects.nextId()).padStart(12, "0");
}
