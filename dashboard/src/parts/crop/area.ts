import type { ChannelType } from "@rostrum/contract/channels.ts";
import { platforms } from "@rostrum/contract/platforms.ts";

/** The area of a picture that is kept, and the sides of pictures; in pixels. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Area extends Size {
  readonly x: number;
  readonly y: number;
}

export type Turn = 0 | 90 | 180 | 270;

export const RATIOS = ["1:1", "4:5", "9:16", "16:9", "1.91:1"] as const;
export type Ratio = (typeof RATIOS)[number] | "free";

/** Width divided by height; null: any. */
export function numberOf(ratio: Ratio): number | null {
  if (ratio === "free") return null;
  const [width = 1, height = 1] = ratio.split(":").map(Number);
  return width / height;
}

interface OfferedRatio {
  readonly ratio: (typeof RATIOS)[number];
  /** The networks that do not take it. */
  readonly refusedBy: readonly ChannelType[];
}

/** Rounding to whole pixels distorts ratios slightly. */
const MARGIN = 0.01;

/** The ratios in the order in which they suit these networks. */
export function ratiosFor(types: readonly ChannelType[], isStory: boolean): OfferedRatio[] {
  const offered = RATIOS.map((ratio) => ({ ratio, refusedBy: [...new Set(types)].filter((type) => !takes(type, ratio, isStory)) }));
  return offered.sort((one, other) => one.refusedBy.length - other.refusedBy.length);
}

/** The shape nearest to the picture's own that all of them take; free if there is none. */
export function nearestFor(types: readonly ChannelType[], isStory: boolean, { width, height }: Size): Ratio {
  const taken = ratiosFor(types, isStory).filter(({ refusedBy }) => refusedBy.length === 0);
  const distance = (ratio: Ratio) => Math.abs(Math.log((numberOf(ratio) ?? 1) / (width / height)));
  return taken.map(({ ratio }) => ratio).sort((one, other) => distance(one) - distance(other))[0] ?? "free";
}

function takes(type: ChannelType, ratio: (typeof RATIOS)[number], isStory: boolean): boolean {
  const { media } = platforms[type];
  const { ratios } = isStory && media.story !== null ? media.story.image : media.image;
  const value = numberOf(ratio) ?? 1;
  return ratios === null || (value >= ratios[0] * (1 - MARGIN) && value <= ratios[1] * (1 + MARGIN));
}

export function turned(size: Size, turn: Turn): Size {
  return turn % 180 === 0 ? size : { width: size.height, height: size.width };
}

/** The largest area of the ratio, in the middle. */
export function largest(size: Size, ratio: number | null): Area {
  if (ratio === null) return { x: 0, y: 0, ...size };
  const width = Math.max(1, Math.min(size.width, Math.round(size.height * ratio)));
  const height = Math.max(1, Math.min(size.height, Math.round(width / ratio)));
  return { x: Math.floor((size.width - width) / 2), y: Math.floor((size.height - height) / 2), width, height };
}

/** The area in whole pixels within the picture; with a ratio, its height follows from its width. */
export function fitted(area: Area, size: Size, ratio: number | null): Area {
  const most = ratio === null ? size.width : Math.min(size.width, Math.round(size.height * ratio));
  const width = clamp(area.width, 1, Math.max(1, most));
  const height = clamp(ratio === null ? area.height : width / ratio, 1, size.height);
  return { x: clamp(area.x, 0, size.width - width), y: clamp(area.y, 0, size.height - height), width, height };
}

/** Where an area of the turned picture is in the picture itself. `size`: of the picture itself. */
export function unturned({ x, y, width, height }: Area, size: Size, turn: Turn): Area {
  switch (turn) {
    case 0:
      return { x, y, width, height };
    case 90:
      return { x: y, y: size.height - x - width, width: height, height: width };
    case 180:
      return { x: size.width - x - width, y: size.height - y - height, width, height };
    case 270:
      return { x: size.width - y - height, y: x, width: height, height: width };
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(Math.max(Number.isFinite(value) ? value : least, least), most));
}
