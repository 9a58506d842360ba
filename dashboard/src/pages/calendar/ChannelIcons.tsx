import type { CalendarChannel } from "@rostrum/contract/private/calendar.ts";
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
import classes from "./calendar.module.css";

const ICONS: Readonly<Record<string, typeof IconWebhook>> = {
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
};

const SHOWN_MAX = 4;
const SIZE = 14;

/** The networks of a post, each once; their names are in the label of what they belong to. */
export function ChannelIcons({ channels }: { readonly channels: readonly Pick<CalendarChannel, "type">[] }) {
  const types = [...new Set(channels.flatMap(({ type }) => type ?? []))];
  return (
    <span className={classes.icons} aria-hidden>
      {types.slice(0, SHOWN_MAX).map((type) => {
        const Icon = ICONS[type] ?? IconWebhook;
        return <Icon key={type} size={SIZE} />;
      })}
      {types.length > SHOWN_MAX && <span>+{types.length - SHOWN_MAX}</span>}
    </span>
  );
}
