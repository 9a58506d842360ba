import { THREAD_SEGMENTS_MAX } from "./limits.ts";

/** A text's length against one limit, as the platform counts it. */
export interface TextLength {
  readonly length: number;
  readonly max: number;
  readonly unit: "characters" | "bytes";
  /** What the author should know about how it counts, for people. */
  readonly hint?: string;
}

/**
 * Measures a text against all limits of a platform. Lengths are additive at white space: no platform counts anything across it.
 */
export type TextMeasure = (text: string) => readonly TextLength[];

/** The first limit that a text exceeds; null if none. */
export function excessOf(text: string, measure: TextMeasure): TextLength | null {
  return measure(text).find(({ length, max }) => length > max) ?? null;
}

/**
 * Splits a text that is too long into parts that fit, at most as many as a thread may have: at the ends of paragraphs, if that
 * gives too many also of sentences, then of words. Null if even that fails, or if a single word is too long. The white space at
 * the cuts is dropped. Linear in the length of the text.
 */
export function splitText(text: string, measure: TextMeasure): string[] | null {
  const trimmed = text.trim();
  const pieces = piecesOf(trimmed, measure);
  for (const ranked of [pieces, demoted(pieces, "sentence"), demoted(pieces, "word")]) {
    const parts = packed(trimmed, ranked);
    if (parts !== null) return parts.every((part) => excessOf(part, measure) === null) ? parts : null;
  }
  return null;
}

const RANKS = { word: 0, sentence: 1, paragraph: 2 } as const;
type Rank = keyof typeof RANKS;

/** Words that stay together, with the gap after them. */
interface Piece {
  readonly start: number;
  readonly end: number;
  /** The largest unit that ends with it. */
  readonly ends: Rank;
  /** Lengths by limit, of the words and the gap separately: a gap at a cut does not count. */
  readonly lengths: readonly number[];
  readonly gapLengths: readonly number[];
  readonly maxima: readonly number[];
}

/** White space at which a text may be cut: all but non-breaking spaces. */
const GAP = /[^\S\u00a0\u2007\u202f\ufeff]+/gu;
const PARAGRAPH_END = /\n\s*\n/u;

function piecesOf(text: string, measure: TextMeasure): Piece[] {
  const sentenceEnds = new Set(boundaries(text, sentences));
  const pieces: Piece[] = [];
  // Few distinct gaps occur, each many times.
  const gapLengths = new Map<string, readonly number[]>();
  const lengthsOfGap = (gap: string) => {
    const lengths = measure(gap).map(({ length }) => length);
    gapLengths.set(gap, lengths);
    return lengths;
  };
  const add = (cut: { start: number; end: number; next: number }) => {
    const gap = text.slice(cut.end, cut.next);
    const words = measure(text.slice(cut.start, cut.end));
    pieces.push({
      start: cut.start,
      end: cut.end,
      ends: PARAGRAPH_END.test(gap) ? "paragraph" : gap.includes("\n") || sentenceEnds.has(cut.next) ? "sentence" : "word",
      lengths: words.map(({ length }) => length),
      gapLengths: gapLengths.get(gap) ?? lengthsOfGap(gap),
      maxima: words.map(({ max }) => max),
    });
  };
  let start = 0;
  for (const { end, next } of gapsOf(text)) {
    for (const cut of cutsWithoutGap(text.slice(start, end))) {
      add({ start, end: start + cut, next: start + cut });
      start += cut;
    }
    add({ start, end, next });
    start = next;
  }
  return pieces;
}

function* gapsOf(text: string): Generator<{ end: number; next: number }> {
  for (const { index, 0: gap } of text.matchAll(GAP)) yield { end: index, next: index + gap.length };
  yield { end: text.length, next: text.length };
}

/** Scripts without white space between words, and the punctuation that ends their sentences. */
const UNSPACED = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]$/u;
const UNSPACED_END = /^[、。！？」』）】，]$/u;
/** Start of a link, mention or tag, or of something a platform may take for one: the rest of the run stays whole. */
const MARK = /[#＃@＠$＄]|:\/\/|[\p{L}\p{N}]\.[\p{L}\p{N}]/u;

/** Where a run without white space may be cut, as distances between cuts: only between words of such scripts. */
function* cutsWithoutGap(run: string): Generator<number> {
  const mark = run.search(MARK);
  const open = mark === -1 ? run : run.slice(0, mark);
  if (!Array.from(open).some((character) => UNSPACED.test(character))) return;
  let last = 0;
  for (const at of boundaries(open, words)) {
    const before = /.$/su.exec(open.slice(Math.max(0, at - 2), at))?.[0] ?? "";
    const after = String.fromCodePoint(open.codePointAt(at) ?? 0);
    if (!UNSPACED.test(after) || UNSPACED_END.test(after) || !(UNSPACED.test(before) || UNSPACED_END.test(before))) continue;
    yield at - last;
    last = at;
  }
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
const words = new Intl.Segmenter("en", { granularity: "word" });

/** Start of every segment but the first. */
function* boundaries(text: string, segmenter: Intl.Segmenter): Generator<number> {
  for (const { index } of segmenter.segment(text)) if (index > 0) yield index;
}

/** The same pieces with ends capped at this rank, so that all of them are equally good. */
function demoted(pieces: readonly Piece[], most: Rank): Piece[] {
  return pieces.map((piece) => (RANKS[piece.ends] > RANKS[most] ? { ...piece, ends: most } : piece));
}

/** Fills each part as far as possible, then goes back to the last end of the best rank; null if there are too many parts. */
function packed(text: string, pieces: readonly Piece[]): string[] | null {
  const parts: string[] = [];
  for (let first = 0; first < pieces.length; ) {
    const last = lastOfPart(pieces, first);
    if (last === null || parts.length === THREAD_SEGMENTS_MAX) return null;
    parts.push(text.slice(pieces[first]?.start, pieces[last]?.end));
    first = last + 1;
  }
  return parts.length > 1 ? parts : null;
}

function lastOfPart(pieces: readonly Piece[], first: number): number | null {
  const sums: number[] = [];
  let best: number | null = null;
  for (let index = first; index < pieces.length; index += 1) {
    const { lengths, gapLengths, maxima, ends } = pieces[index] as Piece;
    if (lengths.some((length, limit) => (sums[limit] ?? 0) + length > (maxima[limit] ?? 0))) return best;
    for (const [limit, length] of lengths.entries()) sums[limit] = (sums[limit] ?? 0) + length + (gapLengths[limit] ?? 0);
    if (best === null || RANKS[ends] >= RANKS[(pieces[best] as Piece).ends]) best = index;
  }
  return pieces.length - 1;
}
