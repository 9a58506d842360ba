import type { OutgoingMedia } from "../../../connectors/connector.ts";

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
    alt: null,
    file: () => Promise.reject(new Error("Threads fetches files itself.")),
    image: async () => null,
    ...fields,
  };
}
