import type { SandboxWorld } from "../../sandbox/network.ts";

/** First digits and lengths of ids as Pinterest's look. They ascend; most are beyond 2^53, so a client that reads numbers loses digits. */
const FORMS = {
  account: { family: "27", length: 19 },
  board: { family: "54", length: 18 },
  media: { family: "52", length: 19 },
  pin: { family: "81", length: 18 },
  comment: { family: "59", length: 19 },
} as const;

export async function newId(world: SandboxWorld, kind: keyof typeof FORMS): Promise<string> {
  const { family, length } = FORMS[kind];
  return family + (await world.objects.nextId()).padStart(length - family.length, "0");
}
