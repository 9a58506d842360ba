import { stripVTControlCharacters } from "node:util";

/** The width of a text in terminal columns: one per grapheme, two for East Asian characters and emoji. */
export function textWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** The text, cut to the given number of columns with `…` at the end if necessary. */
export function cut(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let width = 0;
  let kept = "";
  for (const { segment } of segmenter.segment(text)) {
    width += graphemeWidth(segment);
    if (width > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

export function padded(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - textWidth(text)));
}

/**
 * A line of text in lines of at most that many columns, further ones indented by four more. It breaks where its parts are, which two
 * spaces keep apart, within a long part at spaces, and a word that is too long for a line anywhere.
 */
export function folded(line: string, columns: number): string[] {
  const [start = ""] = /^ */.exec(line) ?? [];
  const indent = " ".repeat(Math.min(start.length + 4, Math.floor(columns / 2)));
  const room = columns - indent.length;
  const lines: string[] = [];
  let now = start;
  let isEmpty = true;
  for (const { text, gap } of piecesOf(line.trim(), room)) {
    if (!isEmpty && shownWidth(now + gap + text) > columns) {
      lines.push(now);
      now = indent;
      isEmpty = true;
    }
    now += `${isEmpty ? "" : gap}${text}`;
    isEmpty = false;
  }
  return [...lines, now];
}

interface Piece {
  readonly text: string;
  /** Between it and the one before, on the same line. */
  readonly gap: string;
}

function piecesOf(line: string, room: number): Piece[] {
  return line.split(/ {2,}/).flatMap((part) => {
    if (shownWidth(part) <= room) return [{ text: part, gap: "  " }];
    const words = part.split(" ").flatMap((word) => cutUp(word, room).map((text, index) => ({ text, gap: index === 0 ? " " : "" })));
    return words.map((word, index) => (index === 0 ? { ...word, gap: "  " } : word));
  });
}

/** A word in pieces that each fit; escape sequences mark only short ones. */
function cutUp(word: string, room: number): string[] {
  if (shownWidth(word) <= room) return [word];
  const pieces = [""];
  for (const { segment } of segmenter.segment(word)) {
    const last = pieces.at(-1) ?? "";
    if (textWidth(last + segment) > room) pieces.push(segment);
    else pieces[pieces.length - 1] = last + segment;
  }
  return pieces;
}

function shownWidth(text: string): number {
  return textWidth(stripVTControlCharacters(text));
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * East Asian wide and full-width characters (Unicode, annex 11), by block: Hangul, CJK with its symbols, kana, Yi, full-width
 * forms and supplementary ideographs. Half-width kana are narrow.
 */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;

/** Displayed as emoji, by default or because of a variation selector. */
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;

const INVISIBLE = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;

function graphemeWidth(grapheme: string): number {
  if (INVISIBLE.test(grapheme)) return 0;
  return WIDE.test(grapheme) || EMOJI.test(grapheme) ? 2 : 1;
}
