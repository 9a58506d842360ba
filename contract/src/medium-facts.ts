/** Facts read from a file's content, in addition to type, size and dimensions. Null if unreadable or not applicable. */
export interface MediumFacts {
  /** Images: more than one frame. */
  readonly animated: boolean | null;
  /** Images: has metadata such as EXIF, which may reveal a location. */
  readonly tagged: boolean | null;
  /** Images and videos: degrees clockwise by which the stored picture is rotated (and possibly mirrored) for display. */
  readonly rotation: number | null;
  readonly hasAudio: boolean | null;
  /** A key of `CODEC_NAMES`, or the container's own name for it. */
  readonly videoCodec: string | null;
  readonly audioCodec: string | null;
  readonly framesPerSecond: number | null;
  /** Average of the whole file. */
  readonly bitsPerSecond: number | null;
  /** Documents: number of pages. */
  readonly pages: number | null;
  /** Images: decoding exceeded its time or memory limit every time and is not tried again. Absent if not known. */
  readonly undecodable?: true | undefined;
}

/** For a file without readable facts. */
export const NO_FACTS: MediumFacts = {
  animated: null,
  tagged: null,
  rotation: null,
  hasAudio: null,
  videoCodec: null,
  audioCodec: null,
  framesPerSecond: null,
  bitsPerSecond: null,
  pages: null,
};

/** The facts about a medium that decide whether a platform accepts it. Dimensions in pixels as displayed, after rotation. */
export interface MediumOutline {
  readonly name: string;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  /** Null until the file has been examined. */
  readonly facts: MediumFacts | null;
}

export type MediumKind = "image" | "video" | "document";

export function kindOf({ mime }: { readonly mime: string }): MediumKind {
  if (mime.startsWith("image/")) return "image";
  return mime.startsWith("video/") ? "video" : "document";
}

/** More pixels than any camera has, fewer than a decompression bomb. */
const JPEG_PIXELS_MAX = 250_000_000;
/** Most decoders of other types hold a whole picture. */
const PIXELS_MAX = 100_000_000;
/** Bitmaps are decoded at four bytes per pixel, in more than one copy. */
const BITMAP_PIXELS_MAX = 40_000_000;

/** The most pixels that a picture of this type may have to be opened here: `docs/media.md#what-a-file-is-and-what-becomes-of-it`. Larger ones can be stored. */
export function pixelsMaxOf(mime: string): number {
  if (mime === "image/jpeg") return JPEG_PIXELS_MAX;
  return mime === "image/bmp" ? BITMAP_PIXELS_MAX : PIXELS_MAX;
}
