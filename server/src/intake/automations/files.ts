import { rm } from "node:fs/promises";
import type { ImportAsType } from "@rostrum/contract/automations.ts";
import type { App } from "../../app.ts";
import { fetchFile } from "../../brands/media/fetch.ts";
import type { InspectedFile } from "../../brands/media/keep.ts";
import type { FeedItem, FeedPicture } from "../feeds/item.ts";
import { IMAGES_MAX, PICTURE_SIDE_PIXELS_MIN } from "../feeds/limits.ts";
import { findPageImage } from "../feeds/page-image.ts";

export interface ItemFiles extends AsyncDisposable {
  /** Empty if the post has only its link. */
  readonly files: readonly ItemFile[];
  /** What could not be used and is missing: nothing, if the post has all that it can have from others. */
  readonly unusable: readonly UnusableFile[];
}

export interface UnusableFile {
  readonly url: string;
  readonly why: Unusable;
}

/** `small`: an icon. `unreadable`: it could not be loaded, or is not of the type it was to be. */
type Unusable = "small" | "unreadable";

export interface ItemFile extends InspectedFile {
  /** Null if the feed has none for it. */
  readonly alt: string | null;
}

/** The number and type of files each import type needs. */
const WANTED: Readonly<Record<ImportAsType, { readonly count: number; readonly type: "image/" | "video/" }>> = {
  LINK: { count: 0, type: "image/" },
  IMAGE: { count: 1, type: "image/" },
  CAROUSEL: { count: IMAGES_MAX, type: "image/" },
  VIDEO: { count: 1, type: "video/" },
};

/**
 * Downloads the files for an item's post: the usable ones in the item, or else, for pictures, the one on the item's page, or
 * finally the feed's own. Files that storage does not adopt are removed at the end.
 */
export async function fetchItemFiles(app: App, kind: ImportAsType, item: FeedItem, signal: AbortSignal): Promise<ItemFiles> {
  const files: ItemFile[] = [];
  const unusable: UnusableFile[] = [];
  const remove = async () => {
    for (const file of files) await rm(file.path, { force: true });
  };
  try {
    const { count, type } = WANTED[kind];
    const take = async ({ url, alt }: FeedPicture) => {
      if (files.length >= count || signal.aborted) return;
      const file = await fetchUsable(app, url, type, signal);
      if (typeof file === "string") unusable.push({ url, why: file });
      else if (files.every((other) => other.facts.sha256 !== file.facts.sha256)) files.push({ ...file, alt: alt === "" ? null : alt });
      else await rm(file.path, { force: true });
    };
    for (const file of filesOf(item, type)) await take(file);
    const lacksAll = () => files.length < Math.min(count, 1);
    if (type === "image/" && lacksAll()) {
      for await (const url of lastResorts(app, item, signal)) {
        if (item.images.every((picture) => picture.url !== url)) await take({ url, alt: "" });
        if (!lacksAll()) break;
      }
    }
    if (lacksAll()) app.log.info({ event: "feed item imported as a link", kind, link: item.link });
    return { files, unusable: files.length < count ? unusable : [], [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Fallback pictures for an item: its page's, which costs a request, then the feed's. */
async function* lastResorts(app: App, item: FeedItem, signal: AbortSignal): AsyncGenerator<string, void, void> {
  const shown = item.link === null ? null : await findPageImage(app.net, item.link, { signal });
  if (shown !== null) yield shown;
  if (item.feedImage !== null) yield item.feedImage;
}

/** An item's files of a type, best first. */
function filesOf(item: FeedItem, type: "image/" | "video/"): readonly FeedPicture[] {
  if (type === "image/") return item.images;
  return item.video === null ? [] : [{ url: item.video, alt: "" }];
}

/** URLs of the files an item would be imported with, if all of them are usable. */
export function wantedFiles(kind: ImportAsType, item: FeedItem): readonly string[] {
  const { count, type } = WANTED[kind];
  return filesOf(item, type)
    .slice(0, count)
    .map(({ url }) => url);
}

async function fetchUsable(app: App, url: string, type: "image/" | "video/", signal: AbortSignal): Promise<InspectedFile | Unusable> {
  const file = await fetchFile(app, url, { signal, converts: type === "image/" });
  if (file === "unusable" || "cause" in file) return "unreadable";
  const isOfType = file.facts.mime.startsWith(type);
  if (isOfType && !isIcon(file.facts)) return file;
  await rm(file.path, { force: true });
  return isOfType ? "small" : "unreadable";
}

function isIcon({ mime, width, height }: InspectedFile["facts"]): boolean {
  return mime.startsWith("image/") && width !== null && height !== null && Math.min(width, height) < PICTURE_SIDE_PIXELS_MIN;
}
