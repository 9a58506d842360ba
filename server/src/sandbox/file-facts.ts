import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";

/** The MIME type that the first bytes of an upload tell; what is not known is so many bytes. */
export async function typeOf({ head }: { readonly head: Uint8Array }): Promise<string> {
  return (await fileTypeFromBuffer(head))?.mime.replace("video/x-m4v", "video/mp4") ?? "application/octet-stream";
}

/** The picture's size and how many there are in turn; null for what is no picture. */
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
