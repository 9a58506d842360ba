/** A picture as it is sent to browsers. */
export interface LogoFile {
  readonly mime: string;
  readonly bytes: Buffer;
}

/** How files of these types begin. */
const SIGNATURES: Readonly<Record<string, (bytes: Buffer) => boolean>> = {
  "image/png": (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  "image/jpeg": (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  "image/webp": (bytes) => bytes.subarray(0, 4).toString("latin1") === "RIFF" && bytes.subarray(8, 12).toString("latin1") === "WEBP",
};

/** The file in a data URL; null if it is none, or of another type than it says. Nothing decodes it here: browsers do. */
export function fileIn(dataUrl: string): LogoFile | null {
  const [, mime = "", text = ""] = /^data:(image\/\w+);base64,(.*)$/s.exec(dataUrl) ?? [];
  const bytes = Buffer.from(text, "base64");
  return SIGNATURES[mime]?.(bytes) === true ? { mime, bytes } : null;
}

/** Where browsers find the logo of a brand; null without one. */
export function logoUrlOf(brandId: number, mark: string | null): string | null {
  return mark === null ? null : `/app/api/brands/${brandId}/logo?v=${mark}`;
}
