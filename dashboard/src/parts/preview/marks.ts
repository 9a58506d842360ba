import type { ChannelType } from "@rostrum/contract/channels.ts";

const LINK = String.raw`https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]’”»]`;
const TAG = String.raw`(?<![\p{L}\p{N}_\/&])#[\p{L}\p{N}_.]*[\p{L}\p{N}_]`;
/** What stands before it must not make it an address, or part of another name. */
const AT = String.raw`(?<![\p{L}\p{N}_\/&.@-])@`;

const DOTTED = String.raw`${AT}[\p{L}\p{N}_.]*[\p{L}\p{N}_]`;

/**
 * What each network makes a link of in a text that comes by its API, beside tags. A name that is not on this list is plain text there: Facebook
 * links Pages only for applications that it allows to (https://developers.facebook.com/docs/pages-api/posts/, 2026-11), and LinkedIn and
 * Bluesky only what is marked.
 */
const MARKS: Readonly<Record<ChannelType, readonly string[]>> = {
  Facebook: [LINK, TAG],
  // Addresses in captions cannot be pressed.
  Instagram: [TAG, DOTTED],
  Threads: [LINK, TAG, DOTTED],
  LinkedIn: [LINK, TAG],
  "Google Business": [LINK],
  YouTube: [LINK, TAG, DOTTED],
  TikTok: [TAG, DOTTED],
  Pinterest: [TAG],
  X: [LINK, TAG, String.raw`${AT}\w{1,15}(?!\w)`],
  // With the host that a name is at home on, or a neighbour's without.
  Mastodon: [LINK, TAG, String.raw`${AT}[a-z0-9_]+(?:[a-z0-9_.\-]*[a-z0-9_])?(?:@[\p{L}\p{N}_]+(?:[.\-]+[\p{L}\p{N}_]+)*)?`],
  // A handle is a domain.
  Bluesky: [LINK, TAG, String.raw`${AT}(?:[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9\-]{0,61}[a-z0-9])?(?![a-z0-9@])`],
  Telegram: [LINK, TAG, String.raw`${AT}[a-z]\w{4,31}(?!\w)`],
  // The receiver decides.
  "Social Media": [LINK],
};

/** A text in pieces, of which every second one is a link on the network; `names`: what the text says is one. */
export function piecesOf(text: string, type: ChannelType, names: readonly string[] = []): string[] {
  // Browsers from before 2025 have no RegExp.escape.
  const said = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|\-/]/g, String.raw`\$&`));
  return text.split(new RegExp(`(${[...said, ...MARKS[type]].join("|")})`, "giu"));
}
