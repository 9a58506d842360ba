import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import { decoded, likenessOfText } from "./text.ts";

/** The text of a status's `content`: no tags, one line break per `<br>`, two per paragraph; hidden parts of links count. */
export function plainText(content: string): string {
  return textOf(parseFragment(content), (shown) => shown).trim();
}

/** The likeness of a status's `content`: a link that shows the start of its target reads as the full target. */
export function likenessOfContent(content: string): string {
  return likenessOfText(
    textOf(parseFragment(content), (shown, href) => {
      const target = decoded(href);
      const begin = bareUrl(shown.replace(/(…|\.{3})$/u, ""));
      return begin !== "" && bareUrl(target).startsWith(begin) ? target : shown;
    }).trim(),
  );
}

/** Both at once. */
export function wordsOfContent(content: string): { readonly plain: string; readonly likeness: string } {
  return { plain: plainText(content), likeness: likenessOfContent(content) };
}

function bareUrl(text: string): string {
  return text
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/^www\./, "");
}

/** `link` returns the text for a link, given what it shows and where it leads. */
function textOf(node: DefaultTreeAdapterTypes.Node, link: (shown: string, href: string) => string): string {
  if (node.nodeName === "br") return "\n";
  if ("value" in node) return node.value;
  // Custom emojis on servers that render them as images.
  if (node.nodeName === "img") return attributeOf(node, "alt");
  const inner = "childNodes" in node ? node.childNodes.map((child) => textOf(child, link)).join("") : "";
  if (node.nodeName === "p") return `${inner}\n\n`;
  return node.nodeName === "a" && !/^[@#]/.test(inner) ? link(inner, attributeOf(node, "href")) : inner;
}

function attributeOf(node: DefaultTreeAdapterTypes.Node, name: string): string {
  return "attrs" in node ? (node.attrs.find((attribute) => attribute.name === name)?.value ?? "") : "";
}
