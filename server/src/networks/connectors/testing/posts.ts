import { toInstant } from "@rostrum/contract/formats.ts";
import sharp from "sharp";
import { streamed } from "../../../testing/media.ts";
import type { ImageDemand, OutgoingMedia, OutgoingPost } from "../connector.ts";

/** A text post by default, each with a key of its own. */
export function aPost(fields: Partial<OutgoingPost> = {}): OutgoingPost {
  const text = fields.text ?? fields.segments?.join("\n\n\n") ?? "Fresh croissants from 7 a.m.";
  return {
    key: crypto.randomUUID(),
    dueAt: toInstant("2026-11-21T09:00:00Z"),
    type: "TEXT",
    text,
    segments: [text],
    title: null,
    alt: null,
    link: null,
    poll: null,
    asStory: false,
    options: null,
    ...fields,
    media: described(fields.media ?? [], fields.alt ?? null),
  };
}

/** As the service gives them to connectors: the post's text goes with each file that has none of its own. */
export function described(media: readonly OutgoingMedia[], alt: string | null): OutgoingMedia[] {
  return media.map((medium) => (medium.alt === null && alt !== null ? { ...medium, alt } : medium));
}

/** A file of 64 × 48 pixels. */
export function aFile(bytes: Uint8Array, { name, mime }: Pick<OutgoingMedia, "name" | "mime">): OutgoingMedia {
  return {
    id: crypto.randomUUID(),
    name,
    mime,
    sizeBytes: bytes.length,
    width: 64,
    height: 48,
    durationSeconds: null,
    alt: null,
    file: async (as = name) => streamed(bytes, { name: as, type: mime }),
    url: () => "https://media.example/file",
    image: async () => null,
  };
}

/** A picture; `image` converts it to a requested type, as the service does. */
export async function anImage(fields: { name?: string; mime?: string; fits?: boolean; background?: string } = {}): Promise<OutgoingMedia> {
  const { name = "croissant.png", mime = "image/png", fits = true, background = "#c80" } = fields;
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer();
  return {
    ...aFile(bytes, { name, mime }),
    async image(wanted: ImageDemand) {
      if (!fits) return null;
      const isTaken = wanted.types.includes(mime);
      const made = isTaken ? bytes : await sharp(bytes).jpeg().toBuffer();
      return { bytes: made, mime: isTaken ? mime : "image/jpeg", width: 64, height: 48 };
    },
  };
}

/** `fileBytes` is the length of the file; a `sizeBytes` beside it is only what the service says. */
type VideoFields = Partial<OutgoingMedia> & { readonly fileBytes?: number };

/** The start of an MP4, wide unless told otherwise: enough for a network to recognize it. */
export function aVideo({ fileBytes = 9000, ...fields }: VideoFields = {}): OutgoingMedia {
  const head = Buffer.from("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp41", "latin1");
  const bytes = Buffer.concat([head, Buffer.alloc(fileBytes - head.length, 7)]);
  return { ...aFile(bytes, { name: "oven.mp4", mime: "video/mp4" }), width: 640, height: 360, durationSeconds: 12, ...fields };
}

/** A tall video, as networks of short ones take it. */
export function aTallVideo(fields: VideoFields = {}): OutgoingMedia {
  return aVideo({ width: 1080, height: 1920, durationSeconds: 30, ...fields });
}
