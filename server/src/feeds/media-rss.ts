import type { MediaNs } from "feedsmith";
import type { RawFile, Text } from "./item.ts";

type Media = MediaNs.ItemOrFeed | undefined;

/** The files of Media RSS: all contents, the largest first; of a group, which is one picture in several sizes, the largest alone. */
export function mediaFiles(media: Media): RawFile[] {
  const single = bySize(media?.contents ?? []);
  const grouped = (media?.groups ?? []).flatMap((group) =>
    [largestOf(group.contents ?? [], "image"), largestOf(group.contents ?? [], "video")].flat(),
  );
  return [...single, ...grouped].map(({ url, type, medium }) => ({ url, type, medium }));
}

export function mediaThumbnails(media: Media): Text[] {
  const all = everyPart(media).flatMap((part) => part.thumbnails ?? []);
  return bySize(all).map((thumbnail) => thumbnail.url);
}

export function mediaTitles(media: Media): Text[] {
  return everyPart(media).map((part) => part.title?.value);
}

export function mediaDescriptions(media: Media): Text[] {
  return everyPart(media).map((part) => part.description?.value);
}

export function mediaKeywords(media: Media): Text[] {
  return everyPart(media).flatMap((part) => part.keywords ?? []);
}

function everyPart(media: Media): readonly MediaNs.CommonElements[] {
  if (media === undefined) return [];
  const groups = media.groups ?? [];
  return [media, ...groups, ...(media.contents ?? []), ...groups.flatMap((group) => group.contents ?? [])];
}

function largestOf(contents: readonly MediaNs.Content[], kind: "image" | "video"): MediaNs.Content[] {
  const ofKind = contents.filter((content) => content.medium === kind || content.type?.startsWith(`${kind}/`));
  return bySize(ofKind).slice(0, 1);
}

function bySize<T extends { width?: number; height?: number }>(items: readonly T[]): T[] {
  const area = (item: T) => (item.width ?? 0) * (item.height ?? 0);
  return [...items].sort((a, b) => area(b) - area(a));
}
