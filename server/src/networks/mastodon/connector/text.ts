import { graphemes } from "@rostrum/contract/text.ts";

// A URL needs a scheme. Trailing sentence punctuation is not part of it; a closing bracket is only if it was opened inside.
const URL_SOURCE = /(?<![\p{L}\p{M}\p{N}_@/])https?:\/\/[^\s<>"]+/u.source;
// The host is optional: a local user's name may run into what follows, which is then not a URL.
const MENTION_SOURCE =
  /(?<![=/\p{L}\p{M}\p{N}_])(@[a-z0-9_]+(?:[a-z0-9_.-]*[a-z0-9_])?)(?:@[\p{L}\p{M}\p{N}_]+(?:[.-]+[\p{L}\p{M}\p{N}_]+)*)?/u.source;
const URL_PATTERN = new RegExp(URL_SOURCE, "giu");
const MENTION_PATTERN = new RegExp(MENTION_SOURCE, "giu");
const SHORTENED_PATTERN = new RegExp(`${URL_SOURCE}|${MENTION_SOURCE}`, "giu");
const SENTENCE_END = ".,;:!?'’”»…]}*";

/**
 * Length as the server counts it (`status_length_validator.rb`): in grapheme clusters, so that a family emoji is one; every
 * URL counts as the number the instance reserves, and `@user@host` as `@user`.
 */
export function textLength(text: string, charactersPerUrl: number): number {
  return graphemes(text.replace(SHORTENED_PATTERN, (match, user?: string) => user ?? shortened(match, charactersPerUrl)));
}

function shortened(url: string, characters: number): string {
  const tail = sentenceEndLength(url);
  const inner = url.slice(0, url.length - tail);
  return /^https?:\/\/$/i.test(inner) ? url : "x".repeat(characters) + url.slice(inner.length);
}

/**
 * Normalizes a text so that two versions of the same post compare equal. Evens out what the server may change: it drops the
 * host of mentions it knows, collapses empty lines, and trims.
 */
export function comparable(text: string): string {
  const even = text.normalize("NFC").replace(MENTION_PATTERN, "$1").replace(/\s+/gu, " ").trim();
  // The result may again contain a mention with a host (`@a@b.c@d.e`), and the server's copy was normalized once already.
  return even === text ? even : comparable(even);
}

/**
 * What remains of a text however a server renders it: words, numbers and pictographs. Servers may interpret markup, change
 * quotation marks and dashes, shorten links, or write a mention as its owner does.
 */
export function likenessOfText(text: string): string {
  const even = comparable(text.replace(URL_PATTERN, decoded)).normalize("NFKC").toLowerCase();
  const bare = even.replace(/https?:\/\/(www\.)?/gu, "").replace(INSIGNIFICANT, "");
  // A text of nothing but punctuation stays as it is.
  return bare === "" ? even : bare;
}

/** Everything but letters, digits, currency signs, pictographs, and the decimal point and sign of a number. */
const INSIGNIFICANT =
  /(?![.,:](?<=\d.)(?=\d))(?![-+](?<=(?:^|\s).)(?=\d))[^\p{L}\p{M}\p{N}\p{So}\p{Sc}\p{Emoji_Modifier}%]|[\ufe0e\ufe0f]/gu;

/** A URL as people write it, percent-decoded. */
export function decoded(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

function sentenceEndLength(url: string): number {
  let unopened = url.split(")").length - url.split("(").length;
  let end = url.length;
  for (; end > 0; end -= 1) {
    const last = url.charAt(end - 1);
    if (last === ")" && unopened > 0) unopened -= 1;
    else if (!SENTENCE_END.includes(last)) break;
  }
  return url.length - end;
}
