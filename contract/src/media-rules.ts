/** What platforms take of files, in words that one function reads for all of them (`preflight.ts`). Where the figures come from: `docs/platforms.md`. */
export interface MediaRules {
  readonly images: KindRule;
  readonly videos: KindRule;
  /** Everything else: PDF, office files, text. */
  readonly documents: KindRule;
  /** Most files of all kinds in one post, where they count together. */
  readonly filesMax: number | null;
  /** Whether images and videos may stand in one post. */
  readonly mixed: boolean;
  /**
   * The platform fetches images from an address of ours, so that they have to lie there as it takes them. Where it is sent
   * bytes, the connector asks for them as it needs them.
   */
  readonly fetchesImages: boolean;
  readonly image: ImageRules;
  readonly video: VideoRules;
  /** Where a story has limits of its own. */
  readonly story: { readonly image: ImageRules; readonly video: VideoRules } | null;
  readonly document: DocumentRules;
  /** A server of the operator's own takes files of any size; the limits are those of the platform's address. */
  readonly sizesOfOwnAddressOnly: boolean;
}

export interface KindRule {
  /** Most in one post; 0: none at all. */
  readonly max: number;
  /** What becomes of a post with more: it is refused, the rest follows in further parts of it, or the first ones alone go. */
  readonly beyond: "refused" | "continued" | "dropped";
}

/** Limits that are null do not exist, or are not known for certain: then the platform is asked. */
export interface ImageRules {
  /** Taken as they are; an image of another type is converted to the first of these. Null: any. */
  readonly types: readonly string[] | null;
  /** Larger images are made to fit: re-encoded, then scaled down. */
  readonly bytesMax: number | null;
  readonly pixelsMax: number | null;
  /** Most pixels of the shorter and of the longer side; larger images are scaled down. */
  readonly sidesMax: readonly [shorter: number, longer: number] | null;
  /** Fewer cannot be mended. */
  readonly bytesMin: number | null;
  readonly sideMin: number | null;
  /** Width divided by height. */
  readonly ratios: readonly [narrowest: number, widest: number] | null;
  /** Only the first image is held to the ratios: the platform crops the others to it. */
  readonly cropsToFirst: boolean;
  /** All images of one post have to have the first one's size: the others are fitted into it, on white. */
  readonly sameSize: boolean;
  /** A moving GIF goes as it is up to this size; null: it becomes a still image. */
  readonly animatedGifBytesMax: number | null;
}

export interface VideoRules {
  /** Containers by MIME type; null: any. */
  readonly types: readonly string[] | null;
  /** Codecs by the words of `CODEC_NAMES`; null: any. */
  readonly videoCodecs: readonly string[] | null;
  readonly audioCodecs: readonly string[] | null;
  readonly seconds: Bounds;
  readonly bytes: Bounds;
  /** Of each side, as shown. */
  readonly side: Bounds;
  readonly width: Bounds;
  readonly pixelsMax: number | null;
  readonly ratios: readonly [narrowest: number, widest: number] | null;
  readonly framesPerSecond: Bounds;
  readonly bitsPerSecondMax: number | null;
}

export interface DocumentRules {
  readonly types: readonly string[] | null;
  readonly bytesMax: number | null;
  readonly pagesMax: number | null;
}

export interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
}

export const UNBOUNDED: Bounds = { min: null, max: null };
export const ALL: KindRule = { max: Number.POSITIVE_INFINITY, beyond: "continued" };
export const NONE: KindRule = { max: 0, beyond: "refused" };

export const ANY_IMAGE: ImageRules = {
  types: null,
  bytesMax: null,
  pixelsMax: null,
  sidesMax: null,
  bytesMin: null,
  sideMin: null,
  ratios: null,
  cropsToFirst: false,
  sameSize: false,
  animatedGifBytesMax: null,
};

export const ANY_VIDEO: VideoRules = {
  types: null,
  videoCodecs: null,
  audioCodecs: null,
  seconds: UNBOUNDED,
  bytes: UNBOUNDED,
  side: UNBOUNDED,
  width: UNBOUNDED,
  pixelsMax: null,
  ratios: null,
  framesPerSecond: UNBOUNDED,
  bitsPerSecondMax: null,
};

export const ANY_DOCUMENT: DocumentRules = { types: null, bytesMax: null, pagesMax: null };

/** Takes any file there is. */
export const ANY_MEDIA: MediaRules = {
  images: ALL,
  videos: ALL,
  documents: ALL,
  filesMax: null,
  mixed: true,
  fetchesImages: false,
  image: ANY_IMAGE,
  video: ANY_VIDEO,
  story: null,
  document: ANY_DOCUMENT,
  sizesOfOwnAddressOnly: false,
};

/** As people call them. */
export const CODEC_NAMES: Readonly<Record<string, string>> = {
  avc: "H.264",
  hevc: "H.265",
  vp8: "VP8",
  vp9: "VP9",
  av1: "AV1",
  prores: "ProRes",
  aac: "AAC",
  opus: "Opus",
  mp3: "MP3",
  vorbis: "Vorbis",
  flac: "FLAC",
  ac3: "AC-3",
  eac3: "E-AC-3",
  dts: "DTS",
};

export const CONTAINER_NAMES: Readonly<Record<string, string>> = {
  "video/mp4": "MP4",
  "video/quicktime": "MOV",
  "video/webm": "WebM",
  "video/x-matroska": "Matroska",
  "video/x-m4v": "M4V",
};
