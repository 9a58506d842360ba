import { decode } from "bmp-ts";
import sharp, { type Sharp } from "sharp";
import type { ImageDemand, PreparedImage } from "../connectors/connector.ts";

/** More pixels than any camera has; a bomb has more. */
const PIXELS_MAX = 100_000_000;
const QUALITIES = [90, 80, 70];
const SHRINK = 0.75;
const EDGE_MIN = 64;

/**
 * A picture made fit: decoded, turned as its orientation says, without EXIF and GPS, in a type that is wanted, re-encoded
 * and scaled down until it has few enough bytes and pixels. Null when it cannot be read or not be made small enough.
 */
export async function fitImage(bytes: Uint8Array, mime: string, wanted: ImageDemand): Promise<PreparedImage | null> {
  try {
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
    let scale = wanted.maxPixels === undefined ? 1 : Math.min(1, Math.sqrt(wanted.maxPixels / (width * height)));
    while (Math.max(width, height) * scale >= EDGE_MIN || scale === 1) {
      const made = await encode(source, {
        target,
        width: Math.round(width * scale),
        jpeg: wanted.types.includes("image/jpeg"),
        maxBytes: wanted.maxBytes,
      });
      if (made !== null) return made;
      scale *= SHRINK;
    }
    return null;
  } catch {
    return null;
  }
}

function openImage(bytes: Uint8Array, mime: string): Sharp {
  const options = { limitInputPixels: PIXELS_MAX, failOn: "error" } as const;
  if (mime !== "image/bmp") return sharp(bytes, options).autoOrient();
  const { width, height, data } = decode(Buffer.from(bytes), { toRGBA: true });
  return sharp(data, { ...options, raw: { width, height, channels: 4 } });
}

/** A picture at one width: as it is wanted, or as JPEG of falling quality; null when nothing is small enough. */
async function encode(
  source: Sharp,
  how: { target: string; width: number; jpeg: boolean; maxBytes: number },
): Promise<PreparedImage | null> {
  const sized = source.clone().resize({ width: how.width, withoutEnlargement: true });
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
