import { rm } from "node:fs/promises";
import { UPLOAD_BYTES_MAX } from "@rostrum/contract/limits.ts";
import type { App } from "../../app.ts";
import type { FetchFailure } from "../../ground/net/net.ts";
import { fileNameIn } from "../../ground/net/url.ts";
import { whyNotFetched } from "../../ground/net/why.ts";
import { refuse } from "../../ground/refusal.ts";
import { fitLocal } from "./fit.ts";
import { type FileFacts, inspectFile, typeOf } from "./inspect.ts";
import type { InspectedFile } from "./keep.ts";
import { newLocalFile } from "./local-copy.ts";
import { hasEnded } from "./trials.ts";

/** For all files of a request together: enough for 100 MiB over a slow line, and less than clients wait (`contract/src/client.ts`). */
const DOWNLOAD_SECONDS_MAX = 120;

interface FetchingOptions {
  readonly signal?: AbortSignal;
  /** Whose fetches are counted together. */
  readonly holder?: string;
}

export interface FetchedFiles extends AsyncDisposable {
  readonly files: readonly InspectedFile[];
}

/**
 * Downloads a post's media URLs, one after the other, within two minutes; files not stored in the end are removed. What could
 * not be had is refused with the reason (400, `media`).
 */
export async function fetchMedia(app: App, urls: readonly string[], options: FetchingOptions): Promise<FetchedFiles> {
  const files: InspectedFile[] = [];
  const end = performance.now() + DOWNLOAD_SECONDS_MAX * 1000;
  const remove = async () => {
    for (const file of files) await rm(file.path, { force: true });
  };
  try {
    for (const url of urls) files.push(await fetchOne(app, url, { before: files, end, ...options }));
  } catch (error) {
    await remove();
    throw error;
  }
  return { files, [Symbol.asyncDispose]: remove };
}

async function fetchOne(
  app: App,
  url: string,
  { before, end, ...options }: FetchingOptions & { readonly before: readonly InspectedFile[]; readonly end: number },
): Promise<InspectedFile> {
  const nth = `The media address number ${before.length + 1}`;
  const timeoutSeconds = (end - performance.now()) / 1000;
  if (timeoutSeconds <= 0) refuse(400, "media", `${nth} could not be downloaded: those before it took too long.`);
  const file = await fetchFile(app, url, { ...options, timeoutSeconds });
  if (file !== "unusable" && "cause" in file)
    refuse(400, "media", `${nth} could not be downloaded. ${whyNotFetched(file, UPLOAD_BYTES_MAX)}`);
  if (file === "unusable") refuse(400, "media", `${nth} does not lead to a JPEG, PNG, BMP, MP4, MOV or PDF file.`);
  return file;
}

/** Downloads one file of an accepted type. The caller must remove it, unless storage adopts it. */
export async function fetchFile(
  app: App,
  url: string,
  options: FetchingOptions & {
    readonly timeoutSeconds?: number;
    /** Whether a picture of a type that browsers show and networks refuse is taken as a JPEG, its first frame if it moves. */
    readonly converts?: boolean;
  },
): Promise<InspectedFile | FetchFailure | "unusable"> {
  const file = await app.net.download(url, {
    directory: app.storage.incoming,
    maxBytes: UPLOAD_BYTES_MAX,
    timeoutSeconds: DOWNLOAD_SECONDS_MAX,
    ...options,
  });
  if (file.kind === "failed") {
    app.log.info({ event: "media download failed", cause: file.cause, host: hostOf(url) });
    return file;
  }
  const fileName = fileNameIn(file.url);
  let facts: FileFacts | null = null;
  try {
    facts = await inspectFile(file.path, { sha256: file.sha256 });
    if (facts === null && options.converts === true) return (await converted(app, file.path, fileName, options.signal)) ?? "unusable";
  } finally {
    if (facts === null) await rm(file.path, { force: true });
  }
  return facts === null ? "unusable" : { path: file.path, fileName, facts };
}

const CONVERTED: ReadonlySet<string> = new Set(["image/webp", "image/avif", "image/gif"]);

async function converted(app: App, from: string, fileName: string, signal: AbortSignal | undefined): Promise<InspectedFile | null> {
  const mime = await typeOf(from);
  if (mime === null || !CONVERTED.has(mime)) return null;
  const { path: to } = newLocalFile(app.storage);
  let facts: FileFacts | null = null;
  try {
    const fitted = await fitLocal({ from, mime, to, wanted: { types: ["image/jpeg"], maxBytes: UPLOAD_BYTES_MAX } }, signal);
    if (fitted !== null && !hasEnded(fitted)) facts = await inspectFile(to);
  } finally {
    if (facts === null) await rm(to, { force: true });
  }
  return facts === null ? null : { path: to, fileName: `${fileName.replace(/\.\w{1,5}$/, "")}.jpg`, facts };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}
