import type { App } from "../../app.ts";
import { apart } from "../../ground/decoding/apart.ts";
import { PICTURES } from "../../ground/decoding/lanes.ts";
import type { FittedImage, fitImage, ImageFile, ImageOrder } from "./images.ts";
import { localCopy } from "./local-copy.ts";
import type { StoredMedia } from "./stored.ts";
import type { Ended } from "./trials.ts";

const fitApart = apart<typeof fitImage>(PICTURES, import.meta, { file: "images", name: "fitImage" });

interface Fitting {
  readonly media: StoredMedia;
  readonly wanted: ImageOrder;
  /** Path of the output file. */
  readonly to: string;
  readonly signal?: AbortSignal;
}

/** Fits a stored image to the demand; null if it is damaged or cannot be made small enough. */
export async function fitStored(app: Pick<App, "storage">, { media, wanted, to, signal }: Fitting): Promise<FittedImage | null | Ended> {
  await using source = await localCopy(app.storage, media.storageKey);
  return await fitLocal({ from: source.path, to, mime: media.mime, wanted }, signal);
}

/** The same for a file on this machine. */
export async function fitLocal(image: ImageFile, signal?: AbortSignal): Promise<FittedImage | null | Ended> {
  const decoded = await fitApart(image, signal === undefined ? {} : { signal });
  return decoded.kind === "decoded" ? decoded.value : { ended: decoded.how };
}
