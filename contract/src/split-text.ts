import { THREAD_SEGMENTS_MAX } from "./limits.ts";

/** A text held against one limit: its length as the platform counts it. */
export interface TextLength {
  readonly length: number;
  readonly max: number;
  readonly unit: "characters" | "bytes";
}

/** A text held against all limits of a platform. At white space lengths add up: no platform counts anything across it. */
export type TextMeasure = (text: string) => readonly TextLength[];

/** The first limit that a text passes; null where it passes none. */
export function excessOf(text: string, measure: TextMeasure): TextLength | null {
  return measure(text).find(({ length, max }) => length > max) ?? null;
}

/**
 * A text that is too long in parts that fit, at most as many as a thread may have: at ends of paragraphs, where that makes
 * too many of sentences too, then of words. Null where even that does not do, or a word alone is too long. What is cut away is
 * the white space at the cuts. The time is linear in the text.
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

/** Words that stay together, with the gap behind them. */
interface Piece {
  readonly start: number;
  readonly end: number;
  /** What ends with it. */
  readonly ends: Rank;
  /** Against each limit, the words and the gap apart: a gap at a cut does not count. */
  readonly lengths: readonly number[];
  readonly gapLengths: readonly number[];
  readonly maxima: readonly number[];
}

/** White space at which a text may be cut; spaces that do not break hold together what stands around them. */
const GAP = /[^\S\u00a0\u2007\u202f\ufeff]+/gu;
const PARAGRAPH_END = /\n\s*\n/u;

function piecesOf(text: string, measure: TextMeasure): Piece[] {
  const sentenceEnds = new Set(boundaries(text, sentences));
  const pieces: Piece[] = [];
  // There are few different ones, and many of each.
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

/** Scripts that write no white space between words, and what ends their sentences. */
const UNSPACED = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]$/u;
const UNSPACED_END = /^[、。！？」』）】，]$/u;
/** A link, a mention or a tag begins, or something that some platform may take for one: the run stays whole from here on. */
const MARK = /[#＃@＠$＄]|:\/\/|[\p{L}\p{N}]\.[\p{L}\p{N}]/u;

/** Where a run without white space may be cut, each as its distance from the cut before: between words of such scripts alone. */
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

/** Where segments begin, but for the first. */
function* boundaries(text: string, segmenter: Intl.Segmenter): Generator<number> {
  for (const { index } of segmenter.segment(text)) if (index > 0) yield index;
}

/** The same pieces with no end above this rank: one is as good as the other. */
function demoted(pieces: readonly Piece[], most: Rank): Piece[] {
  return pieces.map((piece) => (RANKS[piece.ends] > RANKS[most] ? { ...piece, ends: most } : piece));
}

/** Parts that each go as far as they can, back to the last end of the best rank; null where they are too many. */
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
