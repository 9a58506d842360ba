import { toInstant } from "@rostrum/contract/formats.ts";
import sharp from "sharp";
import { aVideoFile } from "../../../../testing/videos.ts";
import type { OutgoingMedia, OutgoingPost } from "../../../connectors/connector.ts";
import { described } from "../../../connectors/testing/posts.ts";

/** The files that the service has, by name. */
export const FILES: ReadonlyMap<string, Uint8Array<ArrayBuffer>> = new Map([
  ["mug.jpg", await picture("#c80").jpeg().toBuffer()],
  ["cup.png", await picture("#08c").png().toBuffer()],
  ["steam.gif", await picture("#8c0").gif().toBuffer()],
  ["kiln.mp4", await aVideoFile({ seconds: 5, width: 360, height: 640 })],
]);

/** A post with one picture by default, each with a key of its own. */
export function aPost(fields: Partial<OutgoingPost> = {}): OutgoingPost {
  const text = fields.text ?? fields.segments?.join("\n\n\n") ?? "Blue mug #tea";
  return {
    key: crypto.randomUUID(),
    dueAt: toInstant("2026-11-21T09:00:00Z"),
    type: "IMAGE",
    text,
    segments: [text],
    title: null,
    alt: null,
    link: null,
    poll: null,
    asStory: false,
    options: null,
    ...fields,
    media: described(fields.media ?? [aMedium("mug.jpg", "image/jpeg")], fields.alt ?? null),
  };
}

export function anImage(fields: Partial<OutgoingMedia> = {}): OutgoingMedia {
  return aMedium("mug.jpg", "image/jpeg", fields);
}

export function aPng(fields: Partial<OutgoingMedia> = {}): OutgoingMedia {
  return aMedium("cup.png", "image/png", fields);
}

export function aGif(fields: Partial<OutgoingMedia> = {}): OutgoingMedia {
  return aMedium("steam.gif", "image/gif", fields);
}

export function aVideo(fields: Partial<OutgoingMedia> = {}): OutgoingMedia {
  return aMedium("kiln.mp4", "video/mp4", { durationSeconds: 5, ...fields });
}

/** Where Pinterest cannot fetch it. */
export const OUT_OF_REACH: Pick<OutgoingMedia, "url"> = { url: () => "http://192.168.1.20:4000/media/token/mug.jpg" };

function picture(background: string) {
  return sharp({ create: { width: 200, height: 300, channels: 3, background } });
}

function aMedium(name: string, mime: string, fields: Partial<OutgoingMedia> = {}): OutgoingMedia {
  const bytes = FILES.get(name) ?? new Uint8Array();
  return {
    id: crypto.randomUUID(),
    name,
    mime,
    sizeBytes: bytes.length,
    width: 200,
    height: 300,
    durationSeconds: null,
    alt: null,
    file: async () => new File([bytes], name, { type: mime }),
    url: () => `https://social.example/media/token/${name}`,
    image: async () => ({ bytes: FILES.get("mug.jpg") ?? bytes, mime: "image/jpeg", width: 200, height: 300 }),
    ...fields,
  };
}
