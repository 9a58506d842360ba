import { createHash } from "node:crypto";
import type { SandboxWorld } from "../network.ts";
import { mimeOf } from "../uploaded.ts";

export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Stores bytes under a new id. */
export async function keepFile(world: SandboxWorld, bytes: Uint8Array) {
  const file = await world.objects.nextId();
  await world.objects.putBytes(file, bytes);
  return { file, mime: await mimeOf(bytes), digest: digestOf(bytes) };
}

/** Ids of several kinds, each with its first digits and length. They ascend. */
export function numbered<Kind extends string>(forms: Readonly<Record<Kind, readonly [family: string, length: number]>>) {
  return async (world: SandboxWorld, kind: Kind): Promise<string> => {
    const [family, length] = forms[kind];
    return family + (await world.objects.nextId()).padStart(length - family.length, "0");
  };
}

const turns = new Map<string, Promise<unknown>>();

/** Runs one after the other, in this process, what concerns the same thing. */
export async function inTurn<T>(key: string, act: () => Promise<T>): Promise<T> {
  const done = (turns.get(key) ?? Promise.resolve()).then(act);
  const settled = done.catch(() => {});
  turns.set(key, settled);
  try {
    return await done;
  } finally {
    if (turns.get(key) === settled) turns.delete(key);
  }
}
