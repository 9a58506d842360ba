import { graphemes } from "@rostrum/contract/text.ts";
import { isKnownTopLevelDomain } from "./domains.ts";
import { byteCount } from "./text.ts";

/** A link, mention or tag within a text, in UTF-16 positions, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly feature: Feature;
}

export type Feature =
  | { readonly kind: "link"; readonly uri: string }
  /** Without `@`; becomes a mention only when it resolves. */
  | { readonly kind: "mention"; readonly handle: string }
  /** Without `#`; a ticker keeps its `$`. */
  | { readonly kind: "tag"; readonly tag: string };

export interface MarkedText {
  readonly text: string;
  readonly spans: readonly Span[];
}

const TAG_GRAPHEMES_MAX = 64;
const TAG_BYTES_MAX = 640;
/** A longer address is shown as its host and the start of its path; only what is shown counts towards the 300. */
const LINK_SHOWN_MAX = 30;
const PATH_SHOWN = 13;

const ADDRESS = /(?<=^|[\s(])https?:\/\/[^\s]+/giu;
const BARE_DOMAIN = /(?<=^|[\s(])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+([a-z]{2,})(?![\w@-])(?::\d+)?(?:[/?#][^\s]*)?/giu;
const HANDLE = /(?<=^|[\s(])@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?)(?![a-z0-9@])/giu;
/** Zero-width characters end a tag, since readers could not see them in it. */
const TAG = /(?<=^|\s)[#＃](?!\ufe0f)([^\s\u00ad\u2060\u200a-\u200d]+)/gu;
const TICKER = /(?<=^|[\s(])\$([a-z][a-z0-9]{0,4})(?=$|[\s.,;:!?)"'’])/giu;

/** Finds links, mentions and tags, which the platform does not do itself, and shortens long links. */
export function markUp(text: string): MarkedText {
  let shown = "";
  let taken = 0;
  const spans: Span[] = [];
  for (const span of findSpans(text)) {
    shown += text.slice(taken, span.start);
    const words = text.slice(span.start, span.end);
    const label = span.feature.kind === "link" ? shortened(words) : words;
    spans.push({ start: shown.length, end: shown.length + label.length, feature: span.feature });
    shown += label;
    taken = span.end;
  }
  return { text: shown + text.slice(taken), spans };
}

/** Most texts have none of the marks without which there is nothing to find. */
const KINDS: readonly { readonly mark: RegExp; readonly find: (text: string) => Iterable<Span> }[] = [
  { mark: /:\/\//u, find: links },
  { mark: /\./u, find: bareLinks },
  { mark: /@/u, find: mentions },
  { mark: /[#＃]/u, find: tags },
  { mark: /\$/u, find: tickers },
];

/** Spans in text order. If two overlap, the one that starts first wins; if they start together, the link. */
export function findSpans(text: string): Span[] {
  const found = KINDS.flatMap(({ mark, find }) => (mark.test(text) ? [...find(text)] : []));
  found.sort((one, other) => one.start - other.start);
  let end = 0;
  return found.filter((span) => {
    if (span.start < end) return false;
    end = span.end;
    return true;
  });
}

function* links(text: string): Generator<Span> {
  for (const match of text.matchAll(ADDRESS)) {
    const uri = withoutTail(match[0]);
    if (URL.canParse(uri)) yield { start: match.index, end: match.index + uri.length, feature: { kind: "link", uri } };
  }
}

function* bareLinks(text: string): Generator<Span> {
  for (const match of text.matchAll(BARE_DOMAIN)) {
    const words = withoutTail(match[0]);
    const uri = `https://${words}`;
    if (isKnownTopLevelDomain(match[1] ?? "") && URL.canParse(uri))
      yield { start: match.index, end: match.index + words.length, feature: { kind: "link", uri } };
  }
}

function* mentions(text: string): Generator<Span> {
  for (const match of text.matchAll(HANDLE)) {
    const handle = match[1] ?? "";
    yield { start: match.index, end: match.index + match[0].length, feature: { kind: "mention", handle: handle.toLowerCase() } };
  }
}

function* tags(text: string): Generator<Span> {
  for (const match of text.matchAll(TAG)) {
    const tag = (match[1] ?? "").replace(/\p{P}+$/u, "");
    const fits = graphemes(tag) <= TAG_GRAPHEMES_MAX && byteCount(tag) <= TAG_BYTES_MAX;
    if (fits && /[^\d\p{P}]/u.test(tag)) yield { start: match.index, end: match.index + 1 + tag.length, feature: { kind: "tag", tag } };
  }
}

function* tickers(text: string): Generator<Span> {
  for (const match of text.matchAll(TICKER)) {
    yield { start: match.index, end: match.index + match[0].length, feature: { kind: "tag", tag: match[0].toUpperCase() } };
  }
}

/** Strips punctuation that closes the sentence or the brackets around an address. */
function withoutTail(address: string): string {
  const bare = address.replace(/[.,;:!?]$/u, "");
  return bare.endsWith(")") && !bare.includes("(") ? bare.slice(0, -1) : bare;
}

function shortened(address: string): string {
  if (graphemes(address) <= LINK_SHOWN_MAX) return address;
  const bare = address.replace(/^https?:\/\//iu, "");
  const pathStart = bare.search(/[/?#]/u);
  if (pathStart === -1) return bare;
  const path = Array.from(bare.slice(pathStart));
  return path.length <= PATH_SHOWN + 2 ? bare : `${bare.slice(0, pathStart)}${path.slice(0, PATH_SHOWN).join("")}…`;
}
