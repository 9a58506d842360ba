import type { OutgoingMedia } from "../connectors/connector.ts";
import type { Storage } from "../storage/storage.ts";
import { fitImage } from "./images.ts";
import type { StoredMedia } from "./stored.ts";

/** A medium as connectors are given it: bytes are read and links are made only when they are asked for. */
export function outgoingMedia(ground: { readonly storage: Storage; link(media: StoredMedia): string }, media: StoredMedia): OutgoingMedia {
  const { storage, link } = ground;
  const bytes = () => storage.read(media.storageKey);
  return {
    id: media.id,
    name: media.name,
    mime: media.mime,
    sizeBytes: media.sizeBytes,
    width: media.width,
    height: media.height,
    durationSeconds: media.durationSeconds,
    bytes,
    url: () => link(media),
    image: async (wanted) => fitImage(await bytes(), media.mime, wanted),
  };
}
