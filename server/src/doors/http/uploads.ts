import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { refusal } from "@rostrum/contract/errors.ts";
import { UPLOAD_BYTES_MAX } from "@rostrum/contract/limits.ts";
import type { FastifyRequest } from "fastify";
import { Refused } from "../../ground/refusal.ts";
import type { ReceivedFile } from "../../ground/storage/storage.ts";

/** Bounds of a multipart request besides that of its file. */
export const FORMS = { limits: { files: 10, fields: 50, fieldSize: 8192, parts: 60, headerPairs: 100 } };

/**
 * Streams the one file of a multipart request to disk. A file over the limit is refused as soon as the limit is exceeded; the
 * rest of it is discarded.
 */
export async function receiveUpload(
  directory: string,
  request: FastifyRequest,
  { field, bytesMax }: FileForm = MEDIA,
): Promise<ReceivedFile & AsyncDisposable> {
  const refuseFile: (reason: string) => never = (reason) => refuseIn(field, reason);
  if (!request.isMultipart()) {
    if (request.headers["content-type"] === undefined) refuseFile("is required");
    throw new Refused(refusal(415, "body", `Send the file as multipart/form-data in the field ${field}.`));
  }
  const path = join(directory, randomBytes(16).toString("hex"));
  let fileName: string | null = null;
  try {
    for await (const part of request.parts({ limits: { fileSize: bytesMax } })) {
      if (part.type !== "file") continue;
      if (part.fieldname !== field) {
        part.file.resume();
        continue;
      }
      if (fileName !== null) refuseFile("must be a single file");
      fileName = part.filename ?? "";
      await pipeline(part.file, createWriteStream(path, { mode: 0o600 }));
      if (part.file.truncated) refuseFile(`must not be larger than ${bytesMax} bytes`);
    }
  } catch (error) {
    await rm(path, { force: true });
    throw asRefusal(error, request, { field, bytesMax });
  }
  if (fileName === null) refuseFile("is required");
  return { path, fileName, [Symbol.asyncDispose]: () => rm(path, { force: true }) };
}

/** The field of the form that has the file, and how large it may be. */
interface FileForm {
  readonly field: string;
  readonly bytesMax: number;
}

const MEDIA: FileForm = { field: "media", bytesMax: UPLOAD_BYTES_MAX };

function refuseIn(field: string, reason: string): never {
  throw new Refused({ kind: "fields", fields: { [field]: [`The ${field} field ${reason}.`] } });
}

/** Multipart parse errors and a client that disconnects are the request's fault; a full disk is not. */
function asRefusal(error: unknown, request: FastifyRequest, { field, bytesMax }: FileForm): unknown {
  if (error instanceof Refused) return error;
  if (request.raw.errored === error) return new Refused(INCOMPLETE);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "FST_REQ_FILE_TOO_LARGE")
    return new Refused({ kind: "fields", fields: { [field]: [`The ${field} field must not be larger than ${bytesMax} bytes.`] } });
  if (code.startsWith("E") && code !== "ERR_STREAM_PREMATURE_CLOSE") return error;
  return new Refused(INCOMPLETE);
}

const INCOMPLETE = refusal(400, "body", "The request body is not valid multipart/form-data.");
