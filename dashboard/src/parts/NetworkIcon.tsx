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

interface NetworkIconProps {
  readonly type: ChannelType;
  readonly size?: number;
  readonly stroke?: number;
}

/** The mark of a network, beside its name. */
export function NetworkIcon({ type, size = 22, stroke = 1.5 }: NetworkIconProps) {
  const Icon = ICONS[type];
  return <Icon size={size} stroke={stroke} aria-hidden />;
}
