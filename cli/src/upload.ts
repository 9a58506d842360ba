import { openAsBlob } from "node:fs";
import { open } from "node:fs/promises";
import { basename } from "node:path";
import { UPLOAD_BYTES_MAX } from "@rostrum/contract/limits.ts";
import { Failure, REFUSED, USAGE } from "./failure.ts";
import { typeOf } from "./file-type.ts";
import type { Input } from "./input.ts";
import { multipart } from "./multipart.ts";
import { progressOn } from "./progress.ts";

/** A file accepted for upload. */
export interface FileToSend {
  readonly name: string;
  /** Streamed from disk as it is sent. */
  readonly blob: Blob;
}

/** Checks the file against the contract before anything is sent; a `Failure` if the service would refuse it. */
export async function fileFor(input: Input): Promise<FileToSend> {
  const path = String(input.media);
  const { size, head } = await facts(path);
  if (size > UPLOAD_BYTES_MAX) {
    throw new Failure(REFUSED, `${basename(path)} has ${size} bytes; an upload may have at most ${UPLOAD_BYTES_MAX}.`);
  }
  const type = typeOf(head, path);
  if (type === null) throw new Failure(REFUSED, `${basename(path)} is not a JPEG, PNG, BMP, MP4, MOV or PDF file.`);
  const name = typeof input.fileName === "string" ? input.fileName : basename(path);
  return { name, blob: await openAsBlob(path, { type }) };
}

/** What a client needs for an upload: the operation's input, and a `fetch` that reports progress. */
export interface Uploading extends AsyncDisposable {
  readonly input: { readonly media: Blob; readonly fileName: string };
  readonly fetch: typeof fetch;
}

export async function uploading(input: Input): Promise<Uploading> {
  const { name, blob } = await fileFor(input);
  const progress = progressOn(process.stderr, { name, bytes: blob.size });
  return {
    input: { ...input, media: blob, fileName: name },
    fetch: async (url, init) => {
      // Lists are fetched as well; only the upload itself has a form.
      if (!(init?.body instanceof FormData)) return await fetch(url, { ...init, redirect: "manual" });
      progress.restart();
      const form = multipart(init.body, progress.add);
      const headers = new Headers(init.headers);
      headers.set("content-type", form.contentType);
      headers.set("content-length", String(form.bytes));
      const body = form.body();
      // A stream needs `duplex`, which is missing from the DOM types.
      const streamed: RequestInit & { duplex: "half" } = { ...init, headers, body, duplex: "half", redirect: "manual" };
      return await fetch(url, streamed);
    },
    [Symbol.asyncDispose]: async () => progress.clear(),
  };
}

/** Enough to detect every accepted type. */
const HEAD_BYTES = 4096;

async function facts(path: string): Promise<{ size: number; head: Uint8Array }> {
  try {
    await using file = await open(path, "r");
    const stat = await file.stat();
    if (!stat.isFile()) throw new Failure(USAGE, `--media: ${path} is not a file.`);
    const { bytesRead, buffer } = await file.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return { size: stat.size, head: buffer.subarray(0, bytesRead) };
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(USAGE, `--media: ${path} cannot be read (${error instanceof Error ? error.message : String(error)}).`);
  }
}
