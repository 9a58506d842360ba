import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";

/** The MIME type of an upload by its first bytes; `application/octet-stream` if unknown. */
export async function typeOf({ head }: { readonly head: Uint8Array }): Promise<string> {
  return (await fileTypeFromBuffer(head))?.mime.replace("video/x-m4v", "video/mp4") ?? "application/octet-stream";
}

/** A picture's size and number of frames; null if it is not a picture. */
export async function pictureIn({
  bytes,
}: {
  readonly bytes: Uint8Array;
}): Promise<{ width: number; height: number; pages: number } | null> {
  const found = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  return found === null ? null : { width: found.width, height: found.height, pages: found.pages ?? 1 };
}
