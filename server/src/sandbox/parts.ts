import type { Multipart } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";

/** The parts of a multipart request. Whatever its reader stumbles over is the request's fault: 400, and 413 for what is too large. */
export async function* partsOf(request: FastifyRequest): AsyncGenerator<Multipart> {
  try {
    yield* request.parts();
  } catch (error) {
    if (error instanceof Error && "statusCode" in error) throw error;
    throw Object.assign(new Error("The request body is not valid multipart/form-data."), { statusCode: 400 });
  }
}
