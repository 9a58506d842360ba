import type { FastifyRequest } from "fastify";

/** Part of a form: a file with its bytes, or a field. */
export type Part =
  | { readonly kind: "file"; readonly name: string; readonly fileName: string; readonly bytes: Uint8Array }
  | { readonly kind: "field"; readonly name: string; readonly value: unknown };

/** Reads the parts of a multipart request. Any parse error is the request's fault: 400, or 413 if it is too large. */
export async function readParts(request: FastifyRequest): Promise<Part[]> {
  const parts: Part[] = [];
  try {
    for await (const part of request.parts()) {
      if (part.type === "file") parts.push({ kind: "file", name: part.fieldname, fileName: part.filename, bytes: await part.toBuffer() });
      else parts.push({ kind: "field", name: part.fieldname, value: part.value });
    }
    return parts;
  } catch (error) {
    if (error instanceof Error && "statusCode" in error) throw error;
    throw Object.assign(new Error("The request body is not valid multipart/form-data."), { statusCode: 400 });
  }
}
