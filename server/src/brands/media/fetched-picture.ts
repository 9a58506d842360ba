import { open, readFile, rm } from "node:fs/promises";
import type { App } from "../../app.ts";
import type { Net } from "../../ground/net/net.ts";
import type { PreparedImage } from "../../networks/connectors/connector.ts";
import { fitLocal } from "./fit.ts";
import type { ImageOrder } from "./images.ts";
import { detectApart } from "./inspect.ts";
import { newLocalFile } from "./local-copy.ts";
import { hasEnded } from "./trials.ts";

interface FetchedOrder {
  readonly url: string;
  readonly wanted: ImageOrder;
  readonly bytesMax: number;
  readonly timeoutSeconds: number;
}

/** A picture of somebody else's page, fitted to the demand; null if it cannot be fetched, is none, or cannot be made to fit. */
export async function fetchFitted(
  { net, storage }: Pick<App, "storage"> & { readonly net: Pick<Net, "download"> },
  { url, wanted, bytesMax, timeoutSeconds }: FetchedOrder,
): Promise<PreparedImage | null> {
  const file = await net.download(url, { directory: storage.incoming, maxBytes: bytesMax, timeoutSeconds });
  if (file.kind === "failed") return null;
  try {
    return await fitFile({ storage }, file.path, wanted);
  } finally {
    await rm(file.path, { force: true });
  }
}

/** The same of a file of this machine, whatever anybody calls it. */
export async function fitFile({ storage }: Pick<App, "storage">, path: string, wanted: ImageOrder): Promise<PreparedImage | null> {
  const mime = await typeOf(path);
  if (!mime.startsWith("image/")) return null;
  await using small = newLocalFile(storage);
  const fitted = await fitLocal({ from: path, mime, to: small.path, wanted });
  if (fitted === null || hasEnded(fitted)) return null;
  const { width, height, mime: made } = fitted;
  return { bytes: await readFile(small.path), mime: made, width, height };
}

const HEAD_BYTES = 4100;

async function typeOf(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  const found = await detectApart({ head: buffer.subarray(0, bytesRead) });
  return found.kind === "decoded" ? (found.value ?? "") : "";
}
