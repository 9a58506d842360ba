import { type Attributes, readAttributes } from "./attributes.ts";
import { addChild, type Element } from "./element.ts";
import type { FeedFormat } from "./item.ts";
import { DEPTH_MAX, ITEMS_MAX } from "./limits.ts";
import { scanMarkup, type Tag } from "./markup.ts";
import { createNaming, Prefixes, type Scope } from "./vocabulary.ts";

/** A feed document's elements, whatever its format. */
export interface FeedDocument {
  /** The elements around the items: the root and, in formats that have one, the channel. */
  readonly around: readonly Element[];
  /** At most `ITEMS_MAX`; anything after them is not read. */
  readonly items: readonly Element[];
}

/**
 * Reads the elements of an RSS, RDF, CDF or Atom document, well-formed or not: an end tag closes everything open inside, an
 * unmatched end tag is ignored, and an item, like a title, ends where the next one begins. Null for a truncated document, whose
 * last item may lack its identity, and for a document that is not a feed.
 */
export function readDocument(source: string, format: FeedFormat): FeedDocument | null {
  const builder = new Builder(source, format);
  scanMarkup(source, builder);
  return builder.finish();
}

/** How many elements of one item, or of the channel, are read; and of the document, after which no item is read. */
const ELEMENTS_MAX = 1000;
const ELEMENTS_TOTAL_MAX = 100_000;

const ITEMS = new Set(["item", "entry"]);
/** Elements whose children are relevant. */
const CONTAINERS = new Set([
  "rss",
  "rdf:rdf",
  "channel",
  "feed",
  "item",
  "entry",
  "media:group",
  "media:content",
  "author",
  "atom:author",
  "image",
  "itunes:category",
  "s:variant",
  "link",
  "source",
]);
/** Elements that never contain one another: if another one starts, a missing end tag is assumed. */
const FLAT = new Set([
  ...["title", "link", "guid", "pubdate", "category", "comments", "enclosure", "id", "updated", "published", "modified", "issued"],
  ...["dc:creator", "dc:date", "dc:subject", "media:thumbnail", "atom:link", "itunes:image", "itunes:author", "itunes:duration"],
]);
const WORDS = new Set([
  ...["title", "link", "guid", "pubdate", "category", "comments", "enclosure", "id", "updated", "published", "modified", "issued"],
  ...["description", "summary", "content", "content:encoded", "dc:creator", "dc:date", "item", "entry", "author", "source"],
]);

/** A feed without items has at least one of these. Other RDF or XML documents may have the same root names. */
const TELLING = ["title", "id", "link", "updated"];

interface Open {
  readonly name: string;
  readonly written: string;
  readonly lower: string;
  readonly scope: Scope;
  /** Null if it and its content are irrelevant. */
  readonly element: Element | null;
  /** Where its content begins. */
  readonly from: number;
}

class Builder {
  readonly #source: string;
  readonly #format: FeedFormat;
  readonly #stack: Open[] = [];
  readonly #around: Element[] = [];
  readonly #items: Element[] = [];
  /** Number of open elements by name. */
  readonly #open = new Map<string, number>();
  readonly #prefixes = new Prefixes();
  /** For this document only, like the meaning of its names. */
  readonly #outermost: Scope = { declared: [], known: new Map() };
  #naming: ((name: string, scope: Scope) => string) | null = null;
  #item: Element | null = null;
  /** The item's index in the stack. */
  #itemAt = 0;
  #elements = 0;
  #total = 0;
  /** Elements too deep to be kept. */
  #deeper = 0;
  #isWhole = false;

  constructor(source: string, format: FeedFormat) {
    this.#source = source;
    this.#format = format;
  }

  finish(): FeedDocument | null {
    const isFeed =
      this.#items.length > 0 || this.#around.some((one) => one.name === "channel" || TELLING.some((name) => one.children?.has(name)));
    return this.#isWhole && isFeed ? { around: this.#around, items: this.#items } : null;
  }

