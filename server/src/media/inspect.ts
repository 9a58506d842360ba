import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { UploadType } from "@rostrum/contract/media.ts";
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { acceptedType } from "./rules.ts";

/** What a file is, by its content alone. Sizes in pixels as shown, turned by its orientation; null where they cannot be read. */
export interface FileFacts {
  readonly mime: UploadType;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** Bytes at the beginning that decide the type. */
const HEAD_BYTES = 4100;
/** A PDF's mark stands within these. */
const PDF_MARK_BYTES = 1024;

/** Null when the content is none of the accepted types. */
export async function inspectFile(path: string): Promise<FileFacts | null> {
  const { head, sizeBytes } = await readHead(path);
  const mime = acceptedType(await detect(head));
  if (mime === null) return null;
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return { mime, sizeBytes, sha256: hash.digest("hex"), ...(await pictureSize(path, mime, head)) };
}

async function readHead(path: string): Promise<{ head: Buffer; sizeBytes: number }> {
  await using file = await open(path, "r");
  const { size } = await file.stat();
  const head = Buffer.alloc(Math.min(HEAD_BYTES, size));
  await file.read(head, 0, head.length, 0);
  return { head, sizeBytes: size };
}

async function detect(head: Buffer): Promise<string | null> {
  if (head.subarray(0, PDF_MARK_BYTES).includes("%PDF-")) return "application/pdf";
  // A header that ends too early makes the detector throw: then the content is of no known type.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  return found?.mime ?? null;
}

async function pictureSize(path: string, mime: UploadType, head: Buffer): Promise<{ width: number | null; height: number | null }> {
  const unknown = { width: null, height: null };
  if (mime === "image/bmp")
    return head.length < 26 ? unknown : { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) };
  if (!mime.startsWith("image/")) return unknown;
  const facts = await sharp(path)
    .metadata()
    .catch(() => null);
  return facts === null ? unknown : { width: facts.autoOrient.width, height: facts.autoOrient.height };
}
