import type { MediaFilter, UploadType } from "@rostrum/contract/media.ts";

/** The type to store a medium under, given the detected type; null if it is not accepted: `docs/media.md#uploading`. */
export function acceptedType(detected: string | null): UploadType | null {
  return detected === null ? null : (ACCEPTED[detected] ?? null);
}

const ACCEPTED: Readonly<Record<string, UploadType>> = {
  "image/jpeg": "image/jpeg",
  "image/png": "image/png",
  // An animated PNG is a valid PNG: every reader can show its first frame.
  "image/apng": "image/png",
  "image/bmp": "image/bmp",
  "video/mp4": "video/mp4",
  // Apple's brand of an MP4 file.
  "video/x-m4v": "video/mp4",
  "video/quicktime": "video/quicktime",
  "application/pdf": "application/pdf",
};

/** A file's name without directories and control characters, at most 255 code points. */
export function displayName(fileName: string, fallback: string): string {
  const base = fileName.split(/[/\\]/).at(-1) ?? "";
  // Bidi controls could make a name appear to have a different extension.
  const clean = base.replace(/[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "").trim();
  return Array.from(clean).slice(0, 255).join("") || fallback;
}

/** `loaf (cropped).jpg`, with the ending of the type that it has now. */
export function croppedName(name: string, mime: UploadType): string {
  const stem = name.replace(/\.\w{1,5}$/, "");
  const kept = stem.endsWith(CROPPED) ? stem : Array.from(stem).slice(0, CROPPED_STEM_LENGTH_MAX).join("") + CROPPED;
  return `${kept}.${mime === "image/jpeg" ? "jpg" : "png"}`;
}

const CROPPED = " (cropped)";
const CROPPED_STEM_LENGTH_MAX = 200;

/** The MIME types of a list filter, as a PostgreSQL regular expression (`~`). */
export const MIME_PATTERNS: Readonly<Record<MediaFilter, string>> = {
  IMAGE: "^image/(?!gif$)",
  GIF: "^image/gif$",
  VIDEO: "^video/",
  APPLICATION: "^(application|text)/",
  DOCUMENT:
    "^(application/(pdf|rtf|msword|vnd\\.ms-(word|excel|powerpoint)(\\..+)?|vnd\\.openxmlformats-officedocument\\..+|vnd\\.oasis\\.opendocument\\..+)|text/rtf)$",
  CSV: "^text/csv$",
};
