import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { SandboxWorld } from "../network.ts";

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
