import type { ChannelType } from "@rostrum/contract/channels.ts";
import {
  IconBrandBluesky,
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandMastodon,
  IconBrandPinterest,
  IconBrandTelegram,
  IconBrandThreads,
  IconBrandTiktok,
  IconBrandX,
  IconBrandYoutube,
  IconBuildingStore,
  IconWebhook,
} from "@tabler/icons-react";
import { words } from "../words.ts";

interface NetworkLook {
  readonly Icon: typeof IconBrandX;
  readonly color: string;
  /** Black in the light scheme, white in the dark one: the glyph is then black. */
  readonly turns?: true;
}

/** The sign and colour of each network. */
export const NETWORKS = {
  Facebook: { Icon: IconBrandFacebook, color: "var(--n-facebook)" },
  Instagram: { Icon: IconBrandInstagram, color: "var(--n-instagram)" },
  Threads: { Icon: IconBrandThreads, color: "var(--n-threads)", turns: true },
  LinkedIn: { Icon: IconBrandLinkedin, color: "var(--n-linkedin)" },
  "Google Business": { Icon: IconBuildingStore, color: "var(--n-google)" },
  YouTube: { Icon: IconBrandYoutube, color: "var(--n-youtube)" },
  TikTok: { Icon: IconBrandTiktok, color: "var(--n-tiktok)", turns: true },
  Pinterest: { Icon: IconBrandPinterest, color: "var(--n-pinterest)" },
  X: { Icon: IconBrandX, color: "var(--n-x)", turns: true },
  Mastodon: { Icon: IconBrandMastodon, color: "var(--n-mastodon)" },
  Bluesky: { Icon: IconBrandBluesky, color: "var(--n-bluesky)" },
  Telegram: { Icon: IconBrandTelegram, color: "var(--n-telegram)" },
  "Social Media": { Icon: IconWebhook, color: "var(--n-webhook)" },
} satisfies Record<ChannelType, NetworkLook> as Readonly<Record<ChannelType, NetworkLook>>;

/** What people call a network. */
export function networkName(type: ChannelType): string {
  return type === "Social Media" ? words.networks["Social Media"] : type;
}
