import type { FastifyRequest } from "fastify";

/** A part of a form: a file with its bytes, or a field. */
export type Part =
  | { readonly kind: "file"; readonly name: string; readonly fileName: string; readonly bytes: Uint8Array }
  | { readonly kind: "field"; readonly name: string; readonly value: unknown };

/** The parts of a multipart request. Whatever its reader stumbles over is the request's fault: 400, and 413 for what is too large. */
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
