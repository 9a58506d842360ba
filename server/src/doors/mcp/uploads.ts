import { randomBytes } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UPLOAD_BYTES_MAX } from "@rostrum/contract/limits.ts";
import type { ToolUpload } from "@rostrum/contract/tools/upload.ts";
import type { App } from "../../app.ts";
import { fileNameIn } from "../../ground/net/url.ts";
import { whyNotFetched } from "../../ground/net/why.ts";
import { Refused, refuse } from "../../ground/refusal.ts";
import type { ReceivedFile } from "../../ground/storage/storage.ts";

/** Enough for 100 MiB over a slow line. */
const DOWNLOAD_SECONDS_MAX = 120;

interface Receiving {
  readonly signal: AbortSignal;
  /** Whose downloads are counted together; null: nobody's. */
  readonly holder: string | null;
}

/** Stores the file of a tool call, given as a URL or in base64, on local disk: the same form as a REST upload. */
export async function receiveFile(
  app: App,
  { url, fileName, contentBase64 }: ToolUpload,
  receiving: Receiving,
): Promise<ReceivedFile & AsyncDisposable> {
  const file = url === undefined ? await write(app, contentBase64 ?? "") : await download(app, url, receiving);
  return { path: file.path, fileName: fileName ?? file.name, [Symbol.asyncDispose]: () => rm(file.path, { force: true }) };
}

interface Written {
  readonly path: string;
  readonly name: string;
}

async function write(app: App, contentBase64: string): Promise<Written> {
  const path = join(app.storage.incoming, randomBytes(16).toString("hex"));
  await writeFile(path, Buffer.from(contentBase64, "base64"), { mode: 0o600 });
  return { path, name: "" };
}

async function download(app: App, url: string, { signal, holder }: Receiving): Promise<Written> {
  const file = await app.net.download(url, {
    directory: app.storage.incoming,
    maxBytes: UPLOAD_BYTES_MAX,
    timeoutSeconds: DOWNLOAD_SECONDS_MAX,
    signal,
    ...(holder === null ? {} : { holder }),
  });
  if (file.kind === "fetched") return { path: file.path, name: fileNameIn(file.url) };
  app.log.info({ event: "media download failed", cause: file.cause, host: new URL(url).hostname });
  if (file.cause !== "too_large")
    return refuse(400, "media", `The media address could not be downloaded. ${whyNotFetched(file, UPLOAD_BYTES_MAX)}`);
  throw new Refused({ kind: "fields", fields: { media: [`The media field must not be larger than ${UPLOAD_BYTES_MAX} bytes.`] } });
}
