import { UPLOAD_TYPES } from "@rostrum/contract/media.ts";

/** What people may give: what the service takes, and what is made into it before. Some systems know HEIC by its ending alone. */
export const GIVEN_TYPES = [...UPLOAD_TYPES, "image/webp", "image/gif", "image/avif", "image/heic", "image/heif", ".heic", ".heif"].join(
  ",",
);

/** What a file is that no network takes as it is, by its first bytes; null: it is sent as it is. */
export type ForeignKind = "webp" | "gif" | "avif" | "heic";

/** Enough to tell the kind, and whether a WebP moves. */
export const HEAD_BYTES = 64;

export function foreignKind(head: Uint8Array): ForeignKind | null {
  if (said(head, 0, 4) === "RIFF" && said(head, 8, 12) === "WEBP") return "webp";
  if (/^GIF8[79]a$/.test(said(head, 0, 6))) return "gif";
  if (said(head, 4, 8) !== "ftyp") return null;
  const brands = said(head, 8, HEAD_BYTES);
  if (/avi[fs]/.test(brands)) return "avif";
  return /hei[cxms]|hev[cx]/.test(brands) ? "heic" : null;
}

/** Whether a file has more pictures than the one that is kept of it. */
export function isMoving(bytes: Uint8Array, kind: ForeignKind): boolean {
  if (kind === "webp") return said(bytes, 12, 16) === "VP8X" && ((bytes[20] ?? 0) & 0b10) !== 0;
  // The brand of an image sequence: https://aomediacodec.github.io/av1-avif/#image-sequence-brand.
  if (kind === "avif") return said(bytes, 8, 12) === "avis";
  return kind === "gif" && framesOf(bytes) > 1;
}

/** Counted up to two: https://www.w3.org/Graphics/GIF/spec-gif89a.txt. */
function framesOf(bytes: Uint8Array): number {
  const tableLength = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  let at = 13 + tableLength(bytes[10] ?? 0);
  let frames = 0;
  const skipBlocks = () => {
    for (let length = bytes[at++] ?? 0; length > 0; length = bytes[at++] ?? 0) at += length;
  };
  while (at < bytes.length && frames < 2) {
    const mark = bytes[at++];
    if (mark === 0x21) {
      at += 1;
      skipBlocks();
    } else if (mark === 0x2c) {
      frames += 1;
      // Place, size and flags, a table of colours, and the size of the first code.
      at += 10 + tableLength(bytes[at + 8] ?? 0);
      skipBlocks();
    } else break;
  }
  return frames;
}

function said(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
