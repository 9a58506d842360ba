import { z } from "zod";
import { IsoMicros } from "./formats.ts";
import { PageQuery } from "./operation.ts";

/** What an upload may be, by content: `docs/media.md#uploading`. WebP is not accepted. */
export const UPLOAD_TYPES = ["image/jpeg", "image/png", "image/bmp", "video/mp4", "video/quicktime", "application/pdf"] as const;
export type UploadType = (typeof UPLOAD_TYPES)[number];

export const MEDIA_FILTERS = ["IMAGE", "VIDEO", "GIF", "APPLICATION", "DOCUMENT", "CSV"] as const;
export const MediaFilter = z.enum(MEDIA_FILTERS);
export type MediaFilter = z.infer<typeof MediaFilter>;

const id = z.string().meta({ description: "Opaque; pass unchanged as `media[].id`.", example: "m_8kx2f7qz4v0c9n1d" });
const type = z.string().meta({ description: "MIME type detected by the server.", example: "image/jpeg" });
const size = z.int().meta({ description: "Bytes.", example: 48211 });

export const MediaItem = z
  .object({ id, name: z.string().meta({ example: "croissant.jpg" }), type, size, createdAt: IsoMicros, updatedAt: IsoMicros })
  .meta({ id: "MediaItem" });

export const UploadedMedia = z.object({ id, type, size }).meta({ id: "UploadedMedia" });

export const MediaQuery = PageQuery.extend({
  type: MediaFilter.optional().meta({
    description: "`APPLICATION` includes everything kept as a document; `DOCUMENT` restricts that to office and PDF types.",
    example: "IMAGE",
  }),
});
