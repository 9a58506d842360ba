import type { ChannelType } from "@rostrum/contract/channels.ts";
import {
  IconBrandBluesky,
  IconBrandFacebook,
  IconBrandGoogle,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandMastodon,
  IconBrandPinterest,
  IconBrandTelegram,
  IconBrandThreads,
  IconBrandTiktok,
  IconBrandX,
  IconBrandYoutube,
  IconWebhook,
} from "@tabler/icons-react";

const ICONS = {
  Facebook: IconBrandFacebook,
  Instagram: IconBrandInstagram,
  Threads: IconBrandThreads,
  LinkedIn: IconBrandLinkedin,
  "Google Business": IconBrandGoogle,
  YouTube: IconBrandYoutube,
  TikTok: IconBrandTiktok,
  Pinterest: IconBrandPinterest,
  X: IconBrandX,
  Mastodon: IconBrandMastodon,
  Bluesky: IconBrandBluesky,
  Telegram: IconBrandTelegram,
  "Social Media": IconWebhook,
} satisfies Record<ChannelType, unknown>;

/** The mark of a network, beside its name. */
export function NetworkIcon({ type, size = 22 }: { readonly type: ChannelType; readonly size?: number }) {
  const Icon = ICONS[type];
  return <Icon size={size} stroke={1.5} aria-hidden />;
}
