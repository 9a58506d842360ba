import { z } from "zod";
import { QUOTA_DEFAULT, QUOTA_RETRY_SECONDS } from "./facts.ts";
import { ask, type Session } from "./session.ts";
import type { Stop } from "./work.ts";

const Quota = z.object({
  data: z.tuple([
    z.object({
      quota_usage: z.number().nonnegative(),
      config: z.object({ quota_total: z.number().positive().catch(QUOTA_DEFAULT) }).default({ quota_total: QUOTA_DEFAULT }),
    }),
  ]),
});

/**
 * Holds the channel if the account has published as much as it may within 24 hours, by whatever application. Null if `count` more
 * fit, and if the network does not say: then it refuses the request itself.
 * https://developers.facebook.com/documentation/instagram-platform/instagram-graph-api/reference/ig-user/content_publishing_limit (2024-07).
 */
export async function quotaStop(session: Session, count: number): Promise<Stop | null> {
  const path = `${session.userId}/content_publishing_limit`;
  const reply = await ask(session, { method: "GET", path, fields: { fields: "config,quota_usage" } });
  const quota = reply.kind === "ok" ? Quota.safeParse(reply.body).data?.data[0] : undefined;
  if (quota === undefined) return null;
  const { quota_usage: used, config } = quota;
  if (used + Math.min(count, config.quota_total) <= config.quota_total) return null;
  return {
    kind: "held",
    reason: `The account has published ${used} posts in 24 hours, and Instagram takes ${config.quota_total}.`,
    retryAfterSeconds: QUOTA_RETRY_SECONDS,
    scope: "channel",
  };
}
