import type { Connectors } from "../app.ts";
import { bluesky } from "./bluesky/index.ts";
import { facebook } from "./facebook/index.ts";
import { googleBusiness } from "./google-business/index.ts";
import { instagram } from "./instagram/index.ts";
import { linkedin } from "./linkedin/index.ts";
import { mastodon } from "./mastodon/index.ts";
import { pinterest } from "./pinterest/index.ts";
import { socialMedia } from "./social-media/index.ts";
import { telegram } from "./telegram/index.ts";
import { threads } from "./threads/index.ts";
import { tiktok } from "./tiktok/index.ts";
import { x } from "./x/index.ts";
import { youtube } from "./youtube/index.ts";

/** One line per platform. Generic code looks connectors up here and never names one. */
export const connectors = {
  Threads: threads,
  TikTok: tiktok,
  Pinterest: pinterest,
  X: x,
  Mastodon: mastodon,
  Bluesky: bluesky,
  Telegram: telegram,
  LinkedIn: linkedin,
  "Google Business": googleBusiness,
  Facebook: facebook,
  Instagram: instagram,
  YouTube: youtube,
  "Social Media": socialMedia,
} satisfies Connectors;
