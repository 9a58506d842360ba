import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import { Refusal } from "../../sandbox/kit/refusals.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { RATE_EXCEEDED } from "./refusals.ts";
import type { Settings } from "./settings.ts";

/**
 * Calls per token and minute, in a sliding window. https://developers.tiktok.com/doc/content-posting-api-reference-direct-post and
 * https://developers.tiktok.com/doc/tiktok-api-v2-rate-limit (2026-11)
 */
export const DOCUMENTED_RATES = { init: 6, creator_info: 20, status: 30, user: 600, list: 600, query: 600 } as const;
export type RateName = keyof typeof DOCUMENTED_RATES;

/** Unless the settings say otherwise: rounds of tests publish more in a minute than a creator would. */
const GENEROUS_FACTOR = 100;
const WINDOW_MILLISECONDS = 60_000;

const callsOf = new WeakMap<SandboxWorld, Map<string, number[]>>();

/** Counts a call, in this process alone, and refuses it above the limit. Refused calls do not count. */
export function countCall(
  world: SandboxWorld,
  { rate, token, settings }: { readonly rate: RateName; readonly token: string; readonly settings: Settings },
): void {
  const limit = settings.rates[rate] ?? DOCUMENTED_RATES[rate] * GENEROUS_FACTOR;
  const calls = callsOf.getOrInsertComputed(world, () => new Map<string, number[]>());
  const now = toEpochMilliseconds(world.now());
  const recent = (calls.get(`${rate} ${token}`) ?? []).filter((at) => at > now - WINDOW_MILLISECONDS);
  if (recent.length >= limit) throw new Refusal(RATE_EXCEEDED);
  calls.set(`${rate} ${token}`, [...recent, now]);
}
