import { type Instant, toInstant } from "@rostrum/contract/formats.ts";
import { S3ServiceError } from "s3mini";
import { z } from "zod";
import { BadAnswer, isGone, type S3Client } from "./s3-client.ts";

/**
 * Aborts multipart uploads started before that time and never completed: their parts take up space that no file listing
 * shows. Returns how many. A store without a list of uploads cleans up by itself or has none.
 */
export async function sweepUploads(client: S3Client, { prefix, before }: { prefix: string; before: Instant }): Promise<number> {
  let given = 0;
  let markers: Markers = {};
  for (;;) {
    const page = await listUploads(client, { prefix, ...markers });
    for (const { Key, UploadId, Initiated } of page.uploads) {
      // The prefix is sent and checked again, because a store may ignore it.
      if (!Key.startsWith(prefix) || toInstant(Initiated) >= before) continue;
      await client.ask(({ commands }) => commands.abortMultipartUpload(Key, UploadId).catch(passWhenGone));
      given += 1;
    }
    if (page.next === null) return given;
    markers = page.next;
  }
}

type Markers = Readonly<Record<string, string>>;

const Upload = z.object({ Key: z.string(), UploadId: z.string(), Initiated: z.string() });

/** The XML parser turns one element into an object, several into an array, and an empty one into a string. */
const Uploads = z.object({
  Upload: z.union([z.array(Upload), Upload.transform((upload) => [upload])]).default([]),
  IsTruncated: z.string().optional(),
  NextKeyMarker: z.string().default(""),
  NextUploadIdMarker: z.string().default(""),
});
const Listed = z.object({ ListMultipartUploadsResult: z.union([Uploads, z.string().transform(() => Uploads.parse({}))]) });

interface UploadsPage {
  readonly uploads: readonly z.output<typeof Upload>[];
  readonly next: Markers | null;
}

async function listUploads(client: S3Client, query: Markers): Promise<UploadsPage> {
  const answer = await client.ask(({ commands }) => commands.listMultipartUploads("/", "", "GET", query).catch(nullWhenUnknown));
  if (answer === null) return { uploads: [], next: null };
  const parsed = Listed.safeParse(answer);
  if (!parsed.success) throw new BadAnswer("the store's list of uploads cannot be read", { cause: parsed.error });
  const { Upload: uploads, IsTruncated, NextKeyMarker, NextUploadIdMarker } = parsed.data.ListMultipartUploadsResult;
  const next = IsTruncated === "true" ? { "key-marker": NextKeyMarker, "upload-id-marker": NextUploadIdMarker } : null;
  return { uploads, next };
}

function nullWhenUnknown(error: unknown): null {
  if (error instanceof S3ServiceError && (error.status === 501 || error.status === 405)) return null;
  throw error;
}

function passWhenGone(error: unknown): object {
  if (isGone(error)) return {};
  throw error;
}
