import { Parser } from "htmlparser2";
import { DEPTH_MAX, ITEMS_MAX } from "./limits.ts";

/** What feeds say in vocabularies that the feed parser does not know. */
export interface Extras {
  readonly prices: string[];
  readonly images: string[];
  readonly links: string[];
  readonly tags: string[];
  readonly dates: string[];
}

export interface Skimmed {
  /** By the text of the item's guid or id, else of its link. */
  readonly extras: ReadonlyMap<string, Extras>;
  /** The document without what lies behind its thousandth item. */
  readonly text: string;
}

const SHOPIFY = "http://jadedpixel.com/-/spec/shopify";
const GOOGLE = "http://base.google.com/ns/1.0";
const FEEDBURNER = "http://rssnamespace.org/feedburner/ext/1.0";
const ATOM = "http://www.w3.org/2005/Atom";
/** RSS 1.0 and 0.9 put into a namespace what RSS 2.0 leaves without. */
const RSS_NAMESPACES = new Set(["http://purl.org/rss/1.0/", "http://channel.netscape.com/rdf/simple/0.9/"]);

/** Where the text of an element goes, by namespace, name and the elements between it and the item. "" is no namespace. */
const WANTED: Readonly<Record<string, keyof Extras | "id" | "link">> = {
  [`${GOOGLE} sale_price`]: "prices",
  [`${GOOGLE} price`]: "prices",
  [`${GOOGLE} image_link`]: "images",
  [`${GOOGLE} additional_image_link`]: "images",
  [`variant ${SHOPIFY} price`]: "prices",
  [`${SHOPIFY} price`]: "prices",
  [`${SHOPIFY} tag`]: "tags",
  [`${FEEDBURNER} origlink`]: "links",
  " price": "prices",
  "image  url": "images",
  " published": "dates",
  " guid": "id",
  [`${ATOM} id`]: "id",
  " link": "link",
};

/**
 * One pass over the document: the extras of each item, and where the thousandth ends. Only direct children of an item
 * count (a variant of a Shopify product has an id and a title of its own, in Atom's namespace). null when the elements
 * lie deeper in each other than any feed's.
 */
export function skim(text: string): Skimmed | null {
  const pass = new Pass();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => pass.open(name, attributes),
      ontext: (data) => pass.text(data),
      onclosetag: (name) => {
        pass.close(name);
        if (pass.items === ITEMS_MAX) pass.end ??= { at: parser.endIndex + 1, open: pass.openNames() };
      },
    },
    { xmlMode: true },
  );
  for (let at = 0; at < text.length && pass.end === null && !pass.tooDeep; at += CHUNK) parser.write(text.slice(at, at + CHUNK));
  if (pass.tooDeep) return null;
  if (pass.end === null) return { extras: pass.extras, text };
  return { extras: pass.extras, text: text.slice(0, pass.end.at) + pass.end.open.map((name) => `</${name}>`).join("") };
}

/** Between two chunks the pass can stop; the parser itself has no way to. */
const CHUNK = 65_536;

interface Element {
  readonly name: string;
  readonly local: string;
  readonly uri: string;
  readonly prefixes: Readonly<Record<string, string>>;
}

class Pass {
  readonly extras = new Map<string, Extras>();
  items = 0;
  tooDeep = false;
  end: { at: number; open: string[] } | null = null;
  readonly #stack: Element[] = [];
  #item: { depth: number; extras: Extras; id: string; link: string } | null = null;
  #wanted: { text: string; readonly currency: string } | null = null;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#isOver()) return;
    const element = describe(name, attributes, this.#stack.at(-1)?.prefixes ?? {});
    this.#stack.push(element);
    this.tooDeep = this.#stack.length > DEPTH_MAX;
    if (this.#item === null && (element.local === "item" || element.local === "entry")) {
      const extras: Extras = { prices: [], images: [], links: [], tags: [], dates: [] };
      this.#item = { depth: this.#stack.length, extras, id: "", link: "" };
    } else if (this.#target() !== undefined) {
      this.#wanted = { text: "", currency: attributes.currency ?? "" };
    }
  }

  text(data: string): void {
    if (this.#wanted !== null && !this.#isOver()) this.#wanted.text += data;
  }

  close(name: string): void {
    if (this.#isOver()) return;
    const target = this.#target();
    if (target !== undefined && this.#wanted !== null) this.#keep(target, this.#wanted.text.trim(), this.#wanted.currency);
    if (this.#stack.at(-1)?.name === name) this.#stack.pop();
    if (this.#item !== null && this.#stack.length < this.#item.depth) this.#finishItem();
  }

  openNames(): string[] {
    return this.#stack.map((element) => element.name).reverse();
  }

  #isOver(): boolean {
    return this.tooDeep || this.end !== null;
  }

  #target(): keyof Extras | "id" | "link" | undefined {
    if (this.#item === null) return undefined;
    const [child, grandchild, ...rest] = this.#stack.slice(this.#item.depth);
    if (child === undefined || rest.length > 0) return undefined;
    if (grandchild === undefined) return WANTED[`${child.uri} ${child.local}`];
    return WANTED[`${child.local} ${grandchild.uri} ${grandchild.local}`];
  }

  #keep(target: keyof Extras | "id" | "link", text: string, currency: string): void {
    const item = this.#item;
    if (item === null) return;
    if (target === "id" || target === "link") item[target] ||= text;
    else if (text !== "") item.extras[target].push(target === "prices" ? `${text} ${currency}`.trim() : text);
    this.#wanted = null;
  }

  #finishItem(): void {
    const item = this.#item;
    if (item === null) return;
    const key = item.id || item.link;
    if (key !== "" && !this.extras.has(key)) this.extras.set(key, item.extras);
    this.#item = null;
    this.items += 1;
  }
}

function describe(name: string, attributes: Readonly<Record<string, string>>, outer: Readonly<Record<string, string>>): Element {
  const declared = Object.entries(attributes).flatMap(([key, value]) => {
    if (key === "xmlns") return [["", value]];
    return key.startsWith("xmlns:") ? [[key.slice(6), value]] : [];
  });
  const prefixes = declared.length === 0 ? outer : { ...outer, ...Object.fromEntries(declared) };
  const colon = name.indexOf(":");
  const uri = prefixes[colon === -1 ? "" : name.slice(0, colon)] ?? "";
  return { name, local: name.slice(colon + 1).toLowerCase(), uri: RSS_NAMESPACES.has(uri) ? "" : uri, prefixes };
}
