import { readFile, writeFile } from "node:fs/promises";
import { decode } from "@cwasm/nsbmp";
import { pixelsMaxOf } from "@rostrum/contract/medium-facts.ts";
import sharp, { type Sharp } from "sharp";
import type { ImageDemand, PreparedImage } from "../../networks/connectors/connector.ts";

/** An image demand with requirements beyond those of connectors. */
export interface ImageOrder extends ImageDemand {
  /** Maximum pixels of the shorter and the longer side. */
  readonly sidesMax?: readonly [shorter: number, longer: number];
  /** Exactly this size: the image is padded with white to fit. */
  readonly size?: { readonly width: number; readonly height: number };
}

/** A picture with more is made with `REDUCED_PIXELS`: no network shows that many, and encoding them would take too long. */
const WHOLE_PIXELS_MAX = 100_000_000;
const REDUCED_PIXELS = 25_000_000;
const QUALITIES = [90, 80, 70];
const SHRINK = 0.75;
const EDGE_MIN = 64;

// Images are rarely processed twice, so a cache would only waste memory.
sharp.cache(false);

export interface ImageFile {
  readonly from: string;
  readonly mime: string;
  readonly to: string;
  readonly wanted: ImageOrder;
}

export type FittedImage = Omit<PreparedImage, "bytes"> & { readonly sizeBytes: number };

/**
 * Fits an image to the demand and writes it to a file: decoded, rotated by its orientation, without EXIF and GPS, on white where
 * transparent, in a wanted type, re-encoded and scaled down to the limits of bytes and pixels. Null if it is unreadable or cannot
 * be made small enough.
 */
export async function fitImage({ from, mime, to, wanted }: ImageFile): Promise<FittedImage | null> {
  const made = await fit(from, mime, wanted).catch(() => null);
  if (made === null) return null;
  const { bytes, ...facts } = made;
  await writeFile(to, bytes, { mode: 0o600 });
  return { ...facts, sizeBytes: bytes.length };
}

async function fit(from: string, mime: string, wanted: ImageOrder): Promise<PreparedImage | null> {
  const { image: source, width, height } = await openImage(from, mime);
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
      // Rounded down, both: a little more than the limit is refused.
      width: Math.max(1, Math.floor(full.width * scale)),
      height: Math.max(1, Math.floor(full.height * scale)),
      isPadded: wanted.size !== undefined,
      jpeg: wanted.types.includes("image/jpeg"),
      png: wanted.types.includes("image/png"),
      minBytes: wanted.minBytes ?? 0,
      maxBytes: wanted.maxBytes,
    });
    if (made !== null) return made;
    // A required exact size cannot be scaled.
    if (wanted.size !== undefined) return null;
    scale *= SHRINK;
  }
  return null;
}

/** A picture upright, with its size then. Rejects for what cannot be read. */
export async function openImage(
  from: string,
  mime: string,
): Promise<{ readonly image: Sharp; readonly width: number; readonly height: number }> {
  const image = mime === "image/bmp" ? openBitmap(await readFile(from)) : sharp(from, optionsFor(mime)).autoOrient();
  const { autoOrient } = await image.clone().metadata();
  return { image, width: autoOrient.width, height: autoOrient.height };
}

/** The scale needed for pixels and sides; 1 if they are within limits. */
function firstScale({ width, height }: { width: number; height: number }, { maxPixels, sidesMax }: ImageOrder): number {
  const byPixels = maxPixels === undefined ? 1 : Math.sqrt(maxPixels / (width * height));
  const bySides = sidesMax === undefined ? 1 : Math.min(sidesMax[0] / Math.min(width, height), sidesMax[1] / Math.max(width, height));
  const byRoom = width * height > WHOLE_PIXELS_MAX ? Math.sqrt(REDUCED_PIXELS / (width * height)) : 1;
  return Math.min(1, byPixels, bySides, byRoom);
}

function optionsFor(mime: string) {
  return { limitInputPixels: pixelsMaxOf(mime), failOn: "error" } as const;
}

/**
 * libvips cannot read BMP. libnsbmp, NetSurf's decoder, compiled to WebAssembly, supports palettes, both run-length encodings,
 * masks and offsets, and cannot write outside its own memory.
 */
