import type { OutgoingMedia } from "../../connectors/connector.ts";

/** Files sent in one request: a single one by its own method, 2 to 10 as an album. */
export interface Bundle {
  readonly kind: "visual" | "animation" | "document";
  readonly files: readonly OutgoingMedia[];
}

/**
 * Limits of api.telegram.org; a self-hosted server accepts 2000 MB. Sizes and ratio are unverified: other clients have them from
 * https://core.telegram.org/bots/api#sending-files.
 */
export const FILE_BYTES_MAX = 50 * 1024 * 1024;
export const PHOTO_BYTES_MAX = 10_000_000;
/** Maximum sum of width and height, and maximum ratio between them. */
export const PHOTO_EDGES_MAX = 10_000;
export const PHOTO_RATIO_MAX = 20;
/** https://core.telegram.org/bots/api#sendmediagroup, read in May 2026. */
const ALBUM_LENGTH_MAX = 10;
/** An album is one request, and the proxy in front rejects requests larger than the limit for one file. */
const ALBUM_BYTES_MAX = 48 * 1024 * 1024;

/**
 * Groups files by message: photos and videos together, each GIF alone (albums take no animations), documents among
 * themselves. Within a kind the post's order is kept.
 */
export function bundlesOf(media: readonly OutgoingMedia[]): Bundle[] {
  const ofKind = (kind: Bundle["kind"]) => media.filter((file) => kindOf(file) === kind);
  return [
    ...albumsOf(ofKind("visual")).map((files) => ({ kind: "visual", files }) as const),
    ...ofKind("animation").map((file) => ({ kind: "animation", files: [file] }) as const),
    ...albumsOf(ofKind("document")).map((files) => ({ kind: "document", files }) as const),
  ];
}

export function isPicture(file: OutgoingMedia): boolean {
  return file.mime.startsWith("image/") && file.mime !== "image/gif";
}

/** Why a file cannot be sent, with its size and the limit. Pictures are made to fit. */
export function problemOfFiles(media: readonly OutgoingMedia[], fileBytesMax: number | null): string | null {
  if (fileBytesMax === null) return null;
  const large = media.find((file) => !isPicture(file) && file.sizeBytes > fileBytesMax);
  return large === undefined ? null : sizeProblem(large, fileBytesMax);
}

export function sizeProblem(file: OutgoingMedia, bytesMax: number): string {
  return `The file ${file.name} has ${file.sizeBytes} bytes; Telegram takes ${bytesMax}.`;
}

function kindOf(file: OutgoingMedia): Bundle["kind"] {
  if (file.mime === "image/gif") return "animation";
  if (file.mime.startsWith("video/")) return "visual";
  return isPicture(file) && !isStrip(file) ? "visual" : "document";
}

/** Whether the aspect ratio is too extreme for a photo: Telegram then only accepts it as a file. */
function isStrip({ width, height }: OutgoingMedia): boolean {
  return width !== null && height !== null && Math.max(width, height) > PHOTO_RATIO_MAX * Math.min(width, height);
}

function albumsOf(files: readonly OutgoingMedia[]): OutgoingMedia[][] {
  const albums: OutgoingMedia[][] = [];
  let bytes = 0;
  for (const file of files) {
    const size = isPicture(file) ? Math.min(file.sizeBytes, PHOTO_BYTES_MAX) : file.sizeBytes;
    const open = albums.at(-1);
    if (open === undefined || open.length >= ALBUM_LENGTH_MAX || bytes + size > ALBUM_BYTES_MAX) {
      albums.push([file]);
      bytes = size;
    } else {
      open.push(file);
      bytes += size;
    }
  }
  return albums;
}
