import sharp from "sharp";
import { openImage } from "./images.ts";

/** A part of a picture as it is shown, in its pixels, and by how many degrees the part is turned, clockwise. */
interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly rotate: number;
}

interface CropOrder {
  readonly from: string;
  readonly mime: string;
  readonly to: string;
  readonly part: Part;
}

const QUALITY = 92;

/** Writes the part to a file, without metadata: a JPEG for a JPEG, else a PNG. */
export async function cropImage({ from, mime, to, part }: CropOrder): Promise<"made" | "outside" | "unreadable"> {
  const source = await openImage(from, mime).catch(() => null);
  if (source === null) return "unreadable";
  const { x: left, y: top, width, height } = part;
  if (left + width > source.width || top + height > source.height) return "outside";
  // In two steps, because sharp would turn before it extracts.
  const raw = await source.image
    .extract({ left, top, width, height })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => null);
  if (raw === null) return "unreadable";
  const { width: rawWidth, height: rawHeight, channels } = raw.info;
  const turned = sharp(raw.data, { raw: { width: rawWidth, height: rawHeight, channels } }).rotate(part.rotate);
  await (mime === "image/jpeg" ? turned.jpeg({ quality: QUALITY, mozjpeg: true }) : turned.png({ compressionLevel: 9 })).toFile(to);
  return "made";
}
