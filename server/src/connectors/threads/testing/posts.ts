import { toInstant } from "@rostrum/contract/formats.ts";
import type { OutgoingMedia, OutgoingPost } from "../../connector.ts";

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

export function aPicture(fields: Partial<OutgoingMedia> = {}): OutgoingMedia {
  return aFile({ name: "croissant.jpg", mime: "image/jpeg", url: () => "https://media.example/croissant.jpg", ...fields });
}

export function aVideo(fields: Partial<OutgoingMedia> = {}): OutgoingMedia {
  return aFile({ name: "oven.mp4", mime: "video/mp4", durationSeconds: 12, url: () => "https://media.example/oven.mp4", ...fields });
}

function aFile(fields: Pick<OutgoingMedia, "name" | "mime" | "url"> & Partial<OutgoingMedia>): OutgoingMedia {
  return {
    id: crypto.randomUUID(),
    sizeBytes: 4096,
    width: 640,
    height: 480,
    durationSeconds: null,
    file: () => Promise.reject(new Error("Threads fetches files itself.")),
    image: async () => null,
    ...fields,
  };
}
