import type { Attributes } from "./attributes.ts";

/**
 * The vocabularies that feeds use, by namespace URI, because a feed may choose any prefix. URIs are compared without scheme, case
 * and trailing slash or hash, since feeds spell them in many ways.
 */
const VOCABULARIES: Readonly<Record<string, string>> = {
  "purl.org/rss/1.0": "rss",
  "my.netscape.com/rdf/simple/0.9": "rss",
  "channel.netscape.com/rdf/simple/0.9": "rss",
  "my.netscape.com/publish/formats/rss-0.91.dtd": "rss",
  "backend.userland.com/rss": "rss",
  "backend.userland.com/rss2": "rss",
  "backend.userland.com/rss091": "rss",
  "backend.userland.com/rss092": "rss",
  "blogs.law.harvard.edu/tech/rss": "rss",
  "cyber.law.harvard.edu/rss": "rss",
  "www.rssboard.org/rss-specification": "rss",
  "purl.org/net/rss1.1": "rss",
  "purl.org/rss/1.0/modules/rss091": "rss",
  "www.w3.org/2005/atom": "atom",
  "purl.org/atom/ns": "atom",
  "purl.org/echo": "atom",
  "purl.org/pie": "atom",
  "www.w3.org/1999/02/22-rdf-syntax-ns": "rdf",
  "www.w3.org/1999/xhtml": "xhtml",
  "purl.org/rss/1.0/modules/content": "content",
  "purl.org/dc/elements/1.1": "dc",
  "purl.org/dc/elements/1.0": "dc",
  "purl.org/dc/terms": "dcterms",
  "search.yahoo.com/mrss": "media",
  "search.yahoo.com/rss": "media",
  "www.rssboard.org/media-rss": "media",
  "www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
  "example.com/dtds/podcast-1.0.dtd": "itunes",
  "www.google.com/schemas/play-podcasts/1.0": "googleplay",
  "base.google.com/ns/1.0": "g",
  "base.google.com/cns/1.0": "g",
  "jadedpixel.com/-/spec/shopify": "s",
  "www.youtube.com/xml/schemas/2015": "yt",
  "rssnamespace.org/feedburner/ext/1.0": "feedburner",
  "podcastindex.org/namespace/1.0": "podcast",
};

/** Prefixes that are recognised even if undeclared. */
const USUAL_PREFIXES = new Set(Object.values(VOCABULARIES));

/** The prefixes that an element declares, and the meanings of names within it. */
export interface Scope {
  readonly declared: readonly (readonly [prefix: string, address: string])[];
  /** Cached meanings of names as written: nearly all names in a document are repeated. */
  readonly known: Map<string, string>;
}

const NAMES_MAX = 1000;

/**
 * What the prefixes mean at the current position in a document. Each element adds its declarations and removes them again;
 * nothing is copied, since a document may declare something with every tag.
 */
export class Prefixes {
  readonly #addresses = new Map<string, string[]>();

  /** The namespace URI of a prefix; "" is the default. */
  addressOf(prefix: string): string | undefined {
    return this.#addresses.get(prefix)?.at(-1);
  }

  enter(attributes: Attributes): Scope {
    const declared = attributes.declared();
    for (const [prefix, address] of declared) {
      const outer = this.#addresses.get(prefix);
      if (outer === undefined) this.#addresses.set(prefix, [address]);
      else outer.push(address);
    }
    return { declared, known: new Map() };
  }

  /**
   * Scopes must be left in reverse order. Empty lists are kept: deleting one with every tag would make the map rebuild itself.
   */
  leave(scope: Scope): void {
    for (const [prefix] of scope.declared) this.#addresses.get(prefix)?.pop();
  }
}

/**
 * Returns the function that resolves names in one document: `title` for a word of the feed's own format, `media:content` for one
 * of a known vocabulary, always in lower case; `?` for any other. `root` determines which vocabulary is the format's own.
 */
export function createNaming(root: {
  readonly name: string;
  readonly prefixes: Prefixes;
  readonly isAtom: boolean;
}): (name: string, scope: Scope) => string {
  const own = new Set(root.isAtom ? ["atom"] : ["rss"]);
  const ownAddress = root.prefixes.addressOf(prefixOf(root.name).toLowerCase()) ?? "";
  const defaultAddress = root.prefixes.addressOf("") ?? "";
  const meaning = (prefix: string): string => {
    const address = root.prefixes.addressOf(prefix);
    if (address === undefined || address === "") return prefix === "" ? "" : USUAL_PREFIXES.has(prefix) ? ownOr(prefix) : "?";
    const vocabulary = vocabularyAt(address);
    // The format's own words are in the root's default namespace, whatever its URI.
    if (prefix === "" && address === defaultAddress) return "";
    if (vocabulary !== undefined) return ownOr(vocabulary);
    return address === ownAddress ? "" : "?";
  };
  const ownOr = (vocabulary: string) => (own.has(vocabulary) ? "" : vocabulary);
  return (name, scope) => {
    const known = scope.known.get(name);
    if (known !== undefined) return known;
    const prefix = prefixOf(name);
    const local = name.slice(prefix === "" ? 0 : prefix.length + 1).toLowerCase();
    const vocabulary = meaning(prefix.toLowerCase());
    const meant = vocabulary === "?" ? "?" : vocabulary === "" ? local : `${vocabulary}:${local}`;
    if (scope.known.size < NAMES_MAX) scope.known.set(name, meant);
    return meant;
  };
}

function prefixOf(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? "" : name.slice(0, colon);
}

/** No vocabulary has a longer URI. */
const ADDRESS_LENGTH_MAX = 200;

function vocabularyAt(address: string): string | undefined {
  if (address.length > ADDRESS_LENGTH_MAX) return undefined;
  const plain = address
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/[/#]+$/, "");
  return Object.hasOwn(VOCABULARIES, plain) ? VOCABULARIES[plain] : undefined;
}
