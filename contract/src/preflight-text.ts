import type { ChannelOutline, Obstacle, PostOutline } from "./outlines.ts";
import { platforms, type TextUnit } from "./platforms.ts";
import { threadSegments } from "./posts.ts";
import { excessOf, splitText, type TextMeasure } from "./split-text.ts";
import { codePoints, graphemes } from "./text.ts";

/** The caption in the parts that its author has made of it, else as the one part. */
export function writtenSegments({ text, thread }: Pick<PostOutline, "text" | "thread">): string[] {
  const segments = thread ? threadSegments(text) : [];
  return segments.length > 1 ? segments : [text];
}

/**
 * What becomes of a caption on a channel: its author's parts, joined where the platform has no threads; one part that is too
 * long is split, where it may be. What does not fit even so stays as it is, and is an obstacle.
 */
export function segmentsOn(post: Pick<PostOutline, "text" | "thread">, channel: ChannelOutline): string[] {
  const written = writtenSegments(post);
  if (!platforms[channel.type].threads) return [written.join("\n\n")];
  return written.length > 1 ? written : (splitOn(post, channel) ?? written);
}

/** The parts that a caption with none of its author's is split into on a channel; null where it stays whole. */
export function splitOn(post: Pick<PostOutline, "text" | "thread">, channel: ChannelOutline): string[] | null {
  if (!post.thread || !platforms[channel.type].threads || writtenSegments(post).length > 1) return null;
  const measure = measureOf(channel);
  return excessOf(post.text, measure) === null ? null : splitText(post.text, measure);
}

export function textObstacle(post: PostOutline, channel: ChannelOutline): Obstacle | null {
  const measure = measureOf(channel);
  for (const part of segmentsOn(post, channel)) {
    const excess = excessOf(part, measure);
    if (excess === null) continue;
    const { length, max, unit } = excess;
    return { reason: "text_too_long", message: `The text has ${length} ${unit}; ${channel.type} takes at most ${max}.` };
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
  }
}

const ADDRESS = /https?:\/\/\S+/giu;
/** Several platforms count or show every address shorter than it is; none of them below this. */
const ADDRESS_LENGTH_MIN = 23;

/** As the channel's connector counts; else by the platform's row, and of addresses no more than what is certain. */
function measureOf({ type, limits, measure }: ChannelOutline): TextMeasure {
  if (measure !== null) return measure;
  const { text: row } = platforms[type];
  const max = limits.maxCharacters ?? row.max;
  const unit = row.unit === "utf8Bytes" ? "bytes" : "characters";
  return (text) => {
    const least = text.replace(ADDRESS, (address) => "x".repeat(Math.min(address.length, ADDRESS_LENGTH_MIN)));
    return [{ length: textLength(least, row.unit), max, unit }];
  };
}
