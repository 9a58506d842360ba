import { createHash } from "node:crypto";
import { open, readFile, rm } from "node:fs/promises";
import type { App } from "../app.ts";
import { fitLocal } from "../media/fit.ts";
import { detectApart } from "../media/inspect.ts";
import { newLocalFile } from "../media/local-copy.ts";
import { hasEnded } from "../media/trials.ts";
import { storePicture } from "./picture-store.ts";

/** Pixels of the longer side: shown at a quarter of that, on fine screens too. */
const SIDE_MAX = 160;
const BYTES_MAX = 5_000_000;
/** A person waits: without its picture, a channel shows its initial. */
const SECONDS_MAX = 6;
const HEAD_BYTES = 4100;
const TYPES = ["image/jpeg", "image/png", "image/webp", "image/gif"];

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
  const mime = await typeOf(path);
  if (!TYPES.includes(mime)) return false;
  await using small = newLocalFile(app.storage);
  const wanted = { types: ["image/webp"], maxBytes: BYTES_MAX, sidesMax: [SIDE_MAX, SIDE_MAX] } as const;
  const fitted = await fitLocal({ from: path, mime, to: small.path, wanted });
  if (fitted === null || hasEnded(fitted)) return false;
  const image = await readFile(small.path);
  const hash = createHash("sha256").update(image).digest("hex").slice(0, 32);
  return storePicture(app.db, { channelId, image, hash, now: app.clock.now() });
}

/** Where a channel's picture is shown, by the hash of it. */
export function pictureUrl(hash: string | null): string | null {
  return hash === null ? null : `/pictures/${hash}.webp`;
}

async function fetchPicture(app: App, channelId: number, url: string): Promise<boolean> {
  const file = await app.net.download(url, { directory: app.storage.incoming, maxBytes: BYTES_MAX, timeoutSeconds: SECONDS_MAX });
  if (file.kind === "failed") return false;
  try {
    return await keepPictureFile(app, channelId, file.path);
  } finally {
    await rm(file.path, { force: true });
  }
}

async function typeOf(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  const found = await detectApart({ head: buffer.subarray(0, bytesRead) });
  return found.kind === "decoded" ? (found.value ?? "") : "";
}
