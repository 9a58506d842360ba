import type { ChannelType } from "./channels.ts";

/** What a post looks like on its network: the frame that readers see around it. */
export const FRAMES = ["post", "story", "reel", "short", "video", "pin", "update"] as const;
export type Frame = (typeof FRAMES)[number];

/** Where a text is folded until readers ask for the rest: whichever comes first. */
export interface Fold {
  readonly characters: number | null;
  /** Lines as they were written; how wide a reader's screen is, nobody knows. */
  readonly lines: number | null;
}

/** How readers see a post of the network, as far as it can be said before it is there. */
export interface Look {
  readonly fold: Fold | null;
  /** Several pictures: one after the other, or all at once. */
  readonly gallery: "carousel" | "grid";
  /** Width by height of a picture that stands alone, smallest and largest: beyond, its edges are cut. Null: as it is. */
  readonly alone: readonly [number, number] | null;
  /** Of several: each as it is, all as the first, or together in a frame of this ratio. */
  readonly several: "own" | "first" | number;
  /** How many of several are seen at once; the last one says how many more there are. */
  readonly cellsMax: number;
  /** What readers see of everything that fills a screen of theirs. */
  readonly screen: { readonly ratio: number } | null;
}

const TALL = 9 / 16;
const WIDE = 16 / 9;

/**
 * Shared by server and dashboard. Unverified unless a source is named: seen in the networks' own apps and in other products; none of them
 * promises it, and a reader's screen may be narrower.
 */
export const looks: Readonly<Record<ChannelType, Look>> = {
  // Carousel items are cropped to the first one's ratio:
  // https://developers.facebook.com/documentation/instagram-platform/content-publishing (2026-06).
  Instagram: look({ fold: { characters: 125, lines: 3 }, gallery: "carousel", alone: [0.8, 1.91], several: "first" }),
  Facebook: look({ fold: { characters: 477, lines: 5 }, gallery: "grid", alone: [0.8, 1.91], several: 1, cellsMax: 5 }),
  Threads: look({ gallery: "carousel", several: "own" }),
  LinkedIn: look({ fold: { characters: 210, lines: 3 }, gallery: "grid", alone: [0.8, 1.91], several: 4 / 3, cellsMax: 5 }),
  "Google Business": look({ fold: { characters: 100, lines: 3 }, gallery: "carousel", alone: [4 / 3, 4 / 3] }),
  YouTube: look({ fold: { characters: 100, lines: 3 }, gallery: "carousel", screen: { ratio: WIDE } }),
  TikTok: look({ fold: { characters: 90, lines: 2 }, gallery: "carousel", screen: { ratio: TALL } }),
  Pinterest: look({ fold: { characters: 100, lines: 2 }, gallery: "carousel", alone: [0.476, 1.91], several: "first" }),
  // Posts of premium accounts may be longer.
  X: look({ fold: { characters: 280, lines: null }, gallery: "grid", alone: [0.75, 5], several: WIDE }),
  Mastodon: look({ fold: { characters: null, lines: 32 }, gallery: "grid", several: WIDE }),
  // https://github.com/bluesky-social/social-app, `MAX_POST_LINES` in src/lib/constants.ts.
  Bluesky: look({ fold: { characters: null, lines: 25 }, gallery: "grid", alone: [0.5, 5], several: 3 / 2 }),
  Telegram: look({ gallery: "grid", several: 1, cellsMax: 10 }),
  // The receiver decides.
  "Social Media": look({ gallery: "carousel" }),
};

function look(own: Pick<Look, "gallery"> & Partial<Look>): Look {
  return { fold: null, alone: null, several: "own", cellsMax: 4, screen: null, ...own };
}

/** Up to which UTF-16 unit readers see the text before they ask for the rest; null if they see all of it. */
export function foldAt(text: string, fold: Fold | null): number | null {
  if (fold === null) return null;
  const cut = Math.min(endOfLines(text, fold.lines), endOfCharacters(text, fold.characters));
  const seen = text.slice(0, cut).trimEnd().length;
  return text.slice(seen).trim() === "" ? null : seen;
}

function endOfLines(text: string, lines: number | null): number {
  if (lines === null) return text.length;
  let end = -1;
  for (let line = 0; line < lines; line++) {
    end = text.indexOf("\n", end + 1);
    if (end < 0) return text.length;
  }
  return end;
}

function endOfCharacters(text: string, characters: number | null): number {
  return characters === null ? text.length : [...text].slice(0, characters).join("").length;
}

interface Sized {
  readonly id: string;
  readonly width: number | null;
  readonly height: number | null;
}

export interface Shape {
  readonly id: string;
  /** Width by height of what is seen; null if the file does not tell. */
  readonly ratio: number | null;
  /** Whether edges are cut, so that it fills its place; otherwise it is seen whole. */
  readonly isCut: boolean;
}

/** In which shape readers see each picture of one part of a post. */
export function shapesOf(media: readonly Sized[], { frame, look: { screen, alone, several } }: { frame: Frame; look: Look }): Shape[] {
  const whole = frame === "story" || frame === "reel" || frame === "short" ? TALL : (screen?.ratio ?? null);
  if (whole !== null) return media.map(({ id }) => ({ id, ratio: whole, isCut: false }));
  const own = (medium: Sized) => within(ratioOf(medium), alone);
  const [first] = media;
  if (media.length < 2 || several === "own" || first === undefined) return media.map((medium) => shape(medium, own(medium)));
  if (several === "first") return media.map((medium) => shape(medium, own(first)));
  return media.map((medium, index) => shape(medium, cellRatio(several, { index, count: media.length })));
}

/** Two stand side by side, of three the first takes a half, four make a square of squares. */
function cellRatio(whole: number, { index, count }: { readonly index: number; readonly count: number }): number {
  return count === 2 || (count === 3 && index === 0) ? whole / 2 : whole;
}

function shape(medium: Sized, ratio: number | null): Shape {
  const real = ratioOf(medium);
  return { id: medium.id, ratio, isCut: real !== null && ratio !== null && Math.abs(real - ratio) > 0.01 };
}

function ratioOf({ width, height }: Sized): number | null {
  return width === null || height === null || height === 0 ? null : width / height;
}

function within(ratio: number | null, range: readonly [number, number] | null): number | null {
  return ratio === null || range === null ? ratio : Math.min(range[1], Math.max(range[0], ratio));
}
