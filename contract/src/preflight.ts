import type { ChannelType } from "./channels.ts";
import { platforms, type TextUnit } from "./platforms.ts";
import { type Poll, threadSegments } from "./posts.ts";
import { codePoints } from "./text.ts";

/** What of a post decides whether a platform can take it. */
export interface PostOutline {
  readonly text: string;
  /** `autoThreadText`: the text is split at triple newlines where the platform has threads. */
  readonly thread: boolean;
  readonly poll: Pick<Poll, "question"> | null;
  readonly images: number;
  /** Videos and documents. */
  readonly otherFiles: number;
}

export interface Obstacle {
  readonly reason: "text_too_long" | "unsuitable";
  readonly message: string;
}

/**
 * What is certain to keep a post from a platform, by the platform's facts alone; null where nothing is. Only certain
 * obstacles count: the connector knows more, and the account's own server may take more (`textMax`).
 */
export function obstacleOf(post: PostOutline, channel: { readonly type: ChannelType; readonly textMax: number | null }): Obstacle | null {
  const facts = platforms[channel.type];
  const files = post.images + post.otherFiles;
  if (!facts.textAlone && files === 0) return unsuitable(`${channel.type} takes no text alone.`);
  if (facts.imagesMax === 0 && post.images > 0 && post.otherFiles === 0) return unsuitable(`${channel.type} takes no images.`);
  if (!facts.polls && post.poll !== null && post.text.trim() === "" && files === 0) {
    return unsuitable(`${channel.type} takes no polls, and the post has no caption.`);
  }
  const { unit } = facts.text;
  const max = Math.max(facts.text.max, channel.textMax ?? 0);
  const segments = post.thread ? threadSegments(post.text) : [post.text];
  const parts = facts.threads ? segments : [segments.join("\n\n")];
  for (const part of parts) {
    const length = surelyLongerThan(max, part, unit);
    if (length !== null) {
      return { reason: "text_too_long", message: `The text has ${length} ${UNIT_NAMES[unit]}; ${channel.type} takes at most ${max}.` };
    }
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
      return Array.from(segmenter.segment(text)).length;
  }
}

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

const UNIT_NAMES: Readonly<Record<TextUnit, string>> = {
  utf16: "characters",
  codePoints: "characters",
  graphemes: "characters",
  utf8Bytes: "bytes",
};

const ADDRESS = /https?:\/\/\S+/giu;
/** Several platforms count or show every address shorter than it is; none of them below this. */
const ADDRESS_LENGTH_MIN = 23;
const UTF8_BYTES_PER_UNIT_MAX = 3;

/** The length where it is above `max` for certain, else null. Segmenting is slow: a text that is short in any unit skips it. */
function surelyLongerThan(max: number, text: string, unit: TextUnit): number | null {
  if (text.length * (unit === "utf8Bytes" ? UTF8_BYTES_PER_UNIT_MAX : 1) <= max) return null;
  const least = textLength(
    text.replace(ADDRESS, (address) => "x".repeat(Math.min(address.length, ADDRESS_LENGTH_MIN))),
    unit,
  );
  return least > max ? least : null;
}

function unsuitable(message: string): Obstacle {
  return { reason: "unsuitable", message };
}
