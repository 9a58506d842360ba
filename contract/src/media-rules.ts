/**
 * What files platforms accept, as data that one function checks for all of them (`preflight.ts`). Sources:
 * `docs/platforms.md`.
 */
export interface MediaRules {
  readonly images: KindRule;
  readonly videos: KindRule;
  /** All other files: PDF, office documents, text. */
  readonly documents: KindRule;
  /** Maximum number of files of all kinds in one post, if the platform counts them together. */
  readonly filesMax: number | null;
  /** Whether images and videos may be mixed in one post. */
  readonly mixed: boolean;
  /**
   * Whether the platform downloads images from a URL of ours, so that they must already be in an accepted form. Otherwise the
   * connector requests the bytes in the form it needs.
   */
  readonly fetchesImages: boolean;
  readonly image: ImageRules;
  readonly video: VideoRules;
  /** The cover of a video: a picture, or just a moment of the video; null if the platform chooses one itself. */
  readonly videoCover: "picture" | "moment" | null;
  /** Whether reels have the cover that was chosen, as other videos have. */
  readonly reelCover: boolean;
  /** Separate rules for stories, if any. */
  readonly story: (Pick<MediaRules, "image" | "video"> & Partial<Pick<MediaRules, "images" | "videos" | "mixed">>) | null;
  readonly document: DocumentRules;
  /** Whether size limits apply only at the platform's own URL: a server run by the operator accepts any size. */
  readonly sizesOfOwnAddressOnly: boolean;
}

export interface KindRule {
  /** Maximum in one post; 0 for none at all. */
  readonly max: number;
  /** What happens to a post with more: it is refused, the rest goes into further parts, or only the first ones are sent. */
  readonly beyond: "refused" | "continued" | "dropped";
}

/** A null limit does not exist or is not known for certain, so the decision is left to the platform. */
export interface ImageRules {
  /** Accepted types; an image of another type is converted to the first of these. Null for any. */
  readonly types: readonly string[] | null;
  /** Larger images are re-encoded, then scaled down. */
  readonly bytesMax: number | null;
  readonly pixelsMax: number | null;
  /** Maximum pixels of the shorter and the longer side; larger images are scaled down. */
  readonly sidesMax: readonly [shorter: number, longer: number] | null;
  /** A smaller image cannot be fixed. */
  readonly bytesMin: number | null;
  readonly sideMin: number | null;
  /** Width divided by height. */
  readonly ratios: readonly [narrowest: number, widest: number] | null;
  /** Only the first image's ratio matters: the platform crops the others to it. */
  readonly cropsToFirst: boolean;
  /** All images of a post must have the size of the first one: the others are padded with white to fit. */
  readonly sameSize: boolean;
  /** Animated GIFs up to this size are sent as they are; null if they become a still image. */
  readonly animatedGifBytesMax: number | null;
}

export interface VideoRules {
  /** Containers by MIME type; null for any. */
  readonly types: readonly string[] | null;
  /** Codecs as in `CODEC_NAMES`; null for any. */
  readonly videoCodecs: readonly string[] | null;
  readonly audioCodecs: readonly string[] | null;
  readonly seconds: Bounds;
  readonly bytes: Bounds;
  /** Pixels of each side, as displayed. */
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

/** Accepts any file. */
export const ANY_MEDIA: MediaRules = {
  images: ALL,
  videos: ALL,
  documents: ALL,
  filesMax: null,
  mixed: true,
  fetchesImages: false,
  image: ANY_IMAGE,
  video: ANY_VIDEO,
  videoCover: null,
  reelCover: true,
  story: null,
  document: ANY_DOCUMENT,
  sizesOfOwnAddressOnly: false,
};

/** Display names of codecs. */
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
