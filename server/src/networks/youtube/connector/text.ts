import { TAGS_LENGTH_MAX, TITLE_LENGTH_MAX } from "./unverified.ts";

/** YouTube takes neither in titles, descriptions and tags: https://developers.google.com/youtube/v3/docs/videos (2026-11). */
const BRACKETS = /[<>]/g;

export function withoutBrackets(text: string): string {
  return text.replace(BRACKETS, "");
}

/** Cut between words, with an ellipsis, and in no half character. */
export function cutTitle(text: string): string {
  if (text.length <= TITLE_LENGTH_MAX) return text;
  const start = text.slice(0, TITLE_LENGTH_MAX - 1);
  const words = start.replace(/\s+\S*$/u, "");
  return `${(words.length >= TITLE_LENGTH_MAX / 2 ? words : start).replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`;
}

/** The leading tags that fit, and how many do not. */
export function fittingTags(given: readonly string[]): { readonly tags: readonly string[]; readonly leftOut: number } {
  const wanted = [...new Set(given.map((tag) => withoutBrackets(tag).trim()).filter((tag) => tag !== ""))];
  const tags: string[] = [];
  let length = 0;
  for (const tag of wanted) {
    // In the list that this counts, tags are separated by commas, and those with a space are in quotes.
    length += tag.length + (/\s/.test(tag) ? 2 : 0) + (tags.length === 0 ? 0 : 1);
    if (length > TAGS_LENGTH_MAX) break;
    tags.push(tag);
  }
  return { tags, leftOut: wanted.length - tags.length };
}
