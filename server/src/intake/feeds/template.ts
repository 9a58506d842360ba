import { CAPTION_LENGTH_MAX } from "@rostrum/contract/limits.ts";
import { CAPTION_TEMPLATE_DEFAULT } from "@rostrum/contract/templates.ts";
import { codePoints } from "@rostrum/contract/text.ts";
import type { FeedItem } from "./item.ts";

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

const VALUES: Readonly<Record<string, (item: FeedItem) => string>> = {
  title: (item) => item.title,
  description: (item) => item.description,
  link: (item) => item.link ?? "",
  author: (item) => item.author ?? "",
  date: (item) => item.publishedAt?.slice(0, 10) ?? "",
  tags: (item) => item.tags.join(", "),
  price: (item) => item.price ?? "",
  image: (item) => item.images[0]?.url ?? "",
};

/**
 * Fills in the placeholders of a template, in one pass: a value that looks like a placeholder is left alone. Unknown placeholders
 * become empty; a blank template means the default one. `{{description:200}}` is cut to 200 code points. The result has at most
 * `lengthMax` code points: the description is cut first, so that a link after it stays whole.
 */
export function render(template: string, item: FeedItem, lengthMax: number = CAPTION_LENGTH_MAX): string {
  const used = template.trim() === "" ? CAPTION_TEMPLATE_DEFAULT : template;
  const whole = fill(used, item);
  if (codePoints(whole) <= lengthMax) return whole;
  const rest = codePoints(fill(used, { ...item, description: "" }));
  const uses = [...used.matchAll(PLACEHOLDER)].filter((match) => read(match[1]).name === "description").length;
  const room = uses === 0 ? 0 : Math.floor((lengthMax - rest) / uses) - LINE_BREAKS;
  return cutText(fill(used, { ...item, description: cutText(item.description, Math.max(room, 0)) }), lengthMax);
}

/** Line breaks around a description, which are removed with it. */
const LINE_BREAKS = 4;

/**
 * Cuts the text to `lengthMax` code points: after the last word that ends in its second half, else between graphemes (a family
 * emoji is one).
 */
export function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax || codePoints(text) <= lengthMax) return text;
  let length = 0;
  let kept = "";
  for (const { segment } of graphemes.segment(text.slice(0, lengthMax * 2 + 100))) {
    length += codePoints(segment);
    // Leave room for the ellipsis.
    if (length > lengthMax - 1) break;
    kept += segment;
  }
  const wordEnd = kept.search(/\s+\S*$/);
  const cut = wordEnd > kept.length / 2 ? kept.slice(0, wordEnd) : kept;
  return lengthMax < 1 ? "" : `${cut.trimEnd()}…`;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** What a placeholder such as `description: 200` names, and the most characters that it may have there. */
function read(placeholder = ""): { readonly name: string; readonly most: number } {
  const [, name = placeholder, most] = /^(.*):\s*(\d{1,5})\s*$/s.exec(placeholder) ?? [];
  return { name: name.trim(), most: most === undefined ? Number.MAX_SAFE_INTEGER : Number(most) };
}

function fill(template: string, item: FeedItem): string {
  let emptied = false;
  const text = template.replace(PLACEHOLDER, (_match, between: string) => {
    const { name, most } = read(between);
    const value = cutText(Object.hasOwn(VALUES, name) ? (VALUES[name]?.(item) ?? "") : "", most);
    emptied ||= value === "";
    return value;
  });
  // Three newlines separate the posts of a thread: an empty value must not produce them.
  return (emptied ? text.replace(/\n{3,}/g, "\n\n") : text).trim();
}
