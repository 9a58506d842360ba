/** Callbacks of a scan, in document order. Returning `false` ends the scan. */
export interface MarkupHandler {
  /** `attributes` is the unparsed source between name and end: most elements are irrelevant. */
  open(name: string, attributes: string, tag: Tag): boolean;
  close(name: string, tag: Tag): boolean;
  /** Character data as written, with unresolved references. */
  text?(from: number, to: number): void;
  /** The content of a CDATA section, which has no references or tags. */
  cdata?(from: number, to: number): void;
}

/** A tag's positions in the source. Reused throughout the scan, so valid only during the call. */
export interface Tag {
  from: number;
  to: number;
  /** `<name/>`. */
  isEmpty: boolean;
  /** Set by the handler of a start tag whose content, up to the end tag of this name, is not markup. */
  passOver: PassOver;
}

/** What to skip after a start tag: nothing, the content if there is an end tag, or otherwise even the rest of the source. */
export type PassOver = "nothing" | "whole" | "rest";

/**
 * Scans HTML, and XML as found in feeds: never fails, never examines a character more than twice, builds nothing. A `<` that
 * cannot start a tag is text; a tag that is not closed before the next one ends there; an unterminated comment, CDATA section or
 * instruction extends to the end. Declarations are skipped, so no entity is ever declared.
 */
export function scanMarkup(source: string, handler: MarkupHandler): void {
  const tag: Tag = { from: 0, to: 0, isEmpty: false, passOver: "nothing" };
  const places = new Places(source);
  let at = 0;
  let textFrom = 0;
  for (;;) {
    const from = source.indexOf("<", at);
    if (from === -1) break;
    const kind = kindAt(source, from);
    if (kind === TEXT) {
      at = from + 1;
      continue;
    }
    if (from > textFrom) handler.text?.(textFrom, from);
    if (kind === CDATA) {
      const inside = from + CDATA_START.length;
      const end = source.indexOf("]]>", inside);
      handler.cdata?.(inside, end === -1 ? source.length : end);
      at = end === -1 ? source.length : end + 3;
    } else if (kind === COMMENT) at = behind(source, "-->", from + 2);
    else if (kind === INSTRUCTION) at = endOfInstruction(source, from);
    else if (kind === DECLARATION) at = endOfTag(source, from + 2, places);
    else {
      const nameFrom = kind === CLOSE ? from + 2 : from + 1;
      const nameTo = endOfName(source, nameFrom);
      const name = source.slice(nameFrom, nameTo);
      at = endOfTag(source, nameTo, places);
      tag.from = from;
      tag.to = at;
      const mark = source.charCodeAt(at - 1) === GREATER ? at - 1 : at;
      tag.isEmpty = kind === OPEN && mark > nameTo && source.charCodeAt(mark - 1) === SLASH && !isInValue(source, nameTo, mark - 1);
      if (kind === CLOSE) {
        if (!handler.close(name, tag)) return;
      } else {
        const attributesTo = tag.isEmpty ? mark - 1 : mark;
        if (!handler.open(name, attributesTo > nameTo ? source.slice(nameTo, attributesTo) : "", tag)) return;
        if (tag.passOver !== "nothing") at = places.endOf(name, at) ?? (tag.passOver === "rest" ? source.length : at);
        tag.passOver = "nothing";
      }
    }
    textFrom = at;
  }
  if (textFrom < source.length) handler.text?.(textFrom, source.length);
}

const TEXT = 0;
const OPEN = 1;
const CLOSE = 2;
const CDATA = 3;
const COMMENT = 4;
const INSTRUCTION = 5;
const DECLARATION = 6;

const CDATA_START = "<![CDATA[";
const EXCLAMATION = 33;
const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const QUESTION = 63;

function kindAt(source: string, from: number): number {
  const next = source.charCodeAt(from + 1);
  if (isNameStart(next)) return OPEN;
  if (next === SLASH) return isNameStart(source.charCodeAt(from + 2)) ? CLOSE : TEXT;
  if (next === QUESTION) return INSTRUCTION;
  if (next !== EXCLAMATION) return TEXT;
  if (source.startsWith(CDATA_START, from)) return CDATA;
  if (source.startsWith("<!--", from)) return COMMENT;
  return isNameStart(source.charCodeAt(from + 2)) ? DECLARATION : TEXT;
}

