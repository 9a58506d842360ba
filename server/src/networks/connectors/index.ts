import type { Connectors } from "../../app.ts";
import { bluesky } from "../bluesky/connector/index.ts";
import { facebook } from "../facebook/connector/index.ts";
import { googleBusiness } from "../google-business/connector/index.ts";
import { instagram } from "../instagram/connector/index.ts";
import { linkedin } from "../linkedin/connector/index.ts";
import { mastodon } from "../mastodon/connector/index.ts";
import { pinterest } from "../pinterest/connector/index.ts";
import { telegram } from "../telegram/connector/index.ts";
import { threads } from "../threads/connector/index.ts";
import { tiktok } from "../tiktok/connector/index.ts";
import { x } from "../x/connector/index.ts";
import { youtube } from "../youtube/connector/index.ts";
import { socialMedia } from "./social-media/index.ts";

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