function openBitmap(file: Buffer): Sharp {
  if (!isSaneBitmap(file)) throw new Error("The bitmap is too large or its header is inconsistent");
  const { width, height, data } = decode(file);
  return sharp(data, { ...optionsFor("image/bmp"), raw: { width, height, channels: 4 } });
}

const BITMAP_HEAD_BYTES = 54;
const COLOURS_MAX = 256;

/** Checks only the header: decoders trust it and allocate what it claims. */
function isSaneBitmap(file: Buffer): boolean {
  if (file.length < BITMAP_HEAD_BYTES) return false;
  const [width, height] = [Math.abs(file.readInt32LE(18)), Math.abs(file.readInt32LE(22))];
  const [dataAt, bits, compression, colours] = [file.readUInt32LE(10), file.readUInt16LE(28), file.readUInt32LE(30), file.readUInt32LE(46)];
  if (width === 0 || height === 0 || width * height > pixelsMaxOf("image/bmp") || dataAt > file.length) return false;
  if (bits <= 8 && colours > COLOURS_MAX) return false;
  // With run-length encoding (1, 2) rows may be short or missing; otherwise each row has all of its bytes.
  return compression === 1 || compression === 2 || Math.ceil((width * bits) / 32) * 4 * height <= file.length - dataAt;
}

interface Encoding {
  readonly target: string;
  readonly width: number;
  readonly height: number;
  /** Whether it gets exactly this size, else the largest of its shape within it. */
  readonly isPadded: boolean;
  readonly jpeg: boolean;
  readonly png: boolean;
  readonly minBytes: number;
  readonly maxBytes: number;
}

/** Encodes an image at one size: in the wanted type, or as JPEG with decreasing quality; null if nothing is small enough. */
async function encode(source: Sharp, how: Encoding): Promise<PreparedImage | null> {
  const { width, height, isPadded } = how;
  const sized = isPadded
    ? source.clone().resize({ width, height, fit: "contain", background: "#ffffff" })
    : source.clone().resize({ width, height, fit: "inside", withoutEnlargement: true });
  for (const [mime, make] of attempts(how.target, how.jpeg)) {
    const { data, info } = await make(sized.clone()).toBuffer({ resolveWithObject: true });
    const made = { bytes: data, mime, width: info.width, height: info.height };
    if (data.length <= how.maxBytes) return data.length < how.minBytes ? await larger(sized, made, how) : made;
  }
  return null;
}

/** A plain picture that has become smaller than wanted, encoded less tightly; as it was if that does not help either. */
async function larger(sized: Sharp, small: PreparedImage, { png, jpeg, minBytes, maxBytes }: Encoding): Promise<PreparedImage> {
  for (const [mime, make] of [...(jpeg ? LOOSE_JPEG : []), ...(png ? LOOSE_PNG : [])]) {
    const { data, info } = await make(sized.clone()).toBuffer({ resolveWithObject: true });
    if (data.length >= minBytes && data.length <= maxBytes) return { bytes: data, mime, width: info.width, height: info.height };
  }
  return small;
}

type Encoder = (image: Sharp) => Sharp;

const ENCODERS: Readonly<Record<string, Encoder>> = {
  "image/png": (image) => image.png({ compressionLevel: 9 }),
  "image/webp": (image) => image.webp({ quality: 85 }),
};

const LOOSE_JPEG: readonly (readonly [string, Encoder])[] = [
  ["image/jpeg", (image) => image.flatten({ background: "#ffffff" }).jpeg({ quality: 100, chromaSubsampling: "4:4:4" })],
];
const LOOSE_PNG: readonly (readonly [string, Encoder])[] = [["image/png", (image) => image.png({ compressionLevel: 0 })]];

function attempts(target: string, jpeg: boolean): readonly (readonly [string, Encoder])[] {
  const direct = ENCODERS[target];
  const jpegs = QUALITIES.map(
    (quality) => ["image/jpeg", (image: Sharp) => image.flatten({ background: "#ffffff" }).jpeg({ quality, mozjpeg: true })] as const,
  );
  return [...(direct ? [[target, direct] as const] : []), ...(jpeg || target === "image/jpeg" ? jpegs : [])];
}
