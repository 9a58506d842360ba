/** What the content of a file says about it, beside type, size and extent. Each is null where it cannot be read, or does not apply. */
export interface MediumFacts {
  /** Of images: more than one picture in turn. */
  readonly animated: boolean | null;
  /** Of images: carries EXIF or the like, which may tell a place. */
  readonly tagged: boolean | null;
  /** Of images, degrees clockwise by which the stored picture is turned (and perhaps mirrored) to be shown; of videos likewise. */
  readonly rotation: number | null;
  readonly hasAudio: boolean | null;
  /** By the words of `CODEC_NAMES`, or as the container calls it. */
  readonly videoCodec: string | null;
  readonly audioCodec: string | null;
  readonly framesPerSecond: number | null;
  /** Of the whole file, on average. */
  readonly bitsPerSecond: number | null;
  /** Of documents. */
  readonly pages: number | null;
  /** Of images: whoever unpacked it needed too much time or memory each time, and nobody tries again. Absent: not known to be so. */
  readonly undecodable?: true;
}

/** Of a file that says nothing, or nothing that can be read. */
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

/** What of a medium decides whether a platform can take it. Sizes in pixels as shown, turned by its orientation. */
export interface MediumOutline {
  readonly name: string;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  /** Null until the file has been looked at. */
  readonly facts: MediumFacts | null;
}

export type MediumKind = "image" | "video" | "document";

export function kindOf({ mime }: { readonly mime: string }): MediumKind {
  if (mime.startsWith("image/")) return "image";
  return mime.startsWith("video/") ? "video" : "document";
}
