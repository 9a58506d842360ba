import { type DefaultTreeAdapterTypes, parse } from "parse5";

export interface PageFacts {
  readonly title: string | null;
  readonly description: string | null;
  readonly imageUrl: string | null;
}

interface PageSource {
  readonly body: Uint8Array;
  readonly contentType: string;
  /** The final URL after redirects, against which relative ones are resolved. */
  readonly url: string;
}

/** A page is described in its head; parsing more of a long page would only take time. */
const PARSED_BYTES_MAX = 500_000;
const TITLE_LENGTH_MAX = 300;
const DESCRIPTION_LENGTH_MAX = 1000;

/** OpenGraph facts of an HTML page, with the usual fallbacks; null if it is not HTML. */
export function readPage({ body, contentType, url }: PageSource): PageFacts | null {
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/iu.test(contentType)) return null;
  const facts = collect(parse(decode(body.subarray(0, PARSED_BYTES_MAX), contentType)));
  const pick = (...names: readonly string[]) => names.map((name) => facts.get(name)).find((value) => value !== undefined) ?? null;
  const image = pick("og:image:secure_url", "og:image", "og:image:url", "twitter:image");
  return {
    title: cut(pick("og:title", "twitter:title", "title"), TITLE_LENGTH_MAX),
    description: cut(pick("og:description", "twitter:description", "description"), DESCRIPTION_LENGTH_MAX),
    imageUrl: image !== null && URL.canParse(image, url) ? new URL(image, url).href : null,
  };
}

/** The first non-blank value of each `meta`, by its property or name, and of `title`. */
function collect(document: DefaultTreeAdapterTypes.Document): Map<string, string> {
  const facts = new Map<string, string>();
  const note = (name: string | undefined, value: string | undefined) => {
    const key = name?.trim().toLowerCase();
    const words = value?.replace(/\s+/gu, " ").trim();
    if (key && words && !facts.has(key)) facts.set(key, words);
  };
  // An explicit stack, because pages can nest deeper than the call stack allows.
  const waiting: DefaultTreeAdapterTypes.Node[] = [document];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ("tagName" in node && node.tagName === "meta")
      note(attribute(node, "property") ?? attribute(node, "name"), attribute(node, "content"));
    if ("tagName" in node && node.tagName === "title") note("title", textOf(node));
    // An SVG's title is not the page's.
    if ("childNodes" in node && node.nodeName !== "svg") waiting.push(...node.childNodes.toReversed());
  }
  return facts;
}

function attribute(element: DefaultTreeAdapterTypes.Element, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value;
}

function textOf(element: DefaultTreeAdapterTypes.Element): string {
  return element.childNodes.map((node) => ("value" in node ? node.value : "")).join("");
}

/** Uses the header's charset, else the page's own, else UTF-8; an unknown name means UTF-8. */
function decode(bytes: Uint8Array, contentType: string): string {
  const declared = /charset=["']?([\w-]+)/iu;
  const label = declared.exec(contentType)?.[1] ?? declared.exec(Buffer.from(bytes.subarray(0, 1024)).toString("latin1"))?.[1] ?? "utf-8";
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

function cut(text: string | null, lengthMax: number): string | null {
  const characters = Array.from(text ?? "");
  if (text === null || characters.length <= lengthMax) return text;
  return `${characters.slice(0, lengthMax - 1).join("")}…`;
}
