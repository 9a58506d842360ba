import type { SandboxPost } from "../../sandbox/network.ts";
import type { Settings } from "./settings.ts";

const ENTITY = /(?<url>(?:https?:\/\/|(?<![\w@/.-])www\.)[^\s<>"]*[^\s<>"'.,;:!?)\]}])|(?<![\w@/])@(?<username>[a-z0-9_.]*[a-z0-9_])/giu;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const utf8 = new TextEncoder();

/** The text's length as the network is set to count it. */
export function lengthOf(text: string, unit: Settings["text_unit"]): number {
  if (unit === "bytes") return utf8.encode(text).byteLength;
  const lengths = Array.from(graphemes.segment(text), ({ segment }) =>
    /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(segment) ? utf8.encode(segment).byteLength : [...segment].length,
  );
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** The links of a text, in order; those without a scheme begin with `www.`. */
export function urlsIn(text: string): string[] {
  return Array.from(text.matchAll(ENTITY), (match) => match.groups?.url)
    .filter((url) => url !== undefined)
    .map(withScheme);
}

function withScheme(url: string): string {
  return /^https?:/iu.test(url) ? url : `http://${url}`;
}

/** Links and mentions as readers see them. */
export function linksIn(text: string, profileUrl: (username: string) => string): SandboxPost["links"] {
  return Array.from(text.matchAll(ENTITY), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    href: match.groups?.url === undefined ? profileUrl(match.groups?.username ?? "") : withScheme(match.groups.url),
  }));
}

/** The first valid `#tag`, which becomes the post's topic. */
export function topicIn(text: string): string | null {
  return /(?<![\p{L}\p{N}_#&/])#([\p{L}\p{N}_]{1,50})(?![\p{L}\p{N}_])/u.exec(text)?.[1] ?? null;
}
