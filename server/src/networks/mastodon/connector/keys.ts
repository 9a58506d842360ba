import { z } from "zod";
import type { Json } from "../../connectors/json.ts";

/**
 * Mastodon keeps an idempotency key for an hour after creating the status; leave five minutes for slow attempts.
 * https://docs.joinmastodon.org/methods/statuses/, read in July 2026.
 */
export const KEY_HOLDS_SECONDS = 3300;

const Settings = z.object({ keepsKeys: z.boolean() });

/** Reads the channel's settings; channels connected before this was recorded have no value there. */
export function keepsKeys(settings: Json): boolean {
  return Settings.safeParse(settings).data?.keepsKeys === true;
}
