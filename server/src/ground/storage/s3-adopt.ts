import { openAsBlob } from "node:fs";
import type { UploadPart } from "s3mini";
import { BadAnswer, contentLength, isGone, type S3Client } from "./s3-client.ts";

/** Larger files are uploaded in sequential parts of this size, each retried on its own. S3's minimum part size is 5 MiB. */
export const PART_BYTES = 8 * 1024 * 1024;
/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html (November 2026). */
const PARTS_MAX = 10_000;

const MIME = "application/octet-stream";

/**
 * Uploads a file under a name. The file is streamed from disk, so no part is ever in memory as a whole. On failure,
 * whatever was under the name stays as it was, and the parts that have arrived are discarded.
 */
export async function putFile(client: S3Client, name: string, path: string): Promise<void> {
  const file = await openAsBlob(path);
  if (file.size > PART_BYTES) return putInParts(client, name, file);
  await client.ask(({ commands }) => commands.putObject(name, file, MIME));
}

async function putInParts(client: S3Client, name: string, file: Blob): Promise<void> {
  const uploadId = await client.ask(({ commands }) => commands.getMultipartUploadId(name, MIME));
  try {
    const parts: UploadPart[] = [];
    const partBytes = partBytesOf(file.size);
    for (let start = 0; start < file.size; start += partBytes) {
      const piece = file.slice(start, start + partBytes);
      parts.push(await client.ask(({ commands }) => commands.uploadPart(name, uploadId, piece, parts.length + 1)));
    }
    await client.ask(({ commands }) => complete(commands, { name, uploadId, parts, sizeBytes: file.size }));
  } catch (error) {
    // If aborting fails, the upload is swept later.
    await client.commands.abortMultipartUpload(name, uploadId).catch(() => {});
    throw error;
  }
}

/** In bytes; larger than `PART_BYTES` only for a file that would have too many parts. */
export function partBytesOf(sizeBytes: number): number {
  return Math.max(PART_BYTES, Math.ceil(sizeBytes / PARTS_MAX));
}

interface Completion {
  readonly name: string;
  readonly uploadId: string;
  readonly parts: UploadPart[];
  readonly sizeBytes: number;
}

async function complete(s3: S3Client["commands"], { name, uploadId, parts, sizeBytes }: Completion): Promise<void> {
  const answer = await s3.completeMultipartUpload(name, uploadId, parts).catch(async (error: unknown) => {
    // A first try whose response was lost may have completed the upload: the store then has the file but not the upload.
    if (isGone(error) && (await contentLength(s3, name)) === sizeBytes) return null;
    throw error;
  });
  // Joining the parts takes long, so stores respond 200 first; a failure comes in the body, without an ETag.
  if (answer !== null && !answer.etag) throw new BadAnswer(`the parts of ${name} were not joined`);
}
