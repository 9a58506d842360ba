import type { Connectors } from "../app.ts";
import { bluesky } from "./bluesky/index.ts";
import { mastodon } from "./mastodon/index.ts";
import { socialMedia } from "./social-media/index.ts";
import { telegram } from "./telegram/index.ts";

/** One line per platform. Generic code looks connectors up here and never names one. */
export const connectors = {
  Mastodon: mastodon,
  Bluesky: bluesky,
  Telegram: telegram,
  "Social Media": socialMedia,
} satisfies Connectors;
