import type { App } from "../../app.ts";
import { deriveMedium, variantOf } from "./derive.ts";
import { findFfmpeg, firstFrame } from "./ffmpeg.ts";
import { fitLocal, fitStored } from "./fit.ts";
import type { ImageOrder } from "./images.ts";
import { lastingMediaPath } from "./link.ts";
import { localCopy, newLocalFile } from "./local-copy.ts";
import type { StoredMedia } from "./stored.ts";
import { hasEnded } from "./trials.ts";

/** Pixels of the longer side: enough for any list, on fine screens too. */
const SIDE_MAX = 480;
const WANTED: ImageOrder = { types: ["image/webp"], maxBytes: Number.POSITIVE_INFINITY, sidesMax: [SIDE_MAX, SIDE_MAX] };
const RECIPE = { thumbnail: SIDE_MAX };
/** How long the path of a small picture stays the same. */
export const THUMBNAIL_PATH_SECONDS = 24 * 3600;

/** The variant of small pictures, which are made when they are first looked at. */
export const THUMBNAIL = variantOf(RECIPE);

/** Gives the path of a medium's small picture; null for what has none here. */
export async function thumbnails(app: Pick<App, "config" | "clock" | "secrets">): Promise<PathOf> {
  const showsFilms = (await findFfmpeg(app.config.path)) !== null;
  return ({ brandId, id, name, mime }) => {
    const isShown = mime.startsWith("image/") || (showsFilms && mime.startsWith("video/"));
    return isShown ? lastingMediaPath(app, { brandId, id, name: smallName(name), variant: THUMBNAIL }, THUMBNAIL_PATH_SECONDS) : null;
  };
}

export type PathOf = (medium: {
  readonly brandId: number;
  readonly id: string;
  readonly name: string;
  readonly mime: string;
}) => string | null;

/** A medium's small picture, of a film its first frame; the end of an error sentence if there cannot be one. */
export async function smallPicture(app: App, { brandId, media }: { readonly brandId: number; readonly media: StoredMedia }) {
  const make = media.mime.startsWith("video/") ? ofFilm : ofPicture;
  return deriveMedium(app, { brandId, media, kind: "thumbnail", recipe: RECIPE, make: (path) => make(app, media, path) });
}

async function ofPicture(app: App, media: StoredMedia, to: string) {
  return made(await fitStored(app, { media, wanted: WANTED, to }));
}

async function ofFilm(app: App, media: StoredMedia, to: string) {
  const program = await findFfmpeg(app.config.path);
  if (program === null) return "there is no ffmpeg";
  await using film = await localCopy(app.storage, media.storageKey);
  await using frame = newLocalFile(app.storage);
  const failure = await firstFrame({ program, from: film.path, to: frame.path, mime: media.mime });
  if (failure !== null) return failure;
  return made(await fitLocal({ from: frame.path, mime: "image/png", wanted: WANTED, to }));
}

function made(image: Awaited<ReturnType<typeof fitStored>>) {
  if (image === null) return "it cannot be read";
  return hasEnded(image) ? image : { ...image, durationSeconds: null };
}

function smallName(name: string): string {
  return `${name.replace(/\.\w{1,5}$/, "")}.webp`;
}
