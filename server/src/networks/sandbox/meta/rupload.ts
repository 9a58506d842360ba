import type { FastifyReply, FastifyRequest } from "fastify";
import { receiveRange } from "../kit/uploads.ts";
import type { SandboxWorld } from "../network.ts";

/**
 * The host for bytes, which takes a file in ranges and answers in a format of its own.
 * https://developers.facebook.com/documentation/video-api/guides/reels-publishing (2026-07)
 */
export type BytesError =
  | "NotAuthorizedError"
  | "OffsetInvalidError"
  | "ParameterValidationError"
  | "PartialRequestError"
  | "ProcessingFailedError";

export interface BytesRefusal {
  readonly type: BytesError;
  readonly message: string;
}

export function refuseBytes(reply: FastifyReply, { type, message }: BytesRefusal): FastifyReply {
  const retriable = type === "PartialRequestError" || type === "OffsetInvalidError";
  return reply.status(400).send({ debug_info: { retriable, type, message } });
}

/** Whether the header has the form that this host insists on. */
export function hasUploadToken({ headers }: FastifyRequest): boolean {
  return /^OAuth \S/i.test(headers.authorization ?? "");
}

/** Takes the bytes of a request for the session with this id. Null once the whole file is there. */
export async function receiveBytes(world: SandboxWorld, request: FastifyRequest, upload: string): Promise<BytesRefusal | null> {
  const offset = wholeNumber(request.headers.offset);
  const size = wholeNumber(request.headers.file_size);
  if (offset === null) return { type: "ParameterValidationError", message: "Header Offset is missing or not a number" };
  if (size === null) return { type: "ParameterValidationError", message: "Header file_size is missing or not a number" };
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (offset + bytes.byteLength > size) return { type: "OffsetInvalidError", message: "The bytes end behind the end of the file" };
  const received = await receiveRange(world, request, { upload, offset, bytes });
  if (received.kind === "lost") return { type: "ProcessingFailedError", message: "The upload session has ended." };
  if (received.kind === "misplaced") {
    const expected = received.upload.received;
    return { type: "OffsetInvalidError", message: `Request starts from the wrong offset: ${offset}, expected ${expected}` };
  }
  // The bytes that came are kept: the upload goes on where they end.
  const isWhole = received.upload.received === size;
  return isWhole ? null : { type: "PartialRequestError", message: "Partial request (did not match length of file)" };
}

function wholeNumber(header: string | string[] | undefined): number | null {
  return typeof header === "string" && /^\d{1,15}$/.test(header) ? Number(header) : null;
}
