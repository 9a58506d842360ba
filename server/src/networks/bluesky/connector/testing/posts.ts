import { streamed } from "../../../../testing/media.ts";
import type { OutgoingComment, OutgoingMedia, OutgoingPost } from "../../../connectors/connector.ts";
import { aPost as aTextPost } from "../../../connectors/testing/posts.ts";
import { START } from "./ground.ts";

export function aPost(changes: Partial<OutgoingPost> & { readonly text: string }): OutgoingPost {
  const segments = changes.text === "" ? [] : [changes.text];
  return aTextPost({ key: "delivery-1", dueAt: START, segments, options: {}, ...changes });
}

export function aComment(changes: Partial<OutgoingComment> & Pick<OutgoingComment, "text" | "remoteId">): OutgoingComment {
  return { key: "comment-1", dueAt: START, ...changes };
}

/** A picture whose bytes depend on its name. */
export function aPicture(name: string, changes: Partial<OutgoingMedia> = {}): OutgoingMedia {
  const bytes = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.from(name)]);
  return {
    id: `m_${name}`,
    name: `${name}.png`,
    mime: "image/png",
    sizeBytes: bytes.length,
    width: 1200,
    height: 800,
    durationSeconds: null,
    alt: null,
    file: async () => streamed(bytes, { name: "file", type: "" }),
    url: () => "https://media.example/file",
    image: async ({ maxBytes }) => (bytes.length > maxBytes ? null : { bytes, mime: "image/png", width: 1200, height: 800 }),
    ...changes,
  };
}

export function aVideo(name: string, changes: Partial<OutgoingMedia> = {}): OutgoingMedia {
  const bytes = Buffer.concat([Buffer.from("\0\0\0\x18ftypmp42", "latin1"), Buffer.from(name)]);
  return {
    id: `m_${name}`,
    name: `${name}.mp4`,
    mime: "video/mp4",
    sizeBytes: bytes.length,
    width: 720,
    height: 1280,
    durationSeconds: 12,
    alt: null,
    file: async () => streamed(bytes, { name: "file", type: "" }),
    url: () => "https://media.example/file",
    image: async () => null,
    ...changes,
  };
}
