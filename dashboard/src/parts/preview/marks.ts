import type { ChannelType } from "@rostrum/contract/channels.ts";
import { MENTIONS } from "@rostrum/contract/mentions.ts";

const LINK = String.raw`https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]’”»]`;
const TAG = String.raw`(?<![\p{L}\p{N}_\/&])#[\p{L}\p{N}_.]*[\p{L}\p{N}_]`;
/** Of a neighbour, whose names have no dots: https://github.com/mastodon/mastodon/blob/main/app/models/account.rb (2026-11). */
const NEIGHBOUR = String.raw`(?<![\p{L}\p{N}_\/&.@-])@[a-z0-9_]+(?![\p{L}\p{N}_@]|[.-]+[\p{L}\p{N}_])`;

/** What each network makes a link of in a text that comes by its API, beside mentions. A name that is not on this list is plain text there. */
const MARKS: Readonly<Record<ChannelType, readonly string[]>> = {
  Facebook: [LINK, TAG],
  // Addresses in captions cannot be pressed.
  Instagram: [TAG],
  Threads: [LINK, TAG],
  LinkedIn: [LINK, TAG],
  "Google Business": [LINK],
  YouTube: [LINK, TAG],
  TikTok: [TAG],
  Pinterest: [TAG],
  X: [LINK, TAG],
  Mastodon: [LINK, TAG, NEIGHBOUR],
  Bluesky: [LINK, TAG],
  Telegram: [LINK, TAG],
  // The receiver decides.
  "Social Media": [LINK],
};

/** A text in pieces, of which every second one is a link on the network; `names`: what the text says is one. */
export function piecesOf(text: string, type: ChannelType, names: readonly string[] = []): string[] {
  // Browsers from before 2025 have no RegExp.escape.
  const said = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|\-/]/g, String.raw`\$&`));
  const mention = MENTIONS[type];
  return text.split(new RegExp(`(${[...said, ...MARKS[type], ...(mention === null ? [] : [mention])].join("|")})`, "giu"));
}
