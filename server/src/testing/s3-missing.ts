import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "@20minutes/s3rver";

/** The ending of s3rver's files for objects. */
export const OBJECT = "._S3rver_object";

interface Places {
  readonly bucket: string;
  readonly uploads: string;
}

/**
 * Lets s3rver answer, and answers itself what s3rver fails at after it has checked the signature: lists of objects in
 * several pages, lists of uploads, the end of an upload. False: there is no such upload.
 */
export async function withWhatIsMissing(context: Context, next: () => Promise<void>, places: Places): Promise<boolean> {
  try {
    await next();
  } catch (error) {
    const { method, query, state } = context;
    const upload = query.uploadId === undefined ? null : join(places.uploads, query.uploadId);
    if (state.account === undefined || isRefusal(error)) throw error;
    if (method === "GET" && "list-type" in query) await listObjects(context, places.bucket);
    else if (method === "GET" && "uploads" in query) await listUploads(context, places.uploads);
    else if (upload === null) throw error;
    else if ((await stat(upload).catch(() => null)) === null) return false;
    else if (method === "DELETE") await endUpload(context, upload);
    else throw error;
  }
  return true;
}

/** s3rver has understood the request and means what it says. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["NoSuchBucket", "NoSuchKey", "AccessDenied"].includes(String(error.code));
}

async function listObjects(context: Context, bucket: string): Promise<void> {
  const { prefix = "", "max-keys": limit = "1000", "continuation-token": token = "" } = context.query;
  const names = (await readdir(bucket, { recursive: true })).filter((name) => name.endsWith(OBJECT) && name.startsWith(prefix));
  const left = names
    .map((name) => name.slice(0, -OBJECT.length))
    .filter((name) => name > token)
    .sort();
  const page = left.slice(0, Number(limit));
  const contents = page.map(async (name) => {
    const { size, mtime } = await stat(join(bucket, name + OBJECT));
    return `<Contents><Key>${name}</Key><LastModified>${mtime.toISOString()}</LastModified><Size>${size}</Size></Contents>`;
  });
  const more = left.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
  answer(
    context,
    `<ListBucketResult>${more}<IsTruncated>${more !== ""}</IsTruncated>${(await Promise.all(contents)).join("")}</ListBucketResult>`,
  );
}

/** Small, so that a few uploads are several pages. */
const UPLOADS_PAGE = 2;

async function listUploads(context: Context, uploads: string): Promise<void> {
  const marker = context.query["upload-id-marker"] ?? "";
  const left = (await readdir(uploads).catch(() => [])).filter((id) => id > marker).sort();
  const page = left.slice(0, UPLOADS_PAGE);
  const entries = page.map(async (id) => {
    const begun = join(uploads, id, "key");
    return `<Upload><Key>${await readFile(begun, "utf8")}</Key><UploadId>${id}</UploadId><Initiated>${(await stat(begun)).mtime.toISOString()}</Initiated></Upload>`;
  });
  const more = left.length > page.length ? `<NextKeyMarker>x</NextKeyMarker><NextUploadIdMarker>${page.at(-1)}</NextUploadIdMarker>` : "";
  const list = `${more}<IsTruncated>${more !== ""}</IsTruncated>${(await Promise.all(entries)).join("")}`;
  answer(context, `<ListMultipartUploadsResult>${list}</ListMultipartUploadsResult>`);
}

async function endUpload(context: Context, path: string): Promise<void> {
  await rm(path, { recursive: true });
  context.status = 204;
}

function answer(context: Context, body: string): void {
  context.status = 200;
  context.type = "application/xml";
  context.body = `<?xml version="1.0" encoding="UTF-8"?>\n${body}`;
}