  open(written: string, attributes: string, tag: Tag): boolean {
    if (this.#stack.length >= DEPTH_MAX) {
      if (!tag.isEmpty) this.#deeper += 1;
      return true;
    }
    const declaring = attributes.includes("xmlns") ? readAttributes(attributes) : null;
    let scope = this.#scopeFor(declaring);
    this.#naming ??= createNaming({ name: written, prefixes: this.#prefixes, isAtom: this.#format === "atom" });
    const name = this.#naming(written, scope);
    if (this.#item !== null && WORDS.has(name)) {
      // Scopes are left in reverse order, so withdraw this tag's declarations before closing other elements.
      if (declaring !== null) this.#prefixes.leave(scope);
      if (!this.#makeUpEnds(name, tag.from)) return false;
      scope = this.#scopeFor(declaring);
    }
    if (this.#total > ELEMENTS_TOTAL_MAX) {
      this.#isWhole = true;
      return false;
    }
    const element = this.#elementFor(name, attributes);
    const lower = written.toLowerCase();
    this.#stack.push({ name, written, lower, scope, element, from: tag.to });
    this.#open.set(lower, (this.#open.get(lower) ?? 0) + 1);
    return tag.isEmpty ? this.#closeTop(tag.to) : true;
  }

  #scopeFor(declaring: Attributes | null): Scope {
    return declaring === null ? (this.#stack.at(-1)?.scope ?? this.#outermost) : this.#prefixes.enter(declaring);
  }

  close(written: string, tag: Tag): boolean {
    const at = this.#openedAt(written);
    if (this.#deeper > 0 && (at === -1 || this.#stack[at]?.element === null)) {
      this.#deeper -= 1;
      return true;
    }
    if (at === -1) {
      const around = this.#stack.at(-1)?.element ?? null;
      if (around !== null) around.isMixed = true;
      return true;
    }
    this.#deeper = 0;
    return this.#closeDownTo(at, tag.from);
  }

  #openedAt(written: string): number {
    const top = this.#stack.length - 1;
    if (this.#stack[top]?.written === written) return top;
    const lower = written.toLowerCase();
    // Check unmatched end tags first: a document may consist of nothing else.
    if ((this.#open.get(lower) ?? 0) === 0) return -1;
    const same = this.#stack.findLastIndex((open) => open.written === written);
    return same === -1 ? this.#stack.findLastIndex((open) => open.lower === lower) : same;
  }

  /** Closes elements that cannot contain the one that starts, up to the item; and the item itself if another one starts. */
  #makeUpEnds(name: string, at: number): boolean {
    for (let depth = this.#itemAt + 1; depth < this.#stack.length; depth += 1) if (!FLAT.has(this.#stack[depth]?.name ?? "")) return true;
    return this.#closeDownTo(ITEMS.has(name) ? this.#itemAt : this.#itemAt + 1, at);
  }

  #closeDownTo(length: number, at: number): boolean {
    while (this.#stack.length > length) if (!this.#closeTop(at)) return false;
    return true;
  }

  #elementFor(name: string, attributes: string): Element | null {
    const isItem = this.#item === null && ITEMS.has(name) && this.#stack.length > 0;
    const parent = this.#stack.at(-1)?.element ?? null;
    if (parent !== null) parent.isMixed = true;
    if (isItem) this.#elements = 0;
    else if (this.#stack.length > 0 && (parent === null || !CONTAINERS.has(parent.name))) return null;
    this.#elements += 1;
    this.#total += 1;
    if (this.#elements > ELEMENTS_MAX) return null;
    const element: Element = { name, attributes, content: "", isMixed: false, children: null, text: null };
    if (isItem) {
      this.#item = element;
      this.#itemAt = this.#stack.length;
    } else if (parent !== null) addChild(parent, element);
    if (this.#item === null && this.#isAround(name)) this.#around.push(element);
    return element;
  }

  #isAround(name: string): boolean {
    return this.#stack.length === 0 || (name === "channel" && this.#around.length === 1 && this.#around[0]?.name !== "channel");
  }

  /** False if nothing more is needed. */
  #closeTop(at: number): boolean {
    const open = this.#stack.pop();
    if (open === undefined) return true;
    const { element, lower, scope } = open;
    if (scope !== (this.#stack.at(-1)?.scope ?? this.#outermost)) this.#prefixes.leave(scope);
    const more = (this.#open.get(lower) ?? 1) - 1;
    if (more === 0) this.#open.delete(lower);
    else this.#open.set(lower, more);
    if (element !== null && at > open.from) element.content = this.#source.slice(open.from, at);
    if (element !== null && element === this.#item) {
      this.#items.push(element);
      this.#item = null;
      this.#elements = 0;
    }
    // The end of the channel is enough, even if the root is not closed; in RSS 1.0 the items come after it.
    if (this.#stack.length === 0 || (open.name === "channel" && this.#stack.length === 1 && this.#format === "rss")) this.#isWhole = true;
    if (this.#items.length >= ITEMS_MAX) this.#isWhole = true;
    return this.#stack.length > 0 && this.#items.length < ITEMS_MAX;
  }
}
