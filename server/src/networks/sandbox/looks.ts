import type { ChannelType } from "@rostrum/contract/channels.ts";
import type { SandboxPost } from "./network.ts";

/** How a network's app draws its posts. Written from the apps themselves, apart from what previews believe of them. */
interface SandboxLook {
  /** Where the app folds a text. */
  readonly characters?: number;
  readonly lines?: number;
  readonly gallery: "carousel" | "grid";
  /** Narrowest and widest picture that is shown whole, width by height. */
  readonly ratios?: readonly [number, number];
  /** Several pictures: each in its own ratio, in the first one's, or in cells of a frame. */
  readonly several?: "own" | "first" | { readonly frame: number };
  /** Everything is shown on a screen of this ratio. */
  readonly screen?: number;
}

const LOOKS: Readonly<Record<ChannelType, SandboxLook>> = {
  Facebook: { characters: 477, lines: 5, gallery: "grid", ratios: [4 / 5, 1.91], several: { frame: 1 } },
  Instagram: { characters: 125, lines: 3, gallery: "carousel", ratios: [4 / 5, 1.91], several: "first" },
  Threads: { gallery: "carousel" },
  LinkedIn: { characters: 210, lines: 3, gallery: "grid", ratios: [4 / 5, 1.91], several: { frame: 4 / 3 } },
  "Google Business": { characters: 100, lines: 3, gallery: "carousel", ratios: [4 / 3, 4 / 3] },
  YouTube: { characters: 100, lines: 3, gallery: "carousel", screen: 16 / 9 },
  TikTok: { characters: 90, lines: 2, gallery: "carousel", screen: 9 / 16 },
  Pinterest: { characters: 100, lines: 2, gallery: "carousel", ratios: [0.476, 1.91], several: "first" },
  X: { characters: 280, gallery: "grid", ratios: [3 / 4, 5], several: { frame: 16 / 9 } },
  Mastodon: { lines: 32, gallery: "grid", several: { frame: 16 / 9 } },
  Bluesky: { lines: 25, gallery: "grid", ratios: [1 / 2, 5], several: { frame: 3 / 2 } },
  Telegram: { gallery: "grid", several: { frame: 1 } },
  "Social Media": { gallery: "carousel" },
};

/** What a program that reads the page is told of how a post looks there: the attributes of its `article`. */
export interface Drawn {
  readonly frame: string;
  readonly gallery: string;
  /** UTF-16 units of the text that are seen before it is opened; the whole length if it is not folded. */
  readonly seen: number;
  /** Of a picture: `screen:0.5625`, `cell:1.7778`, `first`, or `own`, in each case within `ratios`. */
  readonly shape: string;
  readonly ratios: string;
}

export function drawnOn(type: ChannelType, post: SandboxPost): Drawn {
  const look = LOOKS[type];
  const { frame = "post" } = post;
  const screen = frame === "story" || frame === "reel" || frame === "short" ? 9 / 16 : look.screen;
  return {
    frame,
    gallery: look.gallery,
    seen: seenOf(post.foldedText ?? post.text, look),
    shape: screen === undefined ? shapeOf(look, post.media.length) : `screen:${screen}`,
    ratios: look.ratios?.join(" ") ?? "",
  };
}

function seenOf(text: string, { characters = Number.POSITIVE_INFINITY, lines = Number.POSITIVE_INFINITY }: SandboxLook): number {
  let [count, line, at] = [0, 1, 0];
  for (const character of text) {
    if (count === characters) break;
    if (character === "\n" && line++ === lines) break;
    count += 1;
    at += character.length;
  }
  return text.slice(at).trim() === "" ? text.length : text.slice(0, at).trimEnd().length;
}

function shapeOf({ several = "own" }: SandboxLook, count: number): string {
  if (count < 2) return "own";
  return typeof several === "string" ? several : `cell:${several.frame}`;
}
