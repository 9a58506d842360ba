import type { Attributes } from "./attributes.ts";

/**
 * The words that feeds borrow, by the addresses of their vocabularies and not by the prefixes that a feed chose for them.
 * Addresses are compared without scheme, case and final slash or hash, since feeds write them in every way.
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
  "www.w3.org/2005/atom": "atom",
  "purl.org/atom/ns": "atom",
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

/** What these prefixes mean where a feed forgot to declare them. */
const USUAL_PREFIXES = new Set(Object.values(VOCABULARIES));

/** What the prefixes mean at one place of a document. */
export interface Scope {
  /** By prefix; "" is the default. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Names as written, and what they mean: nearly all of a document's names come again. */
  readonly known: Map<string, string>;
}

export const OUTERMOST: Scope = { addresses: new Map(), known: new Map() };
const NAMES_MAX = 1000;

/** The scope inside an element with these attributes. */
export function innerScope(outer: Scope, attributes: Attributes): Scope {
  const declared = attributes.declared();
  return declared.length === 0 ? outer : { addresses: new Map([...outer.addresses, ...declared]), known: new Map() };
}

/**
 * Makes the rule for the names of one document: `title` for a word of the feed's own format, `media:content` for a known
 * vocabulary's, always in lower case; `?` for any other. `root` tells which vocabulary is the format's own.
 */
export function createNaming(root: {
  readonly name: string;
  readonly scope: Scope;
  readonly isAtom: boolean;
}): (name: string, scope: Scope) => string {
  const own = new Set(root.isAtom ? ["atom"] : ["rss"]);
  const ownAddress = root.scope.addresses.get(prefixOf(root.name).toLowerCase()) ?? "";
  const defaultAddress = root.scope.addresses.get("") ?? "";
  const meaning = (prefix: string, scope: Scope): string => {
    const address = scope.addresses.get(prefix);
    if (address === undefined || address === "") return prefix === "" ? "" : USUAL_PREFIXES.has(prefix) ? ownOr(prefix) : "?";
    const vocabulary = VOCABULARIES[plain(address)];
    // Whatever the default is called at the root, the words of the format are written in it.
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
    const vocabulary = meaning(prefix.toLowerCase(), scope);
    const meant = vocabulary === "?" ? "?" : vocabulary === "" ? local : `${vocabulary}:${local}`;
    if (scope.known.size < NAMES_MAX) scope.known.set(name, meant);
    return meant;
  };
}

function prefixOf(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? "" : name.slice(0, colon);
}

function plain(address: string): string {
  return address
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/[/#]+$/, "");
}
