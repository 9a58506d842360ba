import type { OutgoingMedia } from "../connectors/connector.ts";
import type { Storage } from "../storage/storage.ts";
import { fitImage } from "./images.ts";
import type { StoredMedia } from "./stored.ts";

/** A medium as connectors are given it: bytes are read only when they are asked for. */
export function outgoingMedia(storage: Storage, media: StoredMedia): OutgoingMedia {
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
    image: async (wanted) => fitImage(await bytes(), media.mime, wanted),
  };
}
