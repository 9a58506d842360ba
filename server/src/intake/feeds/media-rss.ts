import { attributeOf, childrenOf, type Element, textOf } from "./element.ts";
import type { RawFile, Text, Words } from "./item.ts";
import { wordsOf } from "./words.ts";

/** The parts of Media RSS in an item: the item itself, what else may hold them, their groups, and the contents of all these. */
export interface Media {
  readonly contents: readonly Element[];
  readonly groups: readonly Element[];
  readonly parts: readonly Element[];
}

/** `others`: further elements in which a format has Media RSS. */
export function mediaOf(item: Element, others: readonly Element[] = []): Media {
  const holders = [item, ...others];
  const groups = holders.flatMap((holder) => childrenOf(holder, "media:group"));
  const contents = holders.flatMap((holder) => childrenOf(holder, "media:content"));
  return {
    contents,
    groups,
    parts: [...holders, ...groups, ...contents, ...groups.flatMap((group) => childrenOf(group, "media:content"))],
  };
}

/** The files of Media RSS, largest first; of a group, which is one picture in several sizes, only the largest. */
export function mediaFiles({ contents, groups }: Media): RawFile[] {
  const single = bySize(contents.map(fileOf));
  const grouped = groups.flatMap((group) => {
    const files = childrenOf(group, "media:content").map(fileOf);
    return [...largestOf(files, "image"), ...largestOf(files, "video")];
  });
  return [...single, ...grouped];
}

export function mediaThumbnails({ parts }: Media): Text[] {
  const all = parts.flatMap((part) => childrenOf(part, "media:thumbnail").map(fileOf));
  return bySize(all).map((thumbnail) => thumbnail.url);
}

/** The texts of the media elements with this name, such as `media:title`. */
export function mediaWords({ parts }: Media, name: string): Words[] {
  return parts.flatMap((part) => childrenOf(part, name).map(wordsOf));
}

export function mediaKeywords({ parts }: Media): Text[] {
  return parts.flatMap((part) => childrenOf(part, "media:keywords").flatMap((keywords) => textOf(keywords).split(",")));
}

export function mediaCategories({ parts }: Media): Text[] {
  return parts.flatMap((part) => childrenOf(part, "media:category").map((category) => attributeOf(category, "label") ?? textOf(category)));
}

interface SizedFile extends RawFile {
  readonly pixels: number;
}

function fileOf(element: Element): SizedFile {
  const side = (name: string) => Number.parseInt(attributeOf(element, name) ?? "", 10) || 0;
  // Some feeds put the URL in the element instead of the attribute.
  const url = attributeOf(element, "url") ?? (element.isMixed ? null : textOf(element));
  return { url, type: attributeOf(element, "type"), medium: attributeOf(element, "medium"), pixels: side("width") * side("height") };
}

function largestOf(files: readonly SizedFile[], kind: "image" | "video"): SizedFile[] {
  return bySize(files.filter((file) => file.medium === kind || file.type?.startsWith(`${kind}/`))).slice(0, 1);
}

function bySize(files: readonly SizedFile[]): SizedFile[] {
  return [...files].sort((a, b) => b.pixels - a.pixels);
}
