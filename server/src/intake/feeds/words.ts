import { attributeOf, childrenOf, type Element, textOf } from "./element.ts";
import type { Words } from "./item.ts";

/**
 * An element's human-readable text, with its type if the `type` attribute declares it (Atom text constructs, Media RSS). In RFC
 * 4287 text without a type is plain; feeds put anything there, so it counts as undeclared.
 */
export function wordsOf(element: Element): Words {
  const value = textOf(element);
  if (element.isMixed) return { value, kind: "html" };
  if (element.attributes === "") return value;
  const type = attributeOf(element, "type")?.trim().toLowerCase() ?? "";
  const isPacked = attributeOf(element, "mode")?.trim().toLowerCase() === "base64" || !TEXT_TYPES.test(type);
  if (isPacked && BASE64.test(value)) return { value: unpacked(value), kind: HTML_TYPES.test(type) ? "html" : "plain" };
  if (PLAIN_TYPES.test(type)) return { value, kind: "plain" };
  return HTML_TYPES.test(type) ? { value, kind: "html" } : value;
}

/** Words of the children with these names, in the order of the names. */
export function wordsIn(element: Element, ...names: readonly string[]): Words[] {
  const words: Words[] = [];
  for (const name of names) for (const child of childrenOf(element, name)) words.push(wordsOf(child));
  return words;
}

const TEXT_TYPES = /^(|plain|text|html|xhtml|escaped|text\/.*|.*[/+]xml|application\/(xhtml|json|javascript).*)$/;
const PLAIN_TYPES = /^(plain|text|text\/plain\b.*)$/;
const HTML_TYPES = /^(html|xhtml|text\/x?html\b.*|application\/xhtml\b.*)$/;
const BASE64 = /^[\sA-Za-z0-9+/]*={0,2}\s*$/;

/** Atom 0.3 allows text in base64; Atom 1.0 uses it for binary content, which is ignored. */
function unpacked(value: string): string {
  const text = Buffer.from(value, "base64").toString("utf8");
  return text.includes("\uFFFD") || text.includes("\u0000") ? "" : text;
}
