import type { ImageDemand, OutgoingMedia } from "./connector.ts";

/**
 * The picture that was chosen for what readers see of a video before they play it, as the network takes it; null without one. One that
 * cannot be made to fit keeps no video from going out: the network chooses it then.
 */
export async function coverOf({ cover }: OutgoingMedia, wanted: ImageDemand): Promise<File | null> {
  const image = (await cover?.picture.image(wanted)) ?? null;
  if (image === null || image === "unreadable") return null;
  return new File([new Uint8Array(image.bytes)], `cover.${image.mime.replace("image/", "")}`, { type: image.mime });
}
