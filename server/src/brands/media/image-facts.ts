import { type MediumFacts, NO_FACTS } from "@rostrum/contract/medium-facts.ts";
import sharp from "sharp";

export interface ImageQuestion {
  readonly path: string;
  readonly mime: string;
  /** The first bytes of the file. */
  readonly head: Uint8Array;
}

/** Dimensions in pixels as displayed, after rotation. */
export interface ImageFacts {
  readonly width: number | null;
  readonly height: number | null;
  readonly facts: MediumFacts;
}

/** Degrees clockwise by EXIF orientation; 2, 4, 5 and 7 are also mirrored. */
const ROTATIONS: Readonly<Record<number, number>> = { 1: 0, 2: 0, 3: 180, 4: 180, 5: 90, 6: 90, 7: 270, 8: 270 };

/** Reads only an image's header: no pixels are decoded, so that a picture with a billion of them costs nothing. */
export async function readImageFacts({ path, mime, head: bytes }: ImageQuestion): Promise<ImageFacts> {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (mime === "image/bmp") return bitmapFacts(head);
  const found = await sharp(path, { limitInputPixels: false, animated: mime === "image/gif" || mime === "image/webp" })
    .metadata()
    .catch(() => null);
  if (found === null) return { width: null, height: null, facts: NO_FACTS };
  // For an animated image sharp reports the height of all frames stacked vertically.
  const height = found.pageHeight ?? found.autoOrient.height;
  return {
    width: found.autoOrient.width,
    height,
    facts: {
      ...NO_FACTS,
      animated: (found.pages ?? 1) > 1 || (mime === "image/png" && isAnimatedPng(head)),
      tagged: found.exif !== undefined || found.xmp !== undefined || found.iptc !== undefined,
      rotation: ROTATIONS[found.orientation ?? 1] ?? 0,
    },
  };
}

/** A negative height means that rows are stored top-down. */
function bitmapFacts(head: Buffer): ImageFacts {
  const facts = { ...NO_FACTS, animated: false, tagged: false, rotation: 0 };
  if (head.length < 26) return { width: null, height: null, facts };
  // The oldest header, of 12 bytes, has two-byte dimensions.
  const isOld = head.readUInt32LE(14) === 12;
  const width = isOld ? head.readUInt16LE(18) : Math.abs(head.readInt32LE(18));
  const height = isOld ? head.readUInt16LE(20) : Math.abs(head.readInt32LE(22));
  return width === 0 || height === 0 ? { width: null, height: null, facts } : { width, height, facts };
}

/** The animation control chunk comes before the image data, so it is near the beginning. */
function isAnimatedPng(head: Buffer): boolean {
  const mark = head.indexOf("acTL", 0, "latin1");
  const picture = head.indexOf("IDAT", 0, "latin1");
  return mark !== -1 && (picture === -1 || mark < picture);
}
