import type { ChannelType } from "./channels.ts";

/** What stands before it must not make it an address, or part of another name. */
const AT = String.raw`(?<![\p{L}\p{N}_\/&.@-])@`;
const DOTTED = String.raw`${AT}[\p{L}\p{N}_.]*[\p{L}\p{N}_]`;

/**
 * How a text that comes by a network's API says whom it mentions, in full: sources of regular expressions with the flags `giu`. Null where
 * no text can: Facebook links Pages only for applications that it allows to (https://developers.facebook.com/docs/pages-api/posts/, 2026-11).
 */
export const MENTIONS: Readonly<Record<ChannelType, string | null>> = {
  Facebook: null,
  Instagram: DOTTED,
  Threads: DOTTED,
  // With the exact name: https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format (2025-01).
  LinkedIn: String.raw`@\[[^\[\]\n]+\]\(urn:li:(?:organization|person):[\w-]+\)`,
  "Google Business": null,
  YouTube: DOTTED,
  TikTok: DOTTED,
  Pinterest: null,
  // Not with a host: https://github.com/twitter/twitter-text/blob/master/js/src/regexp/endMentionMatch.js (2026-11).
  X: String.raw`${AT}\w{1,15}(?![\w@])`,
  // With the host that a name is at home on. Names are bounded, or else long words without a host would take long to leave.
  Mastodon: String.raw`${AT}[a-z0-9_](?:[a-z0-9_.\-]{0,98}[a-z0-9_])?@[\p{L}\p{N}_]+(?:[.\-]+[\p{L}\p{N}_]+)*`,
  // A handle is a domain.
  Bluesky: String.raw`${AT}(?:[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9\-]{0,61}[a-z0-9])?(?![a-z0-9@])`,
  Telegram: String.raw`${AT}[a-z]\w{4,31}(?!\w)`,
  // The receiver decides.
  "Social Media": null,
};
