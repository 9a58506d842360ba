import { toInstant } from "@rostrum/contract/formats.ts";
import sharp from "sharp";
import { streamed } from "../../../testing/media.ts";
import { aVideoFile } from "../../../testing/videos.ts";
import type { ImageDemand, OutgoingMedia, OutgoingPost } from "../../connector.ts";

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
    media: [],
    asStory: false,
    options: null,
    ...fields,
  };
}

/** A picture of one colour; `image` converts it to a type that is asked for, as the service does. */
export async function anImage({ name = "croissant.png", mime = "image/png" } = {}): Promise<OutgoingMedia> {
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#c80" } })
    .png()
    .toBuffer();
  return {
    ...aFile({ name, mime, bytes }),
    async image({ types }: ImageDemand) {
      const isTaken = types.includes(mime);
      const made = isTaken ? bytes : await sharp(bytes).jpeg().toBuffer();
      return { bytes: made, mime: isTaken ? mime : "image/jpeg", width: 64, height: 48 };
    },
  };
}

/** Four seconds; in a frame go as many bytes as are asked for. */
export async function aVideo(frameBytes = 40): Promise<OutgoingMedia> {
  const bytes = await aVideoFile({ frameBytes });
  return { ...aFile({ name: "oven.mp4", mime: "video/mp4", bytes }), durationSeconds: 4 };
}

/** Two frames. */
export async function aGif(): Promise<OutgoingMedia> {
  const frames = Buffer.concat([Buffer.alloc(64 * 48 * 3, 0), Buffer.alloc(64 * 48 * 3, 200)]);
  const bytes = await sharp(frames, { raw: { width: 64, height: 96, channels: 3, pageHeight: 48 } })
    .gif()
    .toBuffer();
  return aFile({ name: "oven.gif", mime: "image/gif", bytes });
}

function aFile({ name, mime, bytes }: { name: string; mime: string; bytes: Uint8Array }): OutgoingMedia {
  return {
    id: crypto.randomUUID(),
    name,
    mime,
    sizeBytes: bytes.length,
    width: 64,
    height: 48,
    durationSeconds: null,
    file: async (as = name) => streamed(bytes, { name: as, type: mime }),
    url: () => "https://media.example/file",
    image: async () => null,
  };
}
