import { kindOf } from "./medium-facts.ts";
import type { ChannelOutline, Obstacle, PostOutline } from "./outlines.ts";
import { platforms, type TextUnit } from "./platforms.ts";
import { threadSegments } from "./posts.ts";
import { excessOf, splitText, type TextLength, type TextMeasure } from "./split-text.ts";
import { codePoints, graphemes } from "./text.ts";

/** The caption in the segments its author made, else as one segment. */
export function writtenSegments({ text, thread }: Pick<PostOutline, "text" | "thread">): string[] {
  const segments = thread ? threadSegments(text) : [];
  return segments.length > 1 ? segments : [text];
}

/**
 * A caption's segments on a channel: its author's, joined if the platform has no threads; a single segment that is too long is
 * split, if allowed. What still does not fit is left as it is, and is an obstacle.
 */
export function segmentsOn(post: Pick<PostOutline, "text" | "thread">, channel: ChannelOutline): string[] {
  const written = writtenSegments(post);
  if (!platforms[channel.type].threads) return [written.join("\n\n")];
  return written.length > 1 ? written : (splitOn(post, channel) ?? written);
}

/** The parts that a single-segment caption is split into on a channel; null if it stays whole. */
export function splitOn(post: Pick<PostOutline, "text" | "thread">, channel: ChannelOutline): string[] | null {
  if (!post.thread || !platforms[channel.type].threads || writtenSegments(post).length > 1) return null;
  const measure = measureOf(channel);
  return excessOf(post.text, measure) === null ? null : splitText(post.text, measure);
}

/** A text that goes to a channel, with the one of its platform's limits that it comes closest to. */
export interface SentText extends TextLength {
  readonly text: string;
}

export function textsOn(post: Pick<PostOutline, "text" | "thread" | "media">, channel: ChannelOutline): SentText[] {
  const { parts, measure } = measuredOn(post, channel);
  return parts.map((text) => ({ text, ...closest(measure(text)) }));
}

function closest(lengths: readonly TextLength[]): TextLength {
  return lengths.reduce((most, each) => (each.length / each.max > most.length / most.max ? each : most));
}

function measuredOn(post: Pick<PostOutline, "text" | "thread" | "media">, channel: ChannelOutline) {
  const parts = segmentsOn(post, channel);
  return { parts, measure: measureOf(channel, parts.length > 1 ? undefined : maxOf(post, channel)) };
}

export function textObstacle(post: PostOutline, channel: ChannelOutline): Obstacle | null {
  const { parts, measure } = measuredOn(post, channel);
  for (const part of parts) {
    const excess = excessOf(part, measure);
    if (excess === null) continue;
    const { length, max, unit, hint } = excess;
    const limit = hint === undefined ? max : `${max} (${hint})`;
    return { reason: "text_too_long", message: `The text has ${length} ${unit}; ${channel.type} takes at most ${limit}.` };
  }
  return null;
}

/** The length of a text as a platform counts it. */
export function textLength(text: string, unit: TextUnit): number {
  switch (unit) {
    case "utf16":
      return text.length;
    case "utf8Bytes":
      return new TextEncoder().encode(text).length;
    case "codePoints":
      return codePoints(text);
    case "graphemes":
      return graphemes(text);
    case "weighted":
      return weighted(text);
  }
}

/** What counts 1; anything else, and each emoji as a whole, counts 2: https://docs.x.com/fundamentals/counting-characters (2026-08). */
const LIGHT = /[\0-\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037]/gu;
const EMOJI = /\p{RGI_Emoji}/gv;

function weighted(text: string): number {
  const plain = text.normalize("NFC").replace(EMOJI, "\u4e00");
  return 2 * codePoints(plain) - (plain.match(LIGHT)?.length ?? 0);
}

const ADDRESS = /https?:\/\/\S+/giu;
/** Several platforms count every URL at a fixed length; none uses less than this. */
const ADDRESS_LENGTH_MIN = 23;

function maxOf({ media }: Pick<PostOutline, "media">, { type }: Pick<ChannelOutline, "type">): number {
  const { max, maxWithImages = max } = platforms[type].text;
  return media.length > 0 && media.every((medium) => kindOf(medium) === "image") ? maxWithImages : max;
}

/** The connector's measure if it has one; else by the platform's row, counting URLs at their certain minimum unless it says otherwise. */
function measureOf({ type, limits, measure }: ChannelOutline, rowMax = platforms[type].text.max): TextMeasure {
  if (measure !== null) return measure;
  const { text: row } = platforms[type];
  const max = limits.maxCharacters ?? rowMax;
  const unit = row.unit === "utf8Bytes" ? "bytes" : "characters";
  return (text) => {
    const short = (address: string) => "x".repeat(Math.min(address.length, ADDRESS_LENGTH_MIN));
    const least = row.wholeLinks === true ? text : text.replace(ADDRESS, short);
    return [{ length: textLength(least, row.unit), max, unit }];
  };
}
