import { platforms } from "@rostrum/contract/platforms.ts";
import { excessOf, type TextLength } from "@rostrum/contract/split-text.ts";
import { graphemes } from "@rostrum/contract/text.ts";

/** Characters as a reader counts them. */
export const TEXT_GRAPHEMES_MAX = platforms.Bluesky.text.max;
/**
 * A second limit, which a post with many emoji hits first.
 * https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/feed/post.json, read in August 2026.
 */
const TEXT_BYTES_MAX = 3000;

export function byteCount(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

/** The lengths of a text as it is shown, with both limits. */
export function lengthsOf(text: string): TextLength[] {
  return [
    { length: graphemes(text), max: TEXT_GRAPHEMES_MAX, unit: "characters" },
    { length: byteCount(text), max: TEXT_BYTES_MAX, unit: "bytes" },
  ];
}

/** Why Bluesky would refuse the text, with the count and the limit; null if it fits. */
export function lengthProblem(text: string): string | null {
  const excess = excessOf(text, lengthsOf);
  return excess === null ? null : `The text has ${excess.length} ${excess.unit}; Bluesky takes at most ${excess.max}.`;
}
