import type { FastifyInstance, FastifyRequest } from "fastify";
import { countInWindow } from "../../sandbox/kit/windows.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { refusal } from "./refusal.ts";
import { type Settings, settingsOf } from "./settings.ts";

/**
 * Counts requests per token and sets the headers of the tightest limit on every response; `X-RateLimit-Reset` is an ISO
 * time. Windows start at round times, as in Rack::Attack, and are kept in this process.
 */
export function limitRates(scope: FastifyInstance, world: SandboxWorld): void {
  scope.addHook("onRequest", async (request, reply) => {
    if (!/\/api\/v\d\//.test(request.url)) return;
    const states = limitsOn(request, await settingsOf(world)).map(({ key, limit, seconds }) => {
      const { used, resetAt } = countInWindow(world, { key, seconds });
      return { limit, remaining: Math.max(0, limit - used), isExceeded: used > limit, resetAt };
    });
    const [tightest] = states.toSorted((a, b) => Number(b.isExceeded) - Number(a.isExceeded) || a.remaining - b.remaining);
    if (tightest === undefined) return;
    reply.headers({
      "x-ratelimit-limit": String(tightest.limit),
      "x-ratelimit-remaining": String(tightest.remaining),
      "x-ratelimit-reset": new Date(tightest.resetAt).toISOString().replace(/\d{3}Z$/, "000000Z"),
    });
    if (tightest.isExceeded) throw refusal(429, "Too many requests");
  });
}

function limitsOn(request: FastifyRequest, settings: Settings) {
  const who = request.headers.authorization ?? request.ip;
  const all = { key: `all ${who}`, limit: settings.requests_per_5_minutes, seconds: 300 };
  const isUpload = request.method === "POST" && /\/media$/.test(request.url.split("?")[0] ?? "");
  return isUpload ? [all, { key: `media ${who}`, limit: settings.uploads_per_30_minutes, seconds: 1800 }] : [all];
}
