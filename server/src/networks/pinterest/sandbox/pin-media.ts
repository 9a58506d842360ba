import type { Asked } from "./caller.ts";
import { ownMedia, statusOf } from "./media.ts";
import type { Fields, Picture } from "./model.ts";
import { keepPicture, type ReadPicture, readPicture, type Texts } from "./pictures.ts";
import { coverOf, type MediaSource, type PictureSource, type VideoSource } from "./pin-input.ts";
import { badRequest, constraint } from "./refusal.ts";

export type PinMedia = Pick<Fields<"pin">, "media_type" | "pictures" | "video">;

/** Fetches and checks what a pin shows. */
export async function mediaFrom(asked: Asked, source: MediaSource): Promise<PinMedia> {
  if (source.source_type === "video_id") return videoFrom(asked, source);
  if ("items" in source) return carouselFrom(asked, source);
  const picture = await keepPicture(asked.world, await readPicture(asked, source), {});
  return { media_type: "image", pictures: [picture], video: null };
}

interface Carousel {
  readonly items: readonly (PictureSource & Texts)[];
  /** Of the cover, which comes first on the pin. */
  readonly index?: number | undefined;
}

async function carouselFrom(asked: Asked, { items, index = 0 }: Carousel): Promise<PinMedia> {
  if (index >= items.length) throw constraint("media_source.index", `maximum=${items.length - 1}`);
  const read: { picture: ReadPicture; texts: Texts }[] = [];
  for (const item of items) read.push({ picture: await readPicture(asked, item), texts: item });
  const [first] = read;
  const isEven = read.every(({ picture: { width, height } }) => width === first?.picture.width && height === first.picture.height);
  if (!isEven && asked.settings.carousel_needs_equal_sizes)
    throw badRequest("Sorry, all images of a carousel must have the same dimensions.");
  const pictures: Picture[] = [];
  for (const { picture, texts } of read) pictures.push(await keepPicture(asked.world, picture, texts));
  const cover = pictures.splice(index, 1);
  return { media_type: "multiple_images", pictures: [...cover, ...pictures], video: null };
}

async function videoFrom(asked: Asked, source: VideoSource): Promise<PinMedia> {
  const { world } = asked;
  const media = await ownMedia(asked, source.media_id);
  if (media.video === null || statusOf(world, media) !== "succeeded") throw badRequest("Sorry, the video has not been processed.");
  const { mime, digest, facts } = media.video;
  const cover = coverOf(source);
  const pictures = "picture" in cover ? [await keepPicture(world, await readPicture(asked, cover.picture), {})] : [];
  const video = { file: media.id, mime, digest, facts, cover_second: "second" in cover ? cover.second : null };
  return { media_type: "video", pictures, video };
}
