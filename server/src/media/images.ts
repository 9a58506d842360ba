import { readFile, writeFile } from "node:fs/promises";
import { decode } from "@cwasm/nsbmp";
import sharp, { type Sharp } from "sharp";
import type { ImageDemand, PreparedImage } from "../connectors/connector.ts";

/** What is asked of an image beyond what connectors ask. */
export interface ImageOrder extends ImageDemand {
  /** Most pixels of the shorter and of the longer side. */
  readonly sidesMax?: readonly [shorter: number, longer: number];
  /** Exactly this size: the picture is fitted into it, on white. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** More pixels than any camera has; a bomb has more. */
const PIXELS_MAX = 100_000_000;
/** Bitmaps are unpacked whole, with four bytes for each pixel, more than once. */
const BITMAP_PIXELS_MAX = 40_000_000;
const QUALITIES = [90, 80, 70];
const SHRINK = 0.75;
const EDGE_MIN = 64;

// Pictures are seldom made twice, so that a cache would hold memory in vain.
sharp.cache(false);

export interface ImageFile {
  readonly from: string;
  readonly mime: string;
  readonly to: string;
  readonly wanted: ImageOrder;
}

export type FittedImage = Omit<PreparedImage, "bytes"> & { readonly sizeBytes: number };

/**
 * A picture made fit: decoded, turned as its orientation says, without EXIF and GPS, on white where it had nothing, in a type
 * that is wanted, re-encoded and scaled down until it has few enough bytes and pixels, and written to a file. Null when it
 * cannot be read or not be made small enough.
 */
export async function fitImage({ from, mime, to, wanted }: ImageFile): Promise<FittedImage | null> {
  const made = await fit(from, mime, wanted).catch(() => null);
  if (made === null) return null;
  const { bytes, ...facts } = made;
  await writeFile(to, bytes, { mode: 0o600 });
  return { ...facts, sizeBytes: bytes.length };
}

async function fit(from: string, mime: string, wanted: ImageOrder): Promise<PreparedImage | null> {
  const source = mime === "image/bmp" ? openBitmap(await readFile(from)) : sharp(from, OPTIONS).autoOrient();
  const { width, height } = await source
    .clone()
    .metadata()
    .then((facts) => facts.autoOrient);
  const target =
    wanted.types.includes(mime) && mime === "image/png"
      ? "image/png"
      : (wanted.types.find((type) => type === "image/jpeg") ?? wanted.types.find((type) => type in ENCODERS));
  if (target === undefined) return null;
  let scale = firstScale(wanted.size ?? { width, height }, wanted);
  const full = wanted.size ?? { width, height };
  while (Math.max(full.width, full.height) * scale >= EDGE_MIN || scale === 1) {
    const made = await encode(source, {
      target,
      width: Math.max(1, Math.round(full.width * scale)),
      height: wanted.size === undefined ? null : Math.max(1, Math.round(full.height * scale)),
      jpeg: wanted.types.includes("image/jpeg"),
      maxBytes: wanted.maxBytes,
    });
    if (made !== null) return made;
    // What has to have a size of its own cannot have another.
    if (wanted.size !== undefined) return null;
    scale *= SHRINK;
  }
  return null;
}

/** What pixels and sides alone ask for; 1 where they are few enough. */
function firstScale({ width, height }: { width: number; height: number }, { maxPixels, sidesMax }: ImageOrder): number {
  const byPixels = maxPixels === undefined ? 1 : Math.sqrt(maxPixels / (width * height));
  const bySides = sidesMax === undefined ? 1 : Math.min(sidesMax[0] / Math.min(width, height), sidesMax[1] / Math.max(width, height));
  return Math.min(1, byPixels, bySides);
}

const OPTIONS = { limitInputPixels: PIXELS_MAX, failOn: "error" } as const;

/**
 * libvips reads no bitmaps; libnsbmp does, which a browser is built on, as WebAssembly: it knows palettes, both run-length
 * encodings, masks and offsets, and cannot write beyond its own memory.
 */
function openBitmap(file: Buffer): Sharp {
  if (!isSaneBitmap(file)) throw new Error("The bitmap is too large, or claims what it does not have");
  const { width, height, data } = decode(file);
  return sharp(data, { ...OPTIONS, raw: { width, height, channels: 4 } });
}

const BITMAP_HEAD_BYTES = 54;
const COLOURS_MAX = 256;

/** By the header alone: decoders take it at its word and make room for what it claims. */
function isSaneBitmap(file: Buffer): boolean {
  if (file.length < BITMAP_HEAD_BYTES) return false;
  const [width, height] = [Math.abs(file.readInt32LE(18)), Math.abs(file.readInt32LE(22))];
  const [dataAt, bits, compression, colours] = [file.readUInt32LE(10), file.readUInt16LE(28), file.readUInt32LE(30), file.readUInt32LE(46)];
  if (width === 0 || height === 0 || width * height > BITMAP_PIXELS_MAX || dataAt > file.length) return false;
  if (bits <= 8 && colours > COLOURS_MAX) return false;
  // Run-length encoded (1, 2), rows may be short or missing; else each has its bytes.
  return compression === 1 || compression === 2 || Math.ceil((width * bits) / 32) * 4 * height <= file.length - dataAt;
}

interface Encoding {
  readonly target: string;
  readonly width: number;
  /** Null: as the width asks. */
  readonly height: number | null;
  readonly jpeg: boolean;
  readonly maxBytes: number;
}

/** A picture at one size: as it is wanted, or as JPEG of falling quality; null when nothing is small enough. */
async function encode(source: Sharp, how: Encoding): Promise<PreparedImage | null> {
  const { width, height } = how;
  const sized =
    height === null
      ? source.clone().resize({ width, withoutEnlargement: true })
      : source.clone().resize({ width, height, fit: "contain", background: "#ffffff" });
  for (const [mime, make] of attempts(how.target, how.jpeg)) {
    const { data, info } = await make(sized.clone()).toBuffer({ resolveWithObject: true });
    if (data.length <= how.maxBytes) return { bytes: data, mime, width: info.width, height: info.height };
  }
  return null;
}

type Encoder = (image: Sharp) => Sharp;

const ENCODERS: Readonly<Record<string, Encoder>> = {
  "image/png": (image) => image.png({ compressionLevel: 9 }),
  "image/webp": (image) => image.webp({ quality: 85 }),
};

function attempts(target: string, jpeg: boolean): readonly (readonly [string, Encoder])[] {
  const direct = ENCODERS[target];
  const jpegs = QUALITIES.map(
    (quality) => ["image/jpeg", (image: Sharp) => image.flatten({ background: "#ffffff" }).jpeg({ quality, mozjpeg: true })] as const,
  );
  return [...(direct ? [[target, direct] as const] : []), ...(jpeg || target === "image/jpeg" ? jpegs : [])];
}
