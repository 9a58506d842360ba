import { createHash } from "node:crypto";
import type { App } from "../../app.ts";
import type { PreparedImage } from "../../networks/connectors/connector.ts";
import { fetchFitted, fitFile } from "../media/fetched-picture.ts";
import { storePicture } from "./picture-store.ts";

/** Pixels of the longer side: shown at a quarter of that, on fine screens too. */
const SIDE_MAX = 160;
const BYTES_MAX = 5_000_000;
/** A person waits: without its picture, a channel shows its initial. */
const SECONDS_MAX = 6;
const WANTED = { types: ["image/webp"], maxBytes: BYTES_MAX, sidesMax: [SIDE_MAX, SIDE_MAX] } as const;

/** The pictures of accounts, all at once; one that cannot be had stays as it was. Returns the channels that have another one now. */
export async function keepPictures(
  app: App,
  pictures: readonly { readonly channelId: number; readonly url: string | null | undefined }[],
): Promise<number[]> {
  const kept = pictures.map(async ({ channelId, url }) => {
    if (url === null || url === undefined) return [];
    const isNew = await fetchPicture(app, channelId, url).catch((error: unknown) => {
      app.log.info({ event: "picture not kept", channel: channelId, error });
      return false;
    });
    return isNew ? [channelId] : [];
  });
  return (await Promise.all(kept)).flat();
}

/** Stores a picture from a file of this machine; false if the channel has the same already, or it is none. */
export async function keepPictureFile(app: App, channelId: number, path: string): Promise<boolean> {
  return keep(app, channelId, await fitFile(app, path, WANTED));
}

async function keep(app: App, channelId: number, picture: PreparedImage | null): Promise<boolean> {
  if (picture === null) return false;
  const image = Buffer.from(picture.bytes);
  const hash = createHash("sha256").update(image).digest("hex").slice(0, 32);
  return storePicture(app.db, { channelId, image, hash, now: app.clock.now() });
}

/** Where a channel's picture is shown, by the hash of it. */
export function pictureUrl(hash: string | null): string | null {
  return hash === null ? null : `/pictures/${hash}.webp`;
}

async function fetchPicture(app: App, channelId: number, url: string): Promise<boolean> {
  return keep(app, channelId, await fetchFitted(app, { url, wanted: WANTED, bytesMax: BYTES_MAX, timeoutSeconds: SECONDS_MAX }));
}
