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
