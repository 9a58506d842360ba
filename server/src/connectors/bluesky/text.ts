import { platforms } from "@rostrum/contract/platforms.ts";

/** Characters as a reader counts them. */
export const TEXT_GRAPHEMES_MAX = platforms.Bluesky.text.max;
/** Holds beside the other limit: a post of many emoji meets it first. Lexicon of `app.bsky.feed.post`. */
const TEXT_BYTES_MAX = 3000;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Bluesky counts what a reader sees as one character: a family emoji is one. */
export function graphemeCount(text: string): number {
  let count = 0;
  for (const _ of segmenter.segment(text)) count += 1;
  return count;
}

export function byteCount(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

/** Why Bluesky would refuse the text, with the count and the limit; null when it fits. */
export function lengthProblem(text: string): string | null {
  const graphemes = graphemeCount(text);
  if (graphemes > TEXT_GRAPHEMES_MAX) return `The text has ${graphemes} characters; Bluesky takes at most ${TEXT_GRAPHEMES_MAX}.`;
  const bytes = byteCount(text);
  if (bytes > TEXT_BYTES_MAX) return `The text has ${bytes} bytes; Bluesky takes at most ${TEXT_BYTES_MAX}.`;
  return null;
}
