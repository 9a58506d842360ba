import { rm } from "node:fs/promises";
import { UPLOAD_BYTES_MAX } from "@rostrum/contract/limits.ts";
import type { App } from "../app.ts";
import { refuse } from "../refusal.ts";
import { inspectFile } from "./inspect.ts";
import type { InspectedFile } from "./keep.ts";

/** Enough for 100 MiB over a slow line, and less than what clients wait. */
const DOWNLOAD_SECONDS_MAX = 120;

export interface FetchedFiles extends AsyncDisposable {
  readonly files: readonly InspectedFile[];
}

/**
 * Downloads the addresses of a post's media, one after the other; what is not kept in the end is removed. A failure
 * says nothing about the network behind the address: one sentence for all (400, `media`).
 */
export async function fetchMedia(app: App, urls: readonly string[]): Promise<FetchedFiles> {
  const files: InspectedFile[] = [];
  const remove = async () => {
    for (const file of files) await rm(file.path, { force: true });
  };
  try {
    for (const url of urls) files.push(await fetchOne(app, url, files));
  } catch (error) {
    await remove();
    throw error;
  }
  return { files, [Symbol.asyncDispose]: remove };
}

async function fetchOne(app: App, url: string, before: readonly InspectedFile[]): Promise<InspectedFile> {
  const index = before.length;
  const file = await app.net.download(url, {
    directory: app.storage.incoming,
    maxBytes: UPLOAD_BYTES_MAX,
    timeoutSeconds: DOWNLOAD_SECONDS_MAX,
  });
  if (file.kind === "failed") {
    app.log.info({ event: "media download failed", cause: file.cause, host: hostOf(url) });
    refuse(400, "media", `The media address number ${index + 1} could not be downloaded.`);
  }
  const facts = await inspectFile(file.path);
  if (facts === null) {
    await rm(file.path, { force: true });
    refuse(400, "media", `The media address number ${index + 1} does not lead to a JPEG, PNG, BMP, MP4, MOV or PDF file.`);
  }
  return { path: file.path, fileName: nameOf(file.url), facts };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}

function nameOf(url: string): string {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
