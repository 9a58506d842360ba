import { fetchMedia } from "../../sandbox/kit/fetch-media.ts";
import { keepFile } from "../../sandbox/kit/stored.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { mimeOf, pictureOf } from "../../sandbox/uploaded.ts";
import type { Asked } from "./caller.ts";
import { givenText } from "./caller.ts";
import type { Picture } from "./model.ts";
import type { PictureSource } from "./pin-input.ts";
import { badRequest } from "./refusal.ts";

/** Unverified: what products tell their customers about Pinterest (2026-11). */
const FETCHED_BYTES_MAX = 20_000_000;
const SENT_BYTES_MAX = 10_000_000;
const BITMAP = "image/bmp";
const FETCHED_TYPES = ["image/jpeg", "image/png", BITMAP, "image/tiff", "image/gif", "image/webp"];

export interface ReadPicture {
  readonly bytes: Uint8Array;
  readonly mime: string;
  readonly width: number;
  readonly height: number;
}

export interface Texts {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly link?: string | undefined;
}

export async function keepPicture(world: SandboxWorld, picture: ReadPicture, texts: Texts): Promise<Picture> {
  const { bytes, ...facts } = picture;
  const { file, digest } = await keepFile(world, bytes);
  return { file, digest, ...facts, title: givenText(texts.title), description: givenText(texts.description), link: givenText(texts.link) };
}

/** Fetches a picture, or takes it from the request, and measures it. Throws if Pinterest would not take it. */
export async function readPicture(asked: Asked, source: PictureSource): Promise<ReadPicture> {
  const { bytes, mime } = "url" in source ? await fetched(asked, source.url) : await sent(source);
  const size = mime === BITMAP ? bitmapSize(bytes) : await pictureOf(bytes);
  if (size === null) throw badRequest("Sorry we could not read the image.");
  const { image_width_min } = asked.settings;
  if (size.width < image_width_min) throw badRequest(`Sorry, the image is too small. It must be at least ${image_width_min} pixels wide.`);
  return { bytes, mime, width: size.width, height: size.height };
}

/** By its header: the decoder reads no bitmaps. Rows from the top down have a negative height. */
function bitmapSize(bytes: Uint8Array): { width: number; height: number } | null {
  if (bytes.byteLength < BITMAP_HEAD_BYTES) return null;
  const head = new DataView(bytes.buffer, bytes.byteOffset);
  return { width: head.getInt32(18, true), height: Math.abs(head.getInt32(22, true)) };
}

const BITMAP_HEAD_BYTES = 54;

async function fetched({ world, settings }: Asked, url: string): Promise<{ bytes: Uint8Array; mime: string }> {
  const found = settings.fetches_images ? await fetchMedia(world, { url, bytesMax: FETCHED_BYTES_MAX }) : null;
  if (found?.kind !== "fetched") throw badRequest("Sorry we could not fetch the image.");
  if (!FETCHED_TYPES.includes(found.mime)) throw badRequest("Sorry, this type of image is not supported.");
  return found;
}

async function sent({ content_type, data }: Extract<PictureSource, { data: string }>): Promise<{ bytes: Uint8Array; mime: string }> {
  const bytes = Buffer.from(data, "base64");
  if (bytes.byteLength > SENT_BYTES_MAX) throw badRequest(`Sorry, the image is larger than ${SENT_BYTES_MAX} bytes.`);
  const mime = await mimeOf(bytes);
  if (mime !== content_type) throw badRequest(`Sorry, the image is not of the type ${content_type}.`);
  return { bytes, mime };
}
