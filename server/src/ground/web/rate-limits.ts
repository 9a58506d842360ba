import { addMilliseconds, type Instant, toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { Clock } from "../clock.ts";
import type { Database } from "../database/connect.ts";
import { one } from "../database/query.ts";
import { clientKey } from "./client-address.ts";

/** Counts requests in one-minute windows that start with a key's first request. */
export interface Limiter {
  /** Counts one request under the key. A limit of 0 means no limit. */
  hit(key: string, limit: number): Promise<Hit>;
}

export interface Hit {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
  /** When the window ends, in Unix seconds. */
  readonly resetAt: number;
}

/** REST and tool calls share these counts: by client address, and by user. */
export const routeKey = (address: string) => `route ${clientKey(address)}`;
export const resourceKey = (userId: number) => `resource ${userId}`;

export const ROUTE_LIMIT_PASSED = "Too many requests from this address. Wait until the minute is over.";
export const RESOURCE_LIMIT_PASSED = "Too many requests. Wait until another one is available.";

const WINDOW_MILLISECONDS = 60_000;

/** For a single process. Our own code because it must follow the app's clock. */
export function memoryLimiter(clock: Clock): Limiter {
  const windows = new Map<string, { startedAt: number; count: number }>();
  let sweptAt = 0;
  return {
    async hit(key, limit) {
      const now = toEpochMilliseconds(clock.now());
      if (now - sweptAt > WINDOW_MILLISECONDS) {
        for (const [other, window] of windows) if (now - window.startedAt >= WINDOW_MILLISECONDS) windows.delete(other);
        sweptAt = now;
      }
      let window = windows.get(key);
      if (window === undefined || now - window.startedAt >= WINDOW_MILLISECONDS || now < window.startedAt) {
        window = { startedAt: now, count: 0 };
        windows.set(key, window);
      }
      window.count += 1;
      return judge(window.count, limit, window.startedAt, now);
    },
  };
}

/** For several processes on one database: fixed minutes, one upsert per request. */
export function sharedLimiter(db: Database, clock: Clock): Limiter {
  let sweptAt = 0;
  return {
    async hit(key, limit) {
      const now = clock.now();
      const at = toEpochMilliseconds(now);
      if (at - sweptAt > WINDOW_MILLISECONDS) {
        sweptAt = at;
        await sweep(db, now);
      }
      const into = at % WINDOW_MILLISECONDS;
      const started = addMilliseconds(now, -into);
      const row = await one<{ count: number }>(db, {
        name: "rate_limit_hit",
        text: `insert into rate_limits (key, window_started_at, count) values ($1, date_trunc('minute', $2::timestamptz), 1)
               on conflict (key, window_started_at) do update set count = rate_limits.count + 1 returning count`,
        values: [key, started],
      });
      return judge(row.count, limit, at - into, at);
    },
  };
}

/** Deletes expired windows. */
async function sweep(db: Database, now: Instant): Promise<void> {
  await db.query("delete from rate_limits where window_started_at < $1", [addMilliseconds(now, -5 * WINDOW_MILLISECONDS)]);
}

function judge(count: number, limit: number, startedAt: number, now: number): Hit {
  const end = startedAt + WINDOW_MILLISECONDS;
  return {
    allowed: limit === 0 || count <= limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.max(1, Math.ceil((end - now) / 1000)),
    resetAt: Math.ceil(end / 1000),
  };
}