/** The position after `<? … ?>`; without `?>` it ends with the first `>`, or where the next tag begins. */
export function endOfInstruction(source: string, from: number): number {
  const next = source.indexOf("<", from + 1);
  const inside = source.slice(from, next === -1 ? source.length : next);
  const end = inside.includes("?>") ? inside.indexOf("?>") + 1 : inside.indexOf(">");
  return end === -1 ? from + inside.length : from + end + 1;
}

function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 58 || code >= 128;
}

function endOfName(source: string, from: number): number {
  let at = from;
  for (; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (code <= 32 || code === SLASH || code === GREATER || code === LESS || code === EQUALS || code === QUOTE || code === APOSTROPHE)
      break;
  }
  return at;
}

function behind(source: string, mark: string, from: number): number {
  const found = source.indexOf(mark, from);
  return found === -1 ? source.length : found + mark.length;
}

/** In HTML an unquoted value may end with a slash: `href=/feed/>`. */
function isInValue(source: string, nameTo: number, slash: number): boolean {
  const before = source.charCodeAt(slash - 1);
  if (before <= 32 || before === QUOTE || before === APOSTROPHE) return false;
  for (let at = slash - 1; at >= nameTo && source.charCodeAt(at) > 32; at -= 1) if (source.charCodeAt(at) === EQUALS) return true;
  return false;
}

/** The position after a tag: after a `>` outside quotes, or where the next tag begins. An unclosed quote has no effect. */
function endOfTag(source: string, from: number, places: Places): number {
  let previous = 0;
  for (let at = from; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (code === LESS) return at;
    if (code === GREATER) return at + 1;
    if (previous === EQUALS && (code === QUOTE || code === APOSTROPHE)) at = endOfQuoted(source, at, places) ?? at;
    if (code > 32) previous = code;
  }
  return source.length;
}

/**
 * The quote that closes the one at this position. In HTML there may be a `<` between them; but a `<` also follows an unclosed
 * quote, in which case the next quote opens another value or is part of a text.
 */
function endOfQuoted(source: string, from: number, places: Places): number | null {
  const isDouble = source.charCodeAt(from) === QUOTE;
  const end = isDouble ? places.double(from + 1) : places.single(from + 1);
  if (end === source.length) return null;
  if (places.less(from + 1) > end) return end;
  const after = source.charCodeAt(end + 1);
  const isClosing = source.charCodeAt(end - 1) !== EQUALS && !(after > 32 && after !== SLASH && after !== GREATER && after !== QUESTION);
  return isClosing ? end : null;
}

/**
 * The next positions of marks in a source that is scanned from start to end. Each is searched for only once, because a source
 * could otherwise cause a search in vain with every tag.
 */
class Places {
  readonly #source: string;
  readonly #endless = new Set<string>();
  #double = -1;
  #single = -1;
  #less = -1;

  constructor(source: string) {
    this.#source = source;
  }

  double(from: number): number {
    if (this.#double < from) this.#double = this.#next('"', from);
    return this.#double;
  }

  single(from: number): number {
    if (this.#single < from) this.#single = this.#next("'", from);
    return this.#single;
  }

  less(from: number): number {
    if (this.#less < from) this.#less = this.#next("<", from);
    return this.#less;
  }

  #next(mark: string, from: number): number {
    const found = this.#source.indexOf(mark, from);
    return found === -1 ? this.#source.length : found;
  }

  /** Where the next end tag of this name begins. */
  endOf(name: string, from: number): number | null {
    const lower = name.toLowerCase();
    if (this.#endless.has(lower)) return null;
    const pattern = new RegExp(`</${lower.replace(/[^\w-]/g, ".")}(?=[\\s/>]|$)`, "gi");
    pattern.lastIndex = from;
    const found = pattern.exec(this.#source)?.index;
    if (found === undefined) this.#endless.add(lower);
    return found ?? null;
  }
}
