import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";
import { z } from "zod";
import type { Json } from "../connector.ts";

/**
 * Mastodon keeps an idempotency key for an hour after the status was made; five minutes are left for slow attempts.
 * https://docs.joinmastodon.org/methods/statuses/, read in July 2026.
 */
export const KEY_HOLDS_SECONDS = 3300;

const Settings = z.object({ keepsKeys: z.boolean() });

/** By the channel's settings; channels that were connected before this was asked have nothing there. */
export function keepsKeys(settings: Json): boolean {
  return Settings.safeParse(settings).data?.keepsKeys === true;
}

/** Whether a request of that time, sent again now, brings back what the first one made. */
export function keyHolds(server: { readonly keepsKeys: boolean }, sentAt: Instant, now: Instant): boolean {
  return server.keepsKeys && now <= addSeconds(sentAt, KEY_HOLDS_SECONDS);
}
