import { decode } from "bmp-ts";
import sharp, { type Sharp } from "sharp";
import type { ImageDemand, PreparedImage } from "../connectors/connector.ts";
import { createGate } from "./gate.ts";

/** What is asked of an image beyond what connectors ask. */
export interface ImageOrder extends ImageDemand {
  /** Most pixels of the shorter and of the longer side. */
  readonly sidesMax?: readonly [shorter: number, longer: number];
  /** Exactly this size: the picture is fitted into it, on white. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** More pixels than any camera has; a bomb has more. */
const PIXELS_MAX = 100_000_000;
/** Bitmaps are unpacked whole, with four bytes for each pixel. */
const BITMAP_PIXELS_MAX = 40_000_000;
const SECONDS_MAX = 60;
const QUALITIES = [90, 80, 70];
const SHRINK = 0.75;
const EDGE_MIN = 64;

/** One picture at a time: a large one takes hundreds of megabytes while it is turned. */
const gate = createGate(1);

// Pictures are seldom made twice, so that a cache would hold memory in vain.
sharp.cache(false);

/**
 * A picture made fit: decoded, turned as its orientation says, without EXIF and GPS, on white where it had nothing, in a type
 * that is wanted, re-encoded and scaled down until it has few enough bytes and pixels. Null when it cannot be read or not be
 * made small enough.
 */
export async function fitImage(bytes: Uint8Array, mime: string, wanted: ImageOrder): Promise<PreparedImage | null> {
  return gate(() => fit(bytes, mime, wanted).catch(() => null));
}

async function fit(bytes: Uint8Array, mime: string, wanted: ImageOrder): Promise<PreparedImage | null> {
  const source = openImage(bytes, mime);
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

function openImage(bytes: Uint8Array, mime: string): Sharp {
  const options = { limitInputPixels: PIXELS_MAX, failOn: "error" } as const;
  if (mime !== "image/bmp") return sharp(bytes, options).autoOrient();
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The decoder takes a header at its word and makes room for what it claims.
  if (bitmapPixels(file) > BITMAP_PIXELS_MAX) throw new Error("The bitmap has too many pixels");
  const { width, height, data } = decode(file, { toRGBA: true });
  return sharp(data, { ...options, raw: { width, height, channels: 4 } });
}

function bitmapPixels(file: Buffer): number {
  return Math.abs(file.readInt32LE(18)) * Math.abs(file.readInt32LE(22));
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
    const { data, info } = await make(sized.clone()).timeout({ seconds: SECONDS_MAX }).toBuffer({ resolveWithObject: true });
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
