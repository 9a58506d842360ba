import type { UploadType } from "@rostrum/contract/media.ts";

/** The endings of files in an archive, for people and their programs. */
export const ENDING_OF: Readonly<Record<UploadType, string>> = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/bmp": "bmp",
  "video/mp4": "mp4",
  "video/quicktime": "mov",
  "application/pdf": "pdf",
};
