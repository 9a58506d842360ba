import { extname } from "node:path";
import type { UploadType } from "@rostrum/contract/media.ts";

/**
 * A file's type by its first bytes, as the service determines it: by content, whatever the name. If they are inconclusive, by
 * extension, and the service decides. Null for a file the service would refuse.
 */
export function typeOf(head: Uint8Array, name: string): UploadType | null {
  const found = SIGNATURES.find(({ at, bytes }) => bytes.every((byte, index) => head[at + index] === byte));
  if (found !== undefined) return found.type;
  if (ascii(head, 4, 8) === "ftyp") return brandType(ascii(head, 8, 12));
  return EXTENSIONS[extname(name).toLowerCase()] ?? null;
}

interface Signature {
  readonly at: number;
  readonly bytes: readonly number[];
  readonly type: UploadType | null;
}

const SIGNATURES: readonly Signature[] = [
  { at: 0, bytes: [0xff, 0xd8, 0xff], type: "image/jpeg" },
  { at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], type: "image/png" },
  { at: 0, bytes: codes("%PDF"), type: "application/pdf" },
  { at: 0, bytes: codes("GIF8"), type: null },
  { at: 8, bytes: codes("WEBP"), type: null },
  { at: 0, bytes: [0x50, 0x4b, 0x03, 0x04], type: null },
  { at: 0, bytes: [0x1a, 0x45, 0xdf, 0xa3], type: null },
  { at: 0, bytes: codes("BM"), type: "image/bmp" },
];

/** ISO media files name their kind as a brand; still images have brands of their own. */
function brandType(brand: string): UploadType | null {
  if (brand === "qt  ") return "video/quicktime";
  return /^(?:avi[fs]|hei[cx]|hev[cx]|mif1|msf1|crx )$/.test(brand) ? null : "video/mp4";
}

const EXTENSIONS: Readonly<Record<string, UploadType>> = {
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".png": "image/png",
  ".bmp": "image/bmp",
  ".mp4": "video/mp4",
  ".mov": "video/quicktime",
  ".pdf": "application/pdf",
};

function ascii(head: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...head.subarray(from, to));
}

function codes(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0));
}
