import type { SandboxWorld } from "../../sandbox/network.ts";

/** First digits and lengths of numbers as Google's look. They ascend; most are beyond 2^53, so a client that reads numbers loses digits. */
const FORMS = {
  person: { family: "11", length: 21 },
  account: { family: "10", length: 21 },
  location: { family: "12", length: 20 },
  local_post: { family: "34", length: 19 },
} as const;

export async function newId(world: SandboxWorld, kind: keyof typeof FORMS): Promise<string> {
  const { family, length } = FORMS[kind];
  return family + (await world.objects.nextId()).padStart(length - family.length, "0");
}

/** Of pictures and uploads. They end with an ascending number. */
export async function newKey(world: SandboxWorld, prefix: string): Promise<string> {
  return prefix + (await world.objects.nextId()).padStart(12, "0");
}
