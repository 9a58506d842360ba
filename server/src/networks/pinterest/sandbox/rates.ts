import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyReply } from "fastify";
import { Refusal } from "../../sandbox/kit/refusals.ts";
import { countInWindow } from "../../sandbox/kit/windows.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { TOO_MANY } from "./refusal.ts";
import type { Settings } from "./settings.ts";

/** What the vendor's description assigns to every call. */
export type Category = "org_read" | "org_write";

export interface Counted {
  readonly accountId: string;
  readonly clientId: string;
  readonly category: Category;
  readonly settings: Settings;
}

/**
 * Counts a request, sets the headers of the tightest limit, and throws code 8 above it. Windows start at round times and are kept
 * in this process. The headers' format is unverified: `100, 100;w=1, 1000;w=60`, and seconds until the reset.
 */
export function countRequest(world: SandboxWorld, reply: FastifyReply, counted: Counted): void {
  const now = toEpochMilliseconds(world.now());
  const limits = limitsOn(counted);
  const states = limits.map(({ key, limit, seconds }) => {
    const { used, resetAt } = countInWindow(world, { key, seconds });
    return { limit, remaining: limit - used, seconds: Math.ceil((resetAt - now) / 1000) };
  });
  const tightest = states.reduce((a, b) => (b.remaining < a.remaining ? b : a));
  reply.headers({
    "x-ratelimit-limit": [tightest.limit, ...limits.map(({ limit, seconds }) => `${limit};w=${seconds}`)].join(", "),
    "x-ratelimit-remaining": String(Math.max(0, tightest.remaining)),
    "x-ratelimit-reset": String(tightest.seconds),
  });
  if (tightest.remaining < 0) throw new Refusal(TOO_MANY);
}

function limitsOn({ accountId, clientId, category, settings }: Counted) {
  const perMinute = {
    org_read: settings.reads_per_minute,
    org_write: settings.writes_per_minute,
  };
  const user = [
    { key: `all ${accountId} ${clientId}`, limit: settings.requests_per_second, seconds: 1 },
    { key: `${category} ${accountId} ${clientId}`, limit: perMinute[category], seconds: 60 },
  ];
  return settings.trial ? [{ key: `trial ${clientId}`, limit: settings.trial_requests_per_day, seconds: 86_400 }] : user;
}
