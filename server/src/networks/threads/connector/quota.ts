import { z } from "zod";
import type { Server } from "../../connectors/api.ts";
import type { Held } from "../../connectors/connector.ts";
import { ask } from "./api.ts";
import { HOUR_SECONDS } from "./errors.ts";

const config = z.object({ quota_total: z.int() });
const Limit = z.object({
  data: z.tuple([z.object({ quota_usage: z.int(), config, reply_quota_usage: z.int().optional(), reply_config: config.optional() })]),
});

/**
 * The hold while the profile's quota of a moving day is used up; null if it is not, or cannot be read. Posts and replies have
 * quotas of their own: https://developers.facebook.com/documentation/threads/overview (2025-12).
 */
export async function quotaHold(server: Server, what: "posts" | "replies"): Promise<Held | null> {
  const fields = { fields: "quota_usage,config,reply_quota_usage,reply_config" };
  const answer = await ask(server, { method: "GET", path: "/me/threads_publishing_limit", fields });
  const limit = answer.kind === "ok" ? Limit.safeParse(answer.body) : null;
  if (!limit?.success) return null;
  const [row] = limit.data.data;
  const [used, total] =
    what === "posts" ? [row.quota_usage, row.config.quota_total] : [row.reply_quota_usage, row.reply_config?.quota_total];
  if (used === undefined || total === undefined || used < total) return null;
  const reason = `The profile has published ${used} of the ${total} ${what} that Threads allows within 24 hours.`;
  return { kind: "held", reason, retryAfterSeconds: HOUR_SECONDS, scope: "channel" };
}
