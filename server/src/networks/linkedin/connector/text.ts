import { platforms } from "@rostrum/contract/platforms.ts";

/**
 * The commentary of a post is "little text": https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format
 * (2025-01). Trap: a reserved character without its escape cuts the text off there, and LinkedIn answers as if nothing had
 * happened. Trap: nothing else is little text, and escapes elsewhere show as backslashes.
 */

export const TEXT_LENGTH_MAX = platforms.LinkedIn.text.max;

const RESERVED = /[|{}@[\]()<>#\\*_~]/g;

/** What is meant as markup: a mention as LinkedIn writes it, and tags outside of addresses. */
const MARKUP = new RegExp(
  [
    String.raw`@\[(?<name>[^\[\]\n]+)\]\((?<urn>urn:li:(?:organization|person):[\w-]+)\)`,
    String.raw`(?<address>https?:\/\/\S+)`,
    String.raw`(?<![\p{L}\p{M}\p{N}_&])#(?<tag>[\p{L}\p{M}\p{N}_]*\p{L}[\p{L}\p{M}\p{N}_]*)`,
  ].join("|"),
  "giu",
);

/** A text as commentary: readers see it as it was written, its mentions and tags as links. */
export function commentaryOf(text: string): string {
  let commentary = "";
  let end = 0;
  for (const { 0: whole, index, groups = {} } of text.matchAll(MARKUP)) {
    commentary += escaped(text.slice(end, index)) + marked(whole, groups);
    end = index + whole.length;
  }
  return commentary + escaped(text.slice(end));
}

/** The names that a text marks as mentions. */
export function mentionsIn(text: string): string[] {
  return [...text.matchAll(MARKUP)].flatMap(({ groups }) => groups?.name ?? []);
}

/** What readers see of a commentary; also of one that comes back without its escapes. */
export function shownText(commentary: string): string {
  return commentary.replace(MARKED, (_, character?: string, tag?: string, name?: string) => {
    if (character !== undefined) return character;
    return tag === undefined ? plain(name ?? "") : `#${plain(tag)}`;
  });
}

/** Whether readers may see the rest of a text that ends here: only a reserved character cuts a text off. */
export function isCutOff(shown: string, whole: string): boolean {
  return shown !== "" && whole.startsWith(shown) && /^\s*[|{}@[\]()<>#\\*_~]/.test(whole.slice(shown.length));
}

const MARKED = /\\(.)|\{hashtag\|\\#\|((?:\\.|[^\\}])*)\}|@\[((?:\\.|[^\\\]])*)\]\(urn:[^()\s]*\)/gsu;

function marked(whole: string, { name, urn, tag }: { readonly [name: string]: string | undefined }): string {
  if (name !== undefined) return `@[${escaped(name)}](${urn})`;
  return tag === undefined ? escaped(whole) : `{hashtag|\\#|${escaped(tag)}}`;
}

function escaped(text: string): string {
  return text.replace(RESERVED, "\\$&");
}

function plain(text: string): string {
  return text.replace(/\\(.)/gsu, "$1");
}
