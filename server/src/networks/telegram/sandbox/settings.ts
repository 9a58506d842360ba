import { z } from "zod";
import { settingsNamed } from "../../sandbox/kit/settings.ts";

/**
 * Limits of the Bot API. The document `settings`/`server` overrides individual ones. The rate limit differs from the real
 * one: twenty messages a minute per chat would stop a trial of the service, so the sandbox is more generous.
 */
const Settings = z.object({
  text_length: z.int().default(4096),
  caption_length: z.int().default(1024),
  photo_bytes: z.int().default(10 * 1024 * 1024),
  file_bytes: z.int().default(50 * 1024 * 1024),
  messages_per_minute_in_chat: z.int().default(6000),
  /** How long a channel's post takes to reach its discussion group. */
  forward_seconds: z.number().default(0),
});
export type Settings = z.output<typeof Settings>;

export const settingsOf = settingsNamed("server", Settings);
